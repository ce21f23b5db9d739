"""Running the command and comparing what it says. A test is a script:

    from command import Test
    test = Test()                       # the command's path is the script's first argument
    test.expect(["moves", "modern", "14", "--from", "b2"], out="b2a2\\nb2b1\\n")
    test.end()

expect() compares what is given: `out` and `err` whole, `has` and `err_has` as parts (one or a
list), `lacks` as parts that must not be there, `code` the exit status (0 if not given).
"""
import os
import subprocess
import sys
import tempfile


class Test:
    def __init__(self):
        if len(sys.argv) < 2:
            sys.exit("usage: %s PATH-OF-APOTHECARY" % sys.argv[0])
        self.path = os.path.abspath(sys.argv[1])
        self.failed = 0
        self.count = 0
        # A home of its own: games are recorded there.
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name

    def environment(self, changes=None):
        env = {
            name: value
            for name, value in os.environ.items()
            if name not in ("XDG_DATA_HOME", "NO_COLOR", "COLUMNS", "TMPDIR")
        }
        env.update({"HOME": self.folder, "TERM": "xterm-256color", "LC_ALL": "C"})
        env.update(changes or {})
        return {name: value for name, value in env.items() if value is not None}

    def run(self, arguments, stdin="", env=None):
        return subprocess.run(
            [self.path] + arguments,
            input=stdin,
            text=True,
            capture_output=True,
            env=self.environment(env),
            cwd=self.folder,
            timeout=300,
        )

    def fail(self, arguments, message, detail=""):
        self.failed += 1
        print("FAILED apothecary %s\n  %s" % (" ".join(repr(a) for a in arguments), message))
        for line in detail.splitlines():
            print("  | " + line)

    def check(self, is_right, message, detail=""):
        self.count += 1
        if not is_right:
            self.fail([], message, detail)

    def expect(
        self,
        arguments,
        code=0,
        out=None,
        err=None,
        has=(),
        err_has=(),
        lacks=(),
        stdin="",
        env=None,
    ):
        self.count += 1
        done = self.run(arguments, stdin, env)
        said = done.stdout + done.stderr
        if done.returncode != code:
            self.fail(arguments, "exit status %d, expected %d" % (done.returncode, code), said)
        if out is not None and done.stdout != out:
            self.fail(arguments, "expected on stdout: %r" % out, done.stdout)
        if err is not None and done.stderr != err:
            self.fail(arguments, "expected on stderr: %r" % err, done.stderr)
        for part in [has] if isinstance(has, str) else has:
            if part not in done.stdout:
                self.fail(arguments, "stdout lacks %r" % part, done.stdout)
        for part in [err_has] if isinstance(err_has, str) else err_has:
            if part not in done.stderr:
                self.fail(arguments, "stderr lacks %r" % part, done.stderr)
        for part in [lacks] if isinstance(lacks, str) else lacks:
            if part in said:
                self.fail(arguments, "should not say %r" % part, said)
        return done

    def end(self):
        print("%d checks, %d failed" % (self.count, self.failed))
        self._folder.cleanup()
        sys.exit(1 if self.failed else 0)
