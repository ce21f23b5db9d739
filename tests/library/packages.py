#!/usr/bin/env python3
"""The installed files and packages: the files that `cmake --install` puts where shells, menus and
readers of manuals look, archives that do not overwrite each other, and a container with the
libraries that the command needs.

usage: packages.py BUILD        (in the root of the source tree)
"""
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

INSTALLED = [
    "bin/apothecary",
    "bin/apothecary-engine",
    "include/apothecary/apothecary.h",
    "share/applications/apothecary.desktop",
    "share/apothecary/books/modern.book",
    "share/apothecary/variants/modern.variant",
    "share/bash-completion/completions/apothecary",
    "share/fish/vendor_completions.d/apothecary.fish",
    "share/icons/hicolor/scalable/apps/apothecary.svg",
    "share/*/*1/apothecary.1",
    "share/*/*6/apothecary-engine.6",
    "share/zsh/site-functions/_apothecary",
]
MADE = [
    ".git/HEAD",
    "build/CMakeCache.txt",
    "build-dev/CMakeCache.txt",
    "build-web/pieces.svg",
    "dist/apothecary-0.2.0.tgz",
    "web/node_modules/a/b.js",
]

faults = []


def expect(is_true, text):
    if not is_true:
        faults.append(text)


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def check_installed(build, folder):
    run("cmake", "--install", build, "--prefix", folder)
    for name in INSTALLED:
        expect(len(glob.glob(os.path.join(folder, name))) == 1, "not installed: " + name)
    if not shutil.which("zsh"):
        print("skipped: zsh is not installed")
        return
    # What is installed by hand is in /usr/local, where zsh looks into these folders.
    looked = run("zsh", "-fc", "print -l $fpath").split()
    ours = [name for name in INSTALLED if "/zsh/" in name][0]
    expect(
        "/usr/local/" + os.path.dirname(ours) in looked,
        "zsh does not look into /usr/local/%s, only %s" % (os.path.dirname(ours), looked),
    )


def check_archives(folder):
    """The source archive and Python's source package, made into one folder as `make dist` does."""
    clone = os.path.join(folder, "clone")
    run("git", "clone", "-q", "--depth", "1", "file://" + os.getcwd(), clone)
    shutil.copy("scripts/dist", os.path.join(clone, "scripts", "dist"))
    run(os.path.join(clone, "scripts", "dist"), "source")
    made = glob.glob(clone + "/dist/*")
    expect(len(made) == 1, "scripts/dist source makes %s" % made)
    names = set(run("tar", "-tzf", made[0]).split("\n"))
    top = os.path.commonprefix(sorted(names - {""}))
    for name in run("git", "-C", clone, "ls-files").split("\n"):
        expect(not name or top + name in names, "not in the source archive: " + name)

    sys.path.insert(0, "bindings/python")
    import backend

    package = backend.build_sdist(folder)
    expect(os.path.basename(made[0]) != package, "two archives have the name " + package)


def is_left_out(path, patterns):
    """Whether a line of .dockerignore names the file or a folder above it."""
    parts = path.split("/")
    above = ["/".join(parts[: i + 1]) for i in range(len(parts))]
    for pattern in patterns:
        plain = pattern.lstrip("/")
        if plain.startswith("**/"):
            if any(fnmatch.fnmatchcase(part, plain[3:]) for part in parts):
                return True
        elif any(
            name.count("/") == plain.count("/") and fnmatch.fnmatchcase(name, plain)
            for name in above
        ):
            return True
    return False


def check_container(build):
    lines = read(".dockerignore").split("\n")
    patterns = [line for line in lines if line and not line.startswith("#")]
    for path in MADE:
        expect(is_left_out(path, patterns), "the container is built with the host's " + path)
    if os.path.exists(".git"):
        for path in run("git", "ls-files").split("\n"):
            expect(not is_left_out(path, patterns), "the container is built without " + path)
    if not shutil.which("dpkg-query"):
        print("skipped: no dpkg to ask whose the libraries are")
        return
    runtime = read("config/Containerfile").split("\nFROM ")[-1]
    program = os.path.join(build, "apothecary")
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", program)):
        owners = {
            line.split(":")[0] for line in run("dpkg-query", "-S", "*/" + library).splitlines()
        }
        expect(
            "libc6" in owners or owners & set(runtime.split()),
            "the container lacks %s, which has %s" % (" or ".join(sorted(owners)), library),
        )


def check_wasm(folder):
    """The module for browsers is made in packages too, where flags for this machine's compiler are
    in the environment."""
    if not shutil.which("clang-19"):
        print("skipped: clang-19 is not installed")
        return
    build = os.path.join(folder, "wasm")
    flags = {"CFLAGS": "-fstack-protector-strong", "LDFLAGS": "-Wl,-z,relro"}
    run("cmake", "--preset", "wasm", "-B", build, env=dict(os.environ, **flags))
    made = read(os.path.join(build, "build.ninja"))
    for flag in flags.values():
        expect(flag not in made, "the module for browsers is compiled with " + flag)


def main():
    build = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        check_installed(build, os.path.join(folder, "prefix"))
        if os.path.exists(".git"):
            check_archives(folder)
        else:
            print("skipped: the archives are made from a git repository")
        check_wasm(folder)
    check_container(build)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("packages: %d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
