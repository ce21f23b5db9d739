"""Chooses the extension for this processor: the wheel has one for every processor and a faster one
for those of the last ten years. Imported before everything else."""

from __future__ import annotations

import importlib.util
import os
import sys

FAST = "x86-64-v3"
FAST_FLAGS = {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
FAST_FILE = os.path.join(os.path.dirname(__file__), "_core_v3.abi3.so")


def _is_fast(cpuinfo: str) -> bool:
    """True if the first processor of /proc/cpuinfo has all that x86-64-v3 requires."""
    for line in cpuinfo.split("\n"):
        name, _, flags = line.partition(":")
        if name.strip() == "flags":
            return FAST_FLAGS <= set(flags.split())
    return False


def _choose() -> str:
    """Loads the faster extension as apothecary._core where it runs.

    Returns the processor that it is for, or "".
    """
    wanted = os.environ.get("APOTHECARY_PROCESSOR")
    if wanted not in (None, FAST) or not os.path.exists(FAST_FILE):
        return ""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as stream:
            if not _is_fast(stream.read(16384)):
                return ""
    except OSError:
        return ""
    spec = importlib.util.spec_from_file_location("apothecary._core", FAST_FILE)
    if spec is None or spec.loader is None:
        return ""
    module = importlib.util.module_from_spec(spec)
    sys.modules["apothecary._core"] = module
    spec.loader.exec_module(module)
    setattr(sys.modules["apothecary"], "_core", module)
    return FAST


PROCESSOR = _choose()
