#!/usr/bin/env python3
"""config/apothecary.service: systemd accepts it, the command has the options it uses, and what it
forbids is not needed: a filter of system calls, as systemd sets it, is emulated here.

Without systemd-analyze, systemd is not asked.
"""
import ctypes
import os
import platform
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import unittest

import http_case

# By machine: its number for seccomp, and that of the system call socket.
MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}


def read_unit():
    with open("config/apothecary.service", encoding="utf-8") as stream:
        return stream.read()


def filter_sockets(families):
    """Lets this process open sockets of these families only, as RestrictAddressFamilies does."""
    machine, call = MACHINES[platform.machine()]
    code = [(0x20, 0, 0, 4), (0x15, 1, 0, machine), (0x06, 0, 0, 0x7FFF0000)]
    code += [(0x20, 0, 0, 0), (0x15, 1, 0, call), (0x06, 0, 0, 0x7FFF0000), (0x20, 0, 0, 16)]
    for i, family in enumerate(families):
        code.append((0x15, len(families) - i, 0, family))
    code.append((0x06, 0, 0, 0x00050000 | 97))  # EAFNOSUPPORT
    code.append((0x06, 0, 0, 0x7FFF0000))
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    library = ctypes.CDLL(None, use_errno=True)

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]

    given = Program(len(code), ctypes.addressof(program))
    if library.prctl(38, 1, 0, 0, 0) != 0:  # PR_SET_NO_NEW_PRIVS
        raise OSError(ctypes.get_errno())
    if library.prctl(22, 2, ctypes.byref(given), 0, 0) != 0:  # PR_SET_SECCOMP
        raise OSError(ctypes.get_errno())


class Emulated(unittest.TestCase):
    @unittest.skipUnless(platform.machine() in MACHINES, "no numbers for this machine")
    def test_moderation(self):
        """Moderation works under the unit's restrictions, and without AF_UNIX it would not."""
        try:
            subprocess.run(["true"], check=True, preexec_fn=lambda: filter_sockets([1]))
        except subprocess.SubprocessError:
            self.skipTest("this machine allows no filters of system calls")
        line = re.search(r"^RestrictAddressFamilies=(.*)$", read_unit(), re.M).group(1)
        families = [int(getattr(socket, word)) for word in line.split()]
        self.assertTrue(self.moderates(families))
        self.assertFalse(self.moderates([int(socket.AF_INET), int(socket.AF_INET6)]))

    def moderates(self, families):
        with tempfile.TemporaryDirectory() as folder:
            command = [http_case.COMMAND, "serve", "--listen", "127.0.0.1:0", "--data", folder]
            with open(os.path.join(folder, "log"), "wb") as log:
                server = subprocess.Popen(
                    command,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    preexec_fn=lambda: filter_sockets(families),
                )
            try:
                line = server.stdout.readline().decode()
                self.assertTrue(line.startswith("Open http://"), line)
                done = subprocess.run(
                    [http_case.COMMAND, "moderate", "mute", "nobody", "--data", folder],
                    capture_output=True,
                    text=True,
                    timeout=http_case.WAIT_S,
                )
                # The server has answered that there is no such account.
                return "no account" in done.stderr
            finally:
                server.terminate()
                server.wait(http_case.WAIT_S)
                server.stdout.close()


class Service(unittest.TestCase):
    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is missing")
    def test_systemd_understands_it(self):
        text = read_unit().replace("/usr/local/bin/apothecary", os.path.abspath(http_case.COMMAND))
        # The manual page is installed with the command.
        text = re.sub(r"^Documentation=.*\n", "", text, flags=re.M)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "apothecary.service")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
            result = subprocess.run(
                ["systemd-analyze", "verify", "--man=no", path],
                capture_output=True,
                text=True,
                timeout=300,
            )
        ours = [line for line in result.stderr.splitlines() if "apothecary.service" in line]
        self.assertEqual(ours, [])

    def verify_with(self, drop_in):
        """What systemd says of the unit with a drop-in."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "apothecary.service")
            text = read_unit().replace(
                "/usr/local/bin/apothecary", os.path.abspath(http_case.COMMAND)
            )
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(re.sub(r"^Documentation=.*\n", "", text, flags=re.M))
            os.mkdir(path + ".d")
            shutil.copy(drop_in, path + ".d")
            result = subprocess.run(
                ["systemd-analyze", "verify", "--man=no", path],
                capture_output=True,
                text=True,
                timeout=300,
            )
        return [line for line in result.stderr.splitlines() if "apothecary" in line]

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is missing")
    def test_key_of_a_secrets_manager(self):
        """systemd accepts the drop-in; the server looks for the name of its credential, which
        http.data_folder tries."""
        path = "config/apothecary-key.conf"
        self.assertEqual(self.verify_with(path), [])
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        name = re.search(r"^LoadCredentialEncrypted=(.*)$", text, re.M).group(1)
        self.assertEqual(name, "apothecary.key")
        self.assertIn("--name=%s " % name, text)
        said = subprocess.run(
            [http_case.COMMAND, "help", "serve"], check=True, capture_output=True, text=True
        ).stdout
        self.assertIn("credential %s" % name, " ".join(said.split()))

    def test_log_is_out_of_reach(self):
        """The unit sends what is logged to a journal of its own and lets the server write nowhere
        but in its data folder; the journal is kept, and sealed."""
        unit = dict(re.findall(r"^(\w+)=(.*)$", read_unit(), re.M))
        self.assertEqual(unit["LogNamespace"], "apothecary")
        self.assertEqual((unit["StandardOutput"], unit["StandardError"]), ("journal", "journal"))
        self.assertEqual(unit["ProtectSystem"], "strict")
        self.assertEqual((unit["DynamicUser"], unit["CapabilityBoundingSet"]), ("yes", ""))
        for word in ("ReadWritePaths", "LogsDirectory", "Group", "SupplementaryGroups"):
            self.assertNotIn(word, unit)
        with open("config/journald@apothecary.conf", encoding="utf-8") as stream:
            journal = dict(re.findall(r"^(\w+)=(.*)$", stream.read(), re.M))
        self.assertEqual((journal["Storage"], journal["Seal"]), ("persistent", "yes"))

    def test_command_has_the_options(self):
        line = re.search(r"^ExecStart=(.*)$", read_unit(), re.M).group(1)
        known = subprocess.run(
            [http_case.COMMAND, "help", "serve"], check=True, capture_output=True, text=True
        ).stdout
        self.assertEqual(line.split()[1], "serve")
        for option in re.findall(r"--[a-z-]+", line):
            self.assertIn(option, known)


http_case.main()
