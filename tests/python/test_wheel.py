#!/usr/bin/env python3
"""The source archive and the wheel as users get them: the archive's contents build the wheel, which
is installed without a network into an empty environment and used by the example. Types are checked
where mypy is installed.

usage: test_wheel.py [EXTENSION LIBRARY]        (in the root of the source tree)

EXTENSION and LIBRARY (libapothecary.a) are those that are built with the tests, from the same
sources by the same rules. EXTENSION serves as the copy for every processor. Of the copy for newer
ones only the module is compiled here, and linked with LIBRARY: library.install compiles the library
from the source archive.
"""
import filecmp
import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.path.insert(0, os.path.join("bindings", "python"))
import backend  # noqa: E402

faults = []


def expect(is_true, text):
    if not is_true:
        faults.append(text)


def run(*command, **options):
    """Runs to success; what it printed."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )
    if done.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), done.stdout))
    return done.stdout


def load_backend(root):
    """The build backend of an unpacked source archive."""
    path = os.path.join(root, "bindings", "python", "backend.py")
    spec = importlib.util.spec_from_file_location("unpacked_backend", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unpack(archive, folder):
    """Its one folder."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder)
    return os.path.join(folder, os.path.basename(archive)[: -len(".tar.gz")])


def use_library(builder, library):
    """Lets it compile the module alone, and link it with this library."""
    run_command = builder.run

    def run_with_library(*command):
        if "--build" in command:
            folder = command[command.index("--build") + 1]
            shutil.copy(library, os.path.join(folder, "libapothecary.a"))
            # In CMake's makefiles: the target without those that it needs.
            command = [re.sub("^apothecary_python$", r"\g<0>/fast", word) for word in command]
        run_command(*command)

    os.environ["CMAKE_GENERATOR"] = "Unix Makefiles"
    builder.run = run_with_library


def build_wheel(root, folder, ready):
    """The wheel that the sources in `root` build. `ready`: the extension for every processor and
    the library, or nothing."""
    builder = load_backend(root)
    if ready and len(builder.processors()) > 1:
        extension, library = ready
        compile_extension = builder.build_extension
        builder.build_extension = lambda build, processor: (
            compile_extension(build, processor) if processor else extension
        )
        use_library(builder, library)
    return os.path.join(folder, builder.build_wheel(folder))


def environment(folder):
    """An empty environment; its interpreter. pip works on it from outside: its own would take
    seconds."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    return os.path.join(folder, "bin", "python")


def check_wheel(path):
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        for name in ("__init__.py", "_core.pyi", "py.typed", "_core.abi3.so"):
            expect("apothecary/" + name in names, "the wheel lacks " + name)
        record = [name for name in names if name.endswith("/RECORD")][0]
        listed = [line.split(",")[0] for line in wheel.read(record).decode().split("\n") if line]
        expect(sorted(listed) == sorted(names), "RECORD does not list what is there")


def install(python, wheel):
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel
    )


def check_use(python, folder):
    example = os.path.abspath(os.path.join("examples", "first_steps.py"))
    said = run(python, example, cwd=folder)
    expect("Grand Chess 10 x 10" in said, "the example says:\n" + said)
    # Both copies of the extension give the same counts.
    count = (
        "import apothecary; print(apothecary.Board(variant='alert').perft(3), apothecary.PROCESSOR)"
    )
    for processor in ("", "x86-64-v3"):
        wanted = dict(os.environ, APOTHECARY_PROCESSOR=processor)
        said = run(python, "-c", count, cwd=folder, env=wanted).split()
        expect(said[0] == "174599", "perft with %r: %s" % (processor, said))
        expect(said[1:] in ([processor] if processor else [], []), "the wrong copy: %s" % said)


def check_types(python, folder):
    mypy = shutil.which("mypy")
    if mypy is None:
        print("skipped: types, as mypy is missing (scripts/install-deps installs it)")
        return
    library = glob.glob(os.path.join(folder, "lib", "python*", "site-packages", "apothecary"))[0]
    run(mypy, "--strict", "--python-executable", python, library, cwd=folder)


def main(arguments):
    if not backend.has_headers():
        print("SKIPPED: no Python.h for %s (package python3-dev)" % sys.executable)
        return 77
    os.environ["APOTHECARY_BUILD_TYPE"] = "None"  # compiled fastest: neither optimised nor -g
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, backend.build_sdist(folder))
        root = unpack(archive, folder)
        again = os.path.join(folder, "again")
        os.mkdir(again)
        again = os.path.join(again, load_backend(root).build_sdist(again))
        expect(filecmp.cmp(archive, again, shallow=False), "the archive makes another archive")
        wheel = build_wheel(root, folder, arguments)
        check_wheel(wheel)
        home = os.path.join(folder, "home")
        python = environment(home)
        install(python, wheel)
        check_use(python, folder)
        check_types(python, home)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("wheel: %d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
