"""The manual page and the completion, both generated from the command tables."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from command import Test  # noqa: E402

test = Test()

# The manual page has every command and option, and groff has nothing to complain about.
manual = test.expect(["help", "--man"], err="", has=[".TH APOTHECARY 1", ".SH EXIT STATUS"]).stdout
for name in (
    "play show moves explain apply status convert replay variants fen check perft " "help"
).split():
    test.check(".SS apothecary %s " % name in manual, "the manual has " + name)
for option in ("\\-\\-divide", "\\-\\-handicap", "\\-\\-record", "\\-\\-from"):
    test.check(option in manual, "the manual has " + option)
# The engine's page has every option of both protocols.
of_engine = test.expect(["help", "--man", "engine"], err="", has=[".TH APOTHECARY\\-ENGINE 6"])
for option in "UCI_Variant VariantPath Hash Threads MultiPV Level Start".split():
    test.check(".B %s\n" % option in of_engine.stdout, "the engine's manual has " + option)
for page in (manual, of_engine.stdout) if shutil.which("groff") else ():
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-z"], input=page, text=True, capture_output=True
    )
    test.check(done.stderr == "" and done.returncode == 0, "groff", done.stderr)


def complete(*words):
    return test.expect(["complete", "--"] + list(words), err="").stdout.split()


# What completion offers in the shell.
test.check(
    {"show", "status", "solve", "selfplay", "serve"} == set(complete("s")),
    "s<tab>",
    str(complete("s")),
)
test.check("complete" not in complete(""), "hidden commands are not offered")
for name in complete(""):
    text = test.expect([name, "--help"], err="").stdout
    test.check("\\n" not in text, name + " --help has its line breaks", text)
test.check(
    set(complete("perft", "--")) >= {"--divide", "--threads", "--json", "--help"},
    "options of perft",
    str(complete("perft", "--")),
)
test.check({"alert", "modern", "prequel"} <= set(complete("moves", "")), "variants")
test.check(complete("moves", "preq") == ["prequel"], "moves preq<tab>")
test.check(complete("fen", "classic:") == ["classic:brouhaha-joker"], "start names")
test.check(
    complete("convert", "modern", "14", "e3e5", "--to", "") == ["coordinate", "san", "courier"],
    "values of --to",
)
test.check(complete("help", "pe") == ["perft"], "help pe<tab>")

# The script, as bash runs it.
script = test.expect(["help", "--bash"], err="").stdout
bash = shutil.which("bash")
if bash:

    def tab(line, point_word):
        words = line.split(" ")
        quoted = " ".join("'%s'" % word for word in words)
        program = (
            script + "\nCOMP_WORDS=(%s); COMP_CWORD=%d; _apothecary; "
            'printf "%%s\\n" "${COMPREPLY[@]}"' % (quoted, point_word)
        )
        done = subprocess.run(
            [bash, "--norc", "-c", program],
            text=True,
            capture_output=True,
            env=test.environment({"PATH": os.environ["PATH"]}),
        )
        test.check(done.stderr == "", "bash completes " + line, done.stderr)
        return done.stdout.split()

    test.check(tab(test.path + " expl", 1) == ["explain"], "bash: expl<tab>")
    test.check(tab(test.path + " moves modern 14 --fr", 4) == ["--from"], "bash: --fr<tab>")
    test.check(tab(test.path + " moves pre", 2) == ["prequel"], "bash: pre<tab>")
if shutil.which("shellcheck"):
    done = subprocess.run(
        ["shellcheck", "-s", "bash", "-"], input=script, text=True, capture_output=True
    )
    test.check(done.returncode == 0, "shellcheck of the script", done.stdout)

# zsh and fish: the scripts are read without a fault; fish can be asked what it would offer.
for shell in ("zsh", "fish"):
    script = test.expect(["help", "--" + shell], err="", has="apothecary").stdout
    if not shutil.which(shell):
        print("skipped: %s is not installed" % shell)
        continue
    path = os.path.join(test.folder, "completion." + shell)
    with open(path, "w") as file:
        file.write(script)
    done = subprocess.run([shell, "-n", path], text=True, capture_output=True)
    test.check(done.returncode == 0 and done.stderr == "", shell + " reads the script", done.stderr)
if shutil.which("fish"):
    for line, wanted in (
        ("apothecary expl", "explain"),
        ("apothecary moves modern 14 --fr", "--from"),
        ("apothecary moves pre", "prequel"),
    ):
        done = subprocess.run(
            ["fish", "-c", "source %s; complete -C '%s'" % (path, line)],
            text=True,
            capture_output=True,
            env=test.environment(
                {"PATH": os.path.dirname(test.path) + os.pathsep + os.environ["PATH"]}
            ),
        )
        test.check(done.stdout.split() == [wanted], "fish: " + line, done.stdout + done.stderr)
test.end()
