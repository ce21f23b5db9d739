#!/usr/bin/env python3
"""config/apothecary.service: systemd accepts it, and the command has the options it uses.

Skipped (77) where systemd-analyze is not installed.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import http_case


def read_unit():
    with open("config/apothecary.service", encoding="utf-8") as stream:
        return stream.read()


class Service(unittest.TestCase):
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

    def test_command_has_the_options(self):
        line = re.search(r"^ExecStart=(.*)$", read_unit(), re.M).group(1)
        known = subprocess.run(
            [http_case.COMMAND, "help", "serve"], check=True, capture_output=True, text=True
        ).stdout
        self.assertEqual(line.split()[1], "serve")
        for option in re.findall(r"--[a-z-]+", line):
            self.assertIn(option, known)


if __name__ == "__main__":
    if not shutil.which("systemd-analyze"):
        print("skipped: systemd-analyze is missing")
        sys.exit(77)
    http_case.main()
