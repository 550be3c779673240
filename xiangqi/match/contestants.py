"""Contestants: the built-in engine with options, or the command of any UCI or UCCI engine."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from xiangqi.engine.options import checked_value
from xiangqi.errors import XiangqiError
from xiangqi.i18n.message import Message

BUILT_IN: Final = "builtin"


@dataclass(frozen=True)
class Contestant:
    """An engine as specified on the command line."""

    name: str  # used until the engine has reported its own
    command: tuple[str, ...] | None  # program and arguments; None for the built-in engine
    options: tuple[tuple[str, str], ...] = ()  # names and values, in the order in which they are set


def parse_contestant(text: str, options: Sequence[str] = ()) -> Contestant:
    """Parse ``builtin``, ``builtin:Level=3,Hash=32`` or a command line.

    Args:
        text: the text; a command is split like in a shell, but run without one.
        options: further options as ``NAME=VALUE``.

    Raises:
        XiangqiError: the command is empty, an option has no ``=``, or the built-in engine does not accept it.
    """
    name, colon, listed = text.partition(":")
    if name != BUILT_IN:
        try:
            command = tuple(shlex.split(text))
        except ValueError as error:
            raise XiangqiError(
                Message("detail.no_engine_command", text=repr(text), reason=str(error))
            ) from None
        if not command:
            raise XiangqiError(Message("detail.engine_wanted", name=repr(BUILT_IN), text=repr(text)))
        return Contestant(command[0], command, tuple(map(_parse_option, options)))
    own = listed.split(",") if colon else []
    chosen = tuple(map(_parse_option, [*own, *options]))
    for option, value in chosen:
        try:
            checked_value(option, value)
        except ValueError as error:
            raise XiangqiError(Message("detail.of_engine", engine=BUILT_IN, reason=str(error))) from None
    return Contestant(" ".join([BUILT_IN, *(f"{option}={value}" for option, value in chosen)]), None, chosen)


def _parse_option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise XiangqiError(Message("detail.option_form", text=repr(text)))
    return name.strip(), value.strip()
