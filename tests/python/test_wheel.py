#!/usr/bin/env python3
"""The wheel and the source archive as others get them: built, installed without a network into empty
environments, and used by the example. Types are checked where mypy is installed.

usage: test_wheel.py        (in the root of the source tree)
"""
import glob
import os
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


def environment(folder):
    """An empty environment; its interpreter."""
    run(sys.executable, "-m", "venv", folder)
    return os.path.join(folder, "bin", "python")


def check_wheel(path):
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        for name in ("__init__.py", "_core.pyi", "py.typed", "_core.abi3.so"):
            expect("apothecary/" + name in names, "the wheel lacks " + name)
        record = [name for name in names if name.endswith("/RECORD")][0]
        listed = [line.split(",")[0] for line in wheel.read(record).decode().split("\n") if line]
        expect(sorted(listed) == sorted(names), "RECORD does not list what is there")


def install(python, what):
    return run(
        python, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", what
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


def main():
    if not backend.has_headers():
        print("SKIPPED: no Python.h for %s (package python3-dev)" % sys.executable)
        return 77
    os.environ["APOTHECARY_BUILD_TYPE"] = "Debug"
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "dist")
        said = run(sys.executable, "bindings/python/backend.py", out)
        wheel, archive = glob.glob(out + "/*.whl"), glob.glob(out + "/*.tar.gz")
        expect(len(wheel) == len(archive) == 1, "one wheel and one source archive:\n" + said)
        check_wheel(wheel[0])
        python = environment(os.path.join(folder, "one"))
        install(python, wheel[0])
        check_use(python, folder)
        check_types(python, os.path.join(folder, "one"))
        with tarfile.open(archive[0]) as packed:
            packed.extractall(folder)
        # What the archive holds is enough to build a wheel.
        unpacked = archive[0].replace(out, folder)[: -len(".tar.gz")]
        again = os.path.join(folder, "again")
        program = os.path.join(unpacked, "bindings", "python", "backend.py")
        run(sys.executable, program, again, env=dict(os.environ, APOTHECARY_PROCESSOR=""))
        other = environment(os.path.join(folder, "other"))
        install(other, glob.glob(again + "/*.whl")[0])
        check_use(other, folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("wheel: %d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
