#!/usr/bin/env python3
"""The library as an outside user meets it: built with a C compiler, CMake and make alone,
installed, moved elsewhere, and used by the examples through CMake's find_package and through
pkg-config.

It is built from the source archive of the Python package, which has less of this tree than others
have.

usage: install.py        (in the root of the source tree)
"""
import glob
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join("bindings", "python"))
import backend  # noqa: E402
import check_exports  # noqa: E402

# All that building the library may need. as, ld and the like are the compiler's own.
NEEDED = ["sh", "cc", "gcc", "as", "ld", "ar", "ranlib", "make", "cmake"]
WANTED = ["g++", "pkg-config", "nm"]

# As Debian has it: the deepest place that a library is put.
LIBRARY_FOLDER = os.path.join(
    "lib",
    subprocess.run(
        ["gcc", "-print-multiarch"], check=True, capture_output=True, text=True
    ).stdout.strip(),
)

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


def bare_environment(folder):
    """Programs are found in a folder that has only what is needed."""
    programs = os.path.join(folder, "bin")
    os.mkdir(programs)
    for name in NEEDED:
        os.symlink(shutil.which(name), os.path.join(programs, name))
    environment = {"PATH": programs, "HOME": folder, "LC_ALL": "C"}
    cache = shutil.which("ccache")
    if cache:  # this test compiles the same again and again; a stranger would not
        environment["CMAKE_C_COMPILER_LAUNCHER"] = cache
        for name in ("CCACHE_DIR", "CCACHE_CONFIGPATH"):
            if name in os.environ:
                environment[name] = os.environ[name]
        environment["CCACHE_BASEDIR"] = folder  # which has another name each time
        environment.setdefault("CCACHE_DIR", os.path.expanduser("~/.cache/ccache"))
    return environment


def unpack_sources(folder):
    """The folder with the sources that the archive has."""
    with tarfile.open(os.path.join(folder, backend.build_sdist(folder))) as packed:
        packed.extractall(folder)
        return os.path.join(folder, packed.getnames()[0].split("/")[0])


def install(folder):
    """Builds and installs the library; gives the folder, which has moved since."""
    environment, build = bare_environment(folder), os.path.join(folder, "build")
    first, prefix = os.path.join(folder, "first"), os.path.join(folder, "moved", "here")
    said = run(
        "cmake",
        "-G",
        "Unix Makefiles",
        "-S",
        unpack_sources(folder),
        "-B",
        build,
        "-DAPO_LIBRARY_ONLY=ON",
        "-DCMAKE_BUILD_TYPE=None",  # compiled fastest: neither optimised nor -g
        "-DCMAKE_INSTALL_LIBDIR=" + LIBRARY_FOLDER,
        env=environment,
    )
    said += run("cmake", "--build", build, "-j2", env=environment)
    expect("warning" not in said.lower(), "building is not silent:\n" + said)
    run("cmake", "--install", build, "--prefix", first, env=environment)
    os.mkdir(os.path.dirname(prefix))
    os.rename(first, prefix)
    return prefix


def check_files(prefix):
    library = os.path.join(prefix, LIBRARY_FOLDER)
    headers = sorted(
        os.path.relpath(path, "include") for path in glob.glob("include/apothecary/*.h")
    )
    installed = sorted(
        os.path.relpath(os.path.join(folder, name), os.path.join(prefix, "include"))
        for folder, _, names in os.walk(os.path.join(prefix, "include"))
        for name in names
    )
    expect(installed == headers, "installed headers: %s" % installed)
    expect(sorted(os.listdir(prefix)) == ["include", "lib"], "installed: %s" % os.listdir(prefix))
    shared = os.path.join(library, "libapothecary.so")
    expect(os.readlink(shared) == "libapothecary.so.0", "libapothecary.so has no soname")
    faults.extend(check_exports.check(shared, os.path.join(prefix, "include")))
    needed = {
        line.split()[0].split("@")[0]
        for line in run(
            "nm", "--dynamic", "--undefined-only", "--format=posix", shared
        ).splitlines()
    }
    expect(
        not needed & {"exit", "abort", "printf", "puts", "stdout", "stderr", "perror"},
        "the library prints or ends the program: %s" % sorted(needed),
    )


def check_program(program, name, environment):
    with open("examples/%s.out" % name, encoding="utf-8") as stream:
        expected = stream.read()
    said = run(program, env=environment)
    expect(said == expected, "%s prints\n%s" % (program, said))


def examples():
    return sorted(
        os.path.basename(path).rsplit(".", 1)[0]
        for path in glob.glob("examples/*.c") + glob.glob("examples/*.cpp")
    )


def check_find_package(prefix, folder):
    build = os.path.join(folder, "examples")
    run(
        "cmake",
        "-G",
        "Unix Makefiles",
        "-S",
        "examples",
        "-B",
        build,
        "-DCMAKE_PREFIX_PATH=" + prefix,
        "-DCMAKE_C_COMPILER=gcc",
        "-DCMAKE_CXX_COMPILER=g++",
        "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror -pedantic",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror -pedantic",
        "-DCMAKE_BUILD_RPATH=",
    )
    run("cmake", "--build", build, "-j2")
    for name in examples():
        check_program(os.path.join(build, name), name, None)
    check_program(os.path.join(build, "embed_static"), "embed", None)
    expect(
        "libapothecary" not in run("nm", "--dynamic", os.path.join(build, "embed_static"))
        and "apo_play"
        not in run("nm", "--dynamic", "--undefined-only", os.path.join(build, "embed_static")),
        "the static program needs the shared library",
    )


def check_subdirectory(folder):
    """As part of another project there is the library alone, and nothing of it is installed."""
    source = os.path.join(folder, "whole")
    os.mkdir(source)
    with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as stream:
        stream.write(
            "cmake_minimum_required(VERSION 3.25)\nproject(whole LANGUAGES C)\n"
            "add_subdirectory(%s apothecary)\nadd_executable(game %s)\n"
            "target_link_libraries(game PRIVATE apothecary::static)\n"
            'if(TARGET apothecary)\n    message(FATAL_ERROR "the command is built")\nendif()\n'
            % (os.getcwd(), os.path.abspath("examples/embed.c"))
        )
    build = os.path.join(source, "build")
    run("cmake", "-S", source, "-B", build)
    run("cmake", "--install", build, "--prefix", os.path.join(source, "nothing"))
    expect(
        not os.path.exists(os.path.join(source, "nothing")),
        "a part of another project installs files",
    )


def check_pkg_config(prefix, folder):
    library = os.path.join(prefix, LIBRARY_FOLDER)
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(library, "pkgconfig"))
    flags = run("pkg-config", "--cflags", "--libs", "apothecary", env=environment).split()
    for name in examples():
        source = glob.glob("examples/%s.c*" % name)[0]
        compiler = ["g++", "-std=c++17"] if source.endswith(".cpp") else ["gcc", "-std=c11"]
        program = os.path.join(folder, name + "_pc")
        run(*compiler, source, *flags, "-o", program)
        check_program(program, name, dict(os.environ, LD_LIBRARY_PATH=library))
    static = run("pkg-config", "--static", "--libs", "apothecary", env=environment).split()
    static = [
        os.path.join(library, "libapothecary.a") if word == "-lapothecary" else word
        for word in static
    ]
    program = os.path.join(folder, "embed_archive")
    run(
        "gcc",
        "-std=c11",
        "-I" + os.path.join(prefix, "include"),
        "examples/embed.c",
        *static,
        "-o",
        program,
    )
    check_program(program, "embed", None)


def main():
    missing = [name for name in NEEDED + WANTED if not shutil.which(name)]
    if missing:
        print("skipped: missing " + " ".join(missing))
        return 77
    with tempfile.TemporaryDirectory() as folder:
        prefix = install(folder)
        check_files(prefix)
        check_find_package(prefix, folder)
        check_pkg_config(prefix, folder)
        check_subdirectory(folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    print("library: %d examples, %d faults" % (len(examples()), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
