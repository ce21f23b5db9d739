#!/usr/bin/env python3
"""Builds the Python package with nothing but Python, a C compiler, CMake and make: a build backend
(PEP 517).

pip calls it for the source tree and for the source archive; make python calls it as a program:

usage: backend.py [OUT_FOLDER]        writes the wheel and the source archive there; default dist

With APOTHECARY_PROCESSOR= (empty) in the environment the wheel has no faster copy for newer
processors.
"""
import base64
import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
OLDEST = (3, 11)  # the stable ABI of the extension
DATE = (1980, 1, 1, 0, 0, 0)  # of files in archives: the same sources, the same archive

# The sources needed for building, relative to the root.
SOURCES = [
    "CMakeLists.txt",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "bindings",
    "cmake",
    "docs/python.md",
    "examples/first_steps.py",
    "include",
    "src/api",
    "src/base",
    "src/definition",
    "src/game",
    "src/neural",
    "src/notation",
    "src/rules",
    "src/search",
    "variants",
]


def version():
    with open(os.path.join(ROOT, "include", "apothecary", "base.h"), encoding="utf-8") as stream:
        text = stream.read()
    return ".".join(
        re.search(r"APO_VERSION_%s ([0-9]+)" % part, text).group(1)
        for part in ("MAJOR", "MINOR", "PATCH")
    )


def metadata():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as stream:
        manual = stream.read()
    return (
        "Metadata-Version: 2.1\n"
        "Name: apothecary\n"
        "Version: %s\n"
        "Summary: Rules, notation and an engine for large-board chess variants\n"
        "Keywords: chess,variants,rules,engine\n"
        "Classifier: Programming Language :: C\n"
        "Classifier: Programming Language :: Python :: 3\n"
        "Classifier: Topic :: Games/Entertainment :: Board Games\n"
        "Classifier: Typing :: Typed\n"
        "Requires-Python: >=%d.%d\n"
        "Provides-Extra: numpy\n"
        "Requires-Dist: numpy ; extra == 'numpy'\n"
        "Description-Content-Type: text/markdown\n\n%s" % ((version(),) + OLDEST + (manual,))
    )


def tag():
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return "cp%d%d-abi3-%s" % (OLDEST + (system,))


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), done.stdout))


def has_headers():
    return os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))


def processors():
    """What the extension is compiled for: every processor, and one of the last ten years."""
    if platform.machine() in ("x86_64", "AMD64") and os.environ.get("APOTHECARY_PROCESSOR") != "":
        return [("_core", ""), ("_core_v3", "x86-64-v3")]
    return [("_core", "")]


def build_extension(folder, processor):
    """Compiles the extension; its path."""
    if not has_headers():
        sys.exit("no Python.h for %s: install python3-dev" % sys.executable)
    run(
        "cmake",
        "-S",
        ROOT,
        "-B",
        folder,
        # Release, except for tests, which have no time for optimisation.
        "-DCMAKE_BUILD_TYPE=" + os.environ.get("APOTHECARY_BUILD_TYPE", "Release"),
        "-DAPO_LIBRARY_ONLY=ON",
        "-DAPO_SHARED=OFF",
        "-DAPO_PYTHON=ON",
        "-DAPO_CPU=" + processor,
        "-DPython3_EXECUTABLE=" + sys.executable,
    )
    jobs = str(os.cpu_count() or 1)
    run("cmake", "--build", folder, "--target", "apothecary_python", "-j", jobs)
    return os.path.join(folder, "python", "apothecary", "_core.abi3.so")


def stripped(path):
    """The extension without debugging data."""
    copy = path + ".stripped"
    if shutil.which("strip"):
        run("strip", "--strip-debug", "-o", copy, path)
        path = copy
    with open(path, "rb") as stream:
        return stream.read()


def package_files():
    """Name in the wheel -> bytes, without the extension."""
    folder, files = os.path.join(HERE, "apothecary"), {}
    for name in sorted(os.listdir(folder)):
        if name.endswith((".py", ".pyi")) or name == "py.typed":
            with open(os.path.join(folder, name), "rb") as stream:
                files["apothecary/" + name] = stream.read()
    return files


def info_files():
    folder = "apothecary-%s.dist-info/" % version()
    with open(os.path.join(ROOT, "LICENSE"), "rb") as stream:
        licence = stream.read()
    wheel = "Wheel-Version: 1.0\nGenerator: apothecary\nRoot-Is-Purelib: false\nTag: %s\n" % tag()
    return {
        folder + "METADATA": metadata().encode(),
        folder + "WHEEL": wheel.encode(),
        folder + "LICENSE": licence,
    }


def write_wheel(path, files):
    record = "apothecary-%s.dist-info/RECORD" % version()
    lines = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append("%s,sha256=%s,%d\n" % (name, digest, len(content)))
    files[record] = ("".join(lines) + record + ",,\n").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = "apothecary-%s-%s.whl" % (version(), tag())
    files = package_files()
    with tempfile.TemporaryDirectory() as folder:
        for module, processor in processors():
            built = build_extension(os.path.join(folder, module), processor)
            files["apothecary/%s.abi3.so" % module] = stripped(built)
    files.update(info_files())
    write_wheel(os.path.join(wheel_directory, name), files)
    return name


def source_files():
    for source in SOURCES:
        path = os.path.join(ROOT, source)
        if os.path.isfile(path):
            yield source
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def build_sdist(sdist_directory, config_settings=None):
    base = "apothecary-%s" % version()
    packed = io.BytesIO()

    def add(archive, name, content):
        entry = tarfile.TarInfo(base + "/" + name)
        entry.size, entry.mode = len(content), 0o644
        archive.addfile(entry, io.BytesIO(content))

    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        add(archive, "PKG-INFO", metadata().encode())
        for name in source_files():
            with open(os.path.join(ROOT, name), "rb") as stream:
                add(archive, name, stream.read())
    with open(os.path.join(sdist_directory, base + ".tar.gz"), "wb") as stream:
        with gzip.GzipFile("", "wb", 9, stream, 0) as zipped:
            zipped.write(packed.getvalue())
    return base + ".tar.gz"


def main(arguments):
    out = arguments[0] if arguments else os.path.join(ROOT, "dist")
    if not has_headers():
        print("skipped: no Python.h for %s (package python3-dev)" % sys.executable, file=sys.stderr)
        return 77
    os.makedirs(out, exist_ok=True)
    for build in (build_sdist, build_wheel):
        print(os.path.join(out, build(out)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
