"""Programs with a copy for each processor (cmake/programs.cmake): the best copy that runs here is
chosen, a particular one can be requested, and releases run on every x86-64 processor."""
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The release must not be compiled for the processor that compiles it.
with open(os.path.join(ROOT, "CMakePresets.json"), encoding="utf-8") as file:
    presets = {preset["name"]: preset for preset in json.load(file)["configurePresets"]}
for name in ("release", "engine", "engine-windows"):
    settings = presets[name]["cacheVariables"]
    test.check("APO_CPU" not in settings, "preset %s is for one processor" % name)
    last = settings["APO_PROCESSORS"].split(";")[-1]
    test.check(last == "x86-64", "preset %s: the last copy runs on %s" % (name, last))

if platform.machine() != "x86_64":
    print("skipped: this is no x86-64 processor")
    test.end()

# The chooser alone, with copies that say their names and their arguments.
STUB = """
#include <stdio.h>
int apo_main_best(int argc, char **argv);
int apo_main_plain(int argc, char **argv);
int apo_main_best(int argc, char **argv) { printf("best %d %s", argc, argv[1]); return 3; }
int apo_main_plain(int argc, char **argv) { printf("plain %d %s", argc, argv[1]); return 4; }
"""
chooser = os.path.join(ROOT, "src", "cli", "processor", "choose.c")
with tempfile.TemporaryDirectory() as folder:
    stub = os.path.join(folder, "stub.c")
    program = os.path.join(folder, "program")
    with open(stub, "w", encoding="utf-8") as file:
        file.write(STUB)
    copies = 'COPY(best, "x86-64-v3") COPY(plain, "x86-64")'
    subprocess.run(
        ["gcc", "-std=c11", "-DAPO_PROCESSORS=" + copies, chooser, stub, "-o", program], check=True
    )

    def choose(wanted=None, runner=()):
        return subprocess.run(
            list(runner) + [program, "word"],
            text=True,
            capture_output=True,
            env=test.environment({"APOTHECARY_PROCESSOR": wanted} if wanted else {}),
        )

    done = choose("x86-64")
    test.check(done.stdout == "plain 2 word" and done.returncode == 4, "the plain copy", str(done))
    done = choose()
    test.check(done.stdout[:5] in ("best ", "plain"), "some copy", str(done))
    done = choose("pentium")
    test.check(done.returncode == 2 and "x86-64-v3" in done.stderr, "no such copy", str(done))
    if shutil.which("qemu-x86_64"):
        old = ("qemu-x86_64", "-cpu", "qemu64")
        done = choose(None, old)
        test.check(done.stdout == "plain 2 word", "an old processor", str(done))
        done = choose("x86-64-v3", old)
        test.check(done.returncode == 2, "a copy that cannot run here", str(done))
    else:
        print("skipped: qemu-x86_64 is not installed: no old processor to try")
test.end()
