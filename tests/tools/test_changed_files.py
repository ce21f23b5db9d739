"""tools/changed-files must name what differs from the main branch, committed or not."""

import os
import shutil
import subprocess

import tool_test

SCRIPT = os.path.join(tool_test.ROOT, "tools", "changed-files")
GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]


class ChangedFilesTest(tool_test.ToolTest):
    def setUp(self):
        files = {
            "src/old.c": "1\n",
            "src/gone.c": "1\n",
            "src/edited.c": "1\n",
            "web/old.js": "1\n",
        }
        self.folder = self.tree({**files, ".gitignore": "build/\n"})
        os.mkdir(os.path.join(self.folder, "tools"))
        shutil.copy(SCRIPT, os.path.join(self.folder, "tools"))
        self.git("init", "-q", "-b", "main")
        self.commit()

    def git(self, *arguments):
        subprocess.run([*GIT, *arguments], cwd=self.folder, check=True, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def write(self, *paths):
        for path in paths:
            os.makedirs(os.path.dirname(os.path.join(self.folder, path)), exist_ok=True)
            with open(os.path.join(self.folder, path), "w", encoding="utf-8") as stream:
                stream.write("2\n")

    def named(self, *paths):
        script = os.path.join(self.folder, "tools", "changed-files")
        said = subprocess.run([script, *paths], check=True, capture_output=True, text=True)
        return said.stdout.split()

    def test_on_the_main_branch(self):
        self.assertEqual(self.named(), [])
        self.write("src/edited.c", "src/new.c", "build/made.c")
        self.assertEqual(self.named(), ["src/edited.c", "src/new.c"])

    def test_on_another(self):
        self.git("checkout", "-q", "-b", "other")
        self.write("src/edited.c", "web/new.js")
        os.remove(os.path.join(self.folder, "src/gone.c"))
        self.commit()
        self.write("src/new.c")
        self.assertEqual(self.named(), ["src/edited.c", "src/new.c", "web/new.js"])
        self.assertEqual(self.named("*.c"), ["src/edited.c", "src/new.c"])
        self.assertEqual(self.named("web"), ["web/new.js"])


if __name__ == "__main__":
    tool_test.main()
