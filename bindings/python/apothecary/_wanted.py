"""Checks the types of arguments: a TypeError says which type is wanted."""

from __future__ import annotations

from typing import Any


def wanted(value: Any, kind: Any, what: str) -> Any:
    """The value, if it is of this type or one of a tuple of types; `what` names it: "a Board"."""
    if not isinstance(value, kind):
        raise TypeError("expected %s, not %s" % (what, type(value).__name__))
    return value


def wanted_call(value: Any, name: str) -> None:
    """Raises a TypeError if the argument `name` is neither None nor callable."""
    if value is not None and not callable(value):
        raise TypeError("%s must be a function, not %s" % (name, type(value).__name__))
