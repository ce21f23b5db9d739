"""tools/check_updates.py must name packages with a newer version, and know security updates."""
import tool_test
import check_updates

POLICY = """openssl:
  Installed: 3.0.15-1
  Candidate: 3.0.19-1
  Version table:
     3.0.19-1 500
        500 http://security.example.org bookworm-security/main amd64 Packages
 *** 3.0.15-1 500
        500 http://example.org bookworm/main amd64 Packages
        100 /var/lib/dpkg/status
libc6:
  Installed: 2.36-9
  Candidate: 2.36-10
  Version table:
     2.36-10 500
        500 http://example.org bookworm/main amd64 Packages
 *** 2.36-9 500
        500 http://security.example.org bookworm-security/main amd64 Packages
git:
  Installed: 1:2.39
  Candidate: 1:2.39
  Version table:
 *** 1:2.39 500
        500 http://security.example.org bookworm-security/main amd64 Packages
xvfb:
  Installed: (none)
  Candidate: 2:21
  Version table:
     2:21 500
        500 http://security.example.org bookworm-security/main amd64 Packages
"""


class CheckUpdatesTest(tool_test.ToolTest):
    def test_newer_versions(self):
        self.assertEqual(
            check_updates.newer_versions(POLICY),
            [
                ("openssl", "3.0.15-1", "3.0.19-1", True),
                ("libc6", "2.36-9", "2.36-10", False),
            ],
        )
        self.assertEqual(check_updates.newer_versions(""), [])

    def test_named_packages(self):
        text = 'build_packages="\n    gcc:gcc\n    libcurl4-openssl-dev\n    npm:npm"\nset -eu\n'
        self.assertEqual(check_updates.named_packages(text), {"gcc", "libcurl4-openssl-dev", "npm"})
        with open("scripts/install-deps", encoding="utf-8") as file:
            named = check_updates.named_packages(file.read())
        self.assertLessEqual({"gcc", "libssl-dev", "openssl", "haproxy", "valgrind"}, named)
        self.assertNotIn("usage", named)

    def test_linked(self):
        text = "\tlinux-vdso.so.1 (0x1)\n\tlibssl.so.3 => /lib/libssl.so.3 (0x2)\n"
        text += "\t/lib64/ld.so (0x3)\n"
        self.assertEqual(check_updates.linked_files(text), ["/lib/libssl.so.3", "/lib64/ld.so"])
        text = "libssl3:amd64: /lib/libssl.so.3\nlibc6: /lib64/ld.so\ndpkg-query: no path found\n"
        self.assertEqual(check_updates.owners(text), {"libssl3", "libc6"})


if __name__ == "__main__":
    tool_test.main()
