"""UCCI 3.0, the protocol of Chinese programs: conversion of messages to lines and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from xiangqi.engine.common.types import Option
from xiangqi.protocol import command_reader, messages
from xiangqi.protocol.line_words import is_move, read_option
from xiangqi.protocol.uci import Uci, parse_bestmove

MINOR_PIECE_CP = 450
"""UCCI's scores are hundredths of a horse or cannon, which is worth this many of our centipawns."""

_MATE = 10_000  # a mate in n plies scores this minus n
_MATE_BAND = 9_800
_UCI = Uci()


@dataclass(frozen=True)
class Ucci:
    """The UCCI dialect."""

    milliseconds: bool = False  # whether ``usemillisec`` is on; otherwise times are written in seconds
    name = "ucci"

    def parse_command(self, line: str) -> messages.Command | None:
        """Parse a line sent to an engine; None for an unknown command.

        Raises:
            ProtocolError: a known command is invalid.
        """
        return command_reader.parse_command(line, 1 if self.milliseconds else 1000)

    def format_command(self, command: messages.Command) -> str:
        """Return the line for a command."""
        match command:
            case messages.Handshake():
                return "ucci"
            case messages.SetOption(name, value):
                return f"setoption {name}" + ("" if value is None else f" {value}")
            case messages.StartNewGame():
                return "setoption newgame"
            case messages.PonderHit(offers_draw):
                return "ponderhit draw" if offers_draw else "ponderhit"
            case messages.Go():
                return self._format_go(command)
        return _UCI.format_command(command)

    def _format_go(self, go: messages.Go) -> str:
        """Return ``go`` with one limit, as UCCI allows no more: time before nodes before depth."""
        mode = "go ponder" if go.ponder else "go draw" if go.offers_draw else "go"
        if go.infinite:
            return f"{mode} depth infinite"
        if go.movetime_ms is not None:
            return f"{mode} time {self._units(go.movetime_ms)}"
        if go.mover is not None and go.mover.moves_to_go is not None:
            return f"{mode} time {self._units(go.mover.time_ms)} movestogo {go.mover.moves_to_go}"
        if go.mover is not None:
            return (
                f"{mode} time {self._units(go.mover.time_ms)} increment {self._units(go.mover.increment_ms, 0)}"
            )
        if go.nodes is not None:
            return f"{mode} nodes {go.nodes}"
        return f"{mode} depth {'infinite' if go.depth is None else go.depth}"

    def _units(self, time_ms: int, least: int = 1) -> int:
        return time_ms if self.milliseconds else max(least, time_ms // 1000)

    def parse_reply(self, line: str) -> messages.Reply | None:
        """Parse a line sent by an engine; None if it has no meaning."""
        words = line.split()
        match words:
            case ["option", name, *rest]:
                option = read_option(name, rest)
                return messages.OptionOffer(option) if option else None
            case ["ucciok"]:
                return messages.HandshakeDone("ucci")
            case ["info", "message", *rest]:
                return messages.Note(" ".join(rest))
            case ["info", *rest]:
                return _parse_info(rest)
            case ["bestmove", *rest]:
                return parse_bestmove(rest)
            case ["nobestmove", *_]:
                return messages.BestMove(None)
            case ["pophash", *rest]:
                return _parse_pophash(rest)
            case ["bye"]:
                return messages.Bye()
        return _UCI.parse_reply(line)

    def format_reply(self, reply: messages.Reply) -> str:
        """Return the line for a reply."""
        match reply:
            case messages.OptionOffer(option):
                return f"option {option.name} {_format_option(option)}"
            case messages.HandshakeDone():
                return "ucciok"
            case messages.InfoMessage():
                return _format_info(reply)
            case messages.Note(text):
                return f"info message {text}"
            case messages.BestMove(None):
                return "nobestmove"
            case messages.BestMove():
                words = ["draw"] * reply.draw + ["resign"] * reply.resign
                return " ".join([_UCI.format_reply(reply), *words])
            case messages.ProbeAnswer():
                return _format_pophash(reply)
            case messages.Bye():
                return "bye"
        return _UCI.format_reply(reply)


def _parse_info(words: Sequence[str]) -> messages.InfoMessage | None:
    """Parse the words after ``info``, skipping invalid numbers; return None if that leaves nothing.

    A bare score becomes centipawns or a mate.
    """
    if "score" in words[:-1]:
        where = list(words).index("score")
        words = [
            *words[: where + 1],
            *(["cp"] if words[where + 1] not in ("cp", "mate") else []),
            *words[where + 1 :],
        ]
    info = _UCI.parse_reply(" ".join(["info", *words]))
    if not isinstance(info, messages.InfoMessage) or info.score_cp is None:
        return info if isinstance(info, messages.InfoMessage) else None
    score = info.score_cp
    if abs(score) > _MATE_BAND:
        moves = max(0, _MATE - abs(score) + 1) // 2
        return replace(info, score_cp=None, mate=moves if score > 0 else -moves)
    return replace(info, score_cp=score * MINOR_PIECE_CP // 100)


def _parse_pophash(words: Sequence[str]) -> messages.ProbeAnswer:
    """Parse the words after ``pophash``; invalid parts are skipped."""
    told = dict(pairwise(words))
    move = told.get("bestmove", "")
    return messages.ProbeAnswer(
        move=move if is_move(move) else None,
        lower=_parse_bound(words, "lowerbound"),
        upper=_parse_bound(words, "upperbound"),
    )


def _parse_bound(words: Sequence[str], kind: str) -> messages.InfoMessage | None:
    if kind not in words:
        return None
    match words[list(words).index(kind) + 1 :]:
        case [score, "depth", depth, *_]:
            return _parse_info(["depth", depth, "score", score])
    return None


def _format_pophash(answer: messages.ProbeAnswer) -> str:
    words = ["pophash", *(["bestmove", answer.move] if answer.move else [])]
    for kind, bound in (("lowerbound", answer.lower), ("upperbound", answer.upper)):
        if bound is not None:
            words.append(f"{kind} {_score(bound)} depth {bound.depth}")
    return " ".join(words)


def _format_info(info: messages.InfoMessage) -> str:
    """Return the line for a report as far as UCCI can express it, with time and nodes first, as is usual there.

    Lines after the first are marked with UCI's ``multipv``, which UCCI lacks: otherwise the last one would pass
    for the best.
    """
    words = ["info"]
    words += [f"time {info.time_ms}"] if info.time_ms is not None else []
    words += [f"nodes {info.nodes}"] if info.nodes is not None else []
    words += [f"depth {info.depth}"] if info.depth is not None else []
    words += [f"multipv {info.multipv}"] if info.multipv > 1 else []
    score = _score(info)
    words += [f"score {score}"] if score is not None else []
    words += ["pv", *info.pv] if info.pv else []
    return " ".join(words)


def _score(info: messages.InfoMessage) -> int | None:
    if info.mate is not None:
        return _MATE + 1 - 2 * info.mate if info.mate > 0 else -_MATE - 2 * info.mate
    return None if info.score_cp is None else round(info.score_cp * 100 / MINOR_PIECE_CP)


def _format_option(option: Option) -> str:
    """Return an option's description from the word ``type`` on, in the order of UCCI."""
    words = [f"type {option.type}"]
    words += [
        f"{word} {value}" for word, value in (("min", option.min), ("max", option.max)) if value is not None
    ]
    words += [f"var {choice}" for choice in option.choices]
    words += [f"default {option.default}"] if option.default else []
    return " ".join(words)
