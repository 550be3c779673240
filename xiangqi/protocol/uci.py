"""UCI as spoken by Xiangqi engines: conversion of messages to lines and back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from xiangqi.engine.common.types import Option
from xiangqi.protocol import command_reader, messages
from xiangqi.protocol.line_words import is_move, leading_moves, read_option, sections, whole_number

_NUMBERS = {"depth": "depth", "seldepth": "seldepth", "multipv": "multipv", "nodes": "nodes", "nps": "nps"}
_NUMBERS |= {"hashfull": "hashfull", "time": "time_ms"}
_SCORES = {"cp": "score_cp", "mate": "mate"}
_BOUNDS = {"lowerbound": "lower", "upperbound": "upper"}
_BOUND_WORDS = {value: word for word, value in _BOUNDS.items()}


class Uci:
    """The UCI dialect."""

    name = "uci"

    def parse_command(self, line: str) -> messages.Command | None:
        """Parse a line sent to an engine; None for an unknown command.

        Raises:
            ProtocolError: a known command is invalid.
        """
        return command_reader.parse_command(line)

    def format_command(self, command: messages.Command) -> str:
        """Return the line for a command."""
        match command:
            case messages.Handshake():
                return "uci"
            case messages.IsReady():
                return "isready"
            case messages.SetOption(name, value):
                return f"setoption name {name}" + ("" if value is None else f" value {value}")
            case messages.StartNewGame():
                return "ucinewgame"
            case messages.SetPosition():
                return format_position(command)
            case messages.BanMoves(moves):
                return " ".join(["banmoves", *moves])
            case messages.Go():
                return _format_go(command)
            case messages.Stop():
                return "stop"
            case messages.PonderHit():
                return "ponderhit"
            case messages.ProbeTable(position):
                return format_position(position).replace("position", "probe", 1)
            case messages.QuitEngine():
                return "quit"

    def parse_reply(self, line: str) -> messages.Reply | None:
        """Parse a line sent by an engine; None if it has no meaning."""
        words = line.split()
        match words:
            case ["id", key, *rest]:
                return messages.Identity(key, " ".join(rest))
            case ["option", "name", *rest]:
                name = rest[: rest.index("type")] if "type" in rest else rest
                option = read_option(" ".join(name), rest[len(name) :])
                return messages.OptionOffer(option) if option else None
            case ["uciok"]:
                return messages.HandshakeDone("uci")
            case ["readyok"]:
                return messages.Ready()
            case ["info", "string", *rest]:
                return messages.Note(" ".join(rest))
            case ["info", *rest]:
                return _parse_info(rest)
            case ["bestmove", *rest]:
                return parse_bestmove(rest)
        return None

    def format_reply(self, reply: messages.Reply) -> str:
        """Return the line for a reply; "" if UCI cannot express it."""
        match reply:
            case messages.Identity(key, value):
                return f"id {key} {value}"
            case messages.OptionOffer(option):
                return f"option name {option.name} {format_option(option)}"
            case messages.HandshakeDone():
                return "uciok"
            case messages.Ready():
                return "readyok"
            case messages.InfoMessage():
                return _format_info(reply)
            case messages.Note(text):
                return f"info string {text}"
            case messages.BestMove():
                ponder = f" ponder {reply.ponder}" if reply.ponder else ""
                return f"bestmove {reply.move or '(none)'}{ponder}"
        return ""


def format_position(position: messages.SetPosition) -> str:
    """Return ``position …`` as in both protocols."""
    text = "position startpos" if position.fen is None else f"position fen {position.fen}"
    return " ".join([text, "moves", *position.moves]) if position.moves else text


def format_option(option: Option) -> str:
    """Return an option's description from the word ``type`` on, with its parts in UCI's order."""
    words = [f"type {option.type}"]
    if option.type != "button":
        words.append(f"default {option.default or '<empty>'}")
    words += [
        f"{word} {value}" for word, value in (("min", option.min), ("max", option.max)) if value is not None
    ]
    words += [f"var {choice}" for choice in option.choices]
    return " ".join(words)


def parse_bestmove(words: Sequence[str]) -> messages.BestMove:
    """Parse the words after ``bestmove``, as in both protocols."""
    move = words[0] if words and is_move(words[0]) else None
    ponder = dict(sections(words, ("ponder", "draw", "resign"))).get("ponder", "")
    return messages.BestMove(
        move=move,
        ponder=ponder if is_move(ponder) else None,
        draw="draw" in words,
        resign="resign" in words,
    )


def _parse_info(words: Sequence[str]) -> messages.InfoMessage | None:
    """Parse the words after ``info``, skipping invalid numbers; return None if that leaves nothing."""
    found: dict[str, int | str | tuple[str, ...]] = {}
    rest = deque(words)
    while rest:
        word = rest.popleft()
        if word in _BOUNDS:
            found["bound"] = _BOUNDS[word]
        elif word == "pv":
            found["pv"] = leading_moves(rest)
        elif word == "string":
            break
        elif (word in _NUMBERS or word in _SCORES) and rest:
            number = whole_number(rest[0])
            if number is not None:
                found[(_NUMBERS | _SCORES)[word]] = number
    return messages.InfoMessage(**found) if found else None  # type: ignore[arg-type]  # the keys are its fields


def _format_info(info: messages.InfoMessage) -> str:
    words = ["info"]
    words += [f"{word} {getattr(info, _NUMBERS[word])}" for word in ("depth", "seldepth", "multipv")]
    words += [f"score {word} {getattr(info, name)}" for word, name in _SCORES.items()]
    words += [_BOUND_WORDS.get(info.bound, "")]
    words += [f"{word} {getattr(info, _NUMBERS[word])}" for word in ("nodes", "nps", "hashfull", "time")]
    words += [" ".join(["pv", *info.pv]) if info.pv else ""]
    return " ".join(word for word in words if word and not word.endswith(" None"))


def _format_go(go: messages.Go) -> str:
    words = ["go"]
    words += ["ponder"] if go.ponder else []
    limits = {"depth": go.depth, "nodes": go.nodes, "mate": go.mate, "movetime": go.movetime_ms}
    for letter, clock in (("w", go.red), ("b", go.black)):
        if clock is not None:
            limits |= {f"{letter}time": clock.time_ms, f"{letter}inc": clock.increment_ms or None}
    limits["movestogo"] = _moves_to_go(go.red or go.black)
    words += [f"{word} {number}" for word, number in limits.items() if number is not None]
    if go.infinite or not any(number is not None for number in limits.values()):
        words.append("infinite")
    if go.search_moves:
        words += ["searchmoves", *go.search_moves]
    return " ".join(words)


def _moves_to_go(clock: messages.ClockTimes | None) -> int | None:
    return clock.moves_to_go if clock else None
