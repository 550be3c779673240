"""Judge how games have ended by the rules on repetition and draws, and explain why."""

from __future__ import annotations

import argparse
import json
from typing import Final

from xiangqi.board import Board, Move
from xiangqi.cli.parts import language
from xiangqi.cli.parts.common import add_notation, print_json, read_lines, text_of
from xiangqi.cli.parts.moves import moves_as_text
from xiangqi.cli.parts.rule_options import add_rules, rules_of
from xiangqi.core.constants import piece_letter, square_name
from xiangqi.errors import NotationError, XiangqiError
from xiangqi.fen import side_name
from xiangqi.i18n.languages import SOURCE
from xiangqi.i18n.message import Argument, Message, catalogue
from xiangqi.notation import Style
from xiangqi.referee import (
    Attack,
    CycleMove,
    Outcome,
    RepetitionVerdict,
    judge,
    outcome_sentence,
)
from xiangqi.referee.rules import IdlePurpose

_JSON_NAMES: Final = {"red pawn": "cli.judge.pawn", "black pawn": "cli.judge.pawn"}
"""Pieces whose English names in JSON differ from those shown to players -> the keys of the JSON names."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--file", metavar="F", default="-", help="option.judge.file")
    add_rules(parser)
    add_notation(parser, None, "option.judge.notation")


def run(args: argparse.Namespace) -> int:
    """Judge every line as soon as it arrives; return 1 if some could not be judged.

    Raises:
        UsageError: the file cannot be read, or a line is too long.
    """
    rules = rules_of(args)
    style = Style(args.notation) if args.notation else None
    faults = 0
    for number, line in read_lines(args.file):
        if not line.strip():
            continue
        try:
            start_fen, moves = _read(text_of(line))
            answer = _as_object(judge(start_fen, moves, rules), style)
        except XiangqiError as error:
            faults += 1
            message = Message("detail.place_line", line=number, reason=str(error))
            language.remark("detail.of_file", file=args.file, reason=message)
            answer = {"verdict": "none", "reason": None, "error": message, "cycle": []}
        print_json(answer)
    return 1 if faults else 0


def _read(line: str) -> tuple[str, list[Move]]:
    """Parse the start position and moves of one line of input.

    Raises:
        NotationError: the line is not a JSON object with these fields, or a move in it is invalid.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = Message("cli.judge.nested") if isinstance(error, RecursionError) else str(error)
        raise NotationError(Message("detail.no_json", reason=reason)) from None
    if not isinstance(value, dict):
        raise NotationError(Message("cli.judge.no_object"))
    start_fen, moves = value.get("start_fen"), value.get("moves")
    if not isinstance(start_fen, str):
        raise NotationError(Message("cli.judge.no_start"))
    if not isinstance(moves, list):
        raise NotationError(Message("cli.judge.no_moves"))
    return start_fen, [_move(number, text) for number, text in enumerate(moves, 1)]


def _move(number: int, text: object) -> Move:
    try:
        return Move.from_iccs(text if isinstance(text, str) else json.dumps(text))
    except NotationError as error:
        raise NotationError(Message("detail.of_move", number=number, reason=str(error))) from None


def _as_object(ended: Outcome | None, style: Style | None) -> dict[str, object]:
    """Return the result of one game as data. The field names are part of the interface."""
    if ended is None:
        return {"verdict": "none", "reason": None, "cycle": []}
    answer: dict[str, object] = {
        "verdict": "draw" if ended.winner is None else f"{side_name(ended.winner)} wins",
        "reason": ended.reason,
        "sentence": _in_words(outcome_sentence(ended)),
    }
    return answer | (_of_verdict(ended.verdict, style) if ended.verdict else {"cycle": []})


def _in_words(sentence: Message) -> str:
    """Return a sentence in the language given on the command line, otherwise in English, as in all JSON."""
    chosen = language.chosen() or SOURCE
    return catalogue(chosen).tell(_with_json_names(sentence) if chosen == SOURCE else sentence)


def _with_json_names(sentence: Message) -> Message:
    """Return a sentence in which pieces have the names of the JSON interface."""
    return Message(sentence.key, **{name: _json_name(value) for name, value in sentence.arguments.items()})


def _json_name(value: Argument) -> Argument:
    if isinstance(value, Message):
        return _with_json_names(value)
    return Message(_JSON_NAMES[value]) if isinstance(value, str) and value in _JSON_NAMES else value


def _of_verdict(verdict: RepetitionVerdict, style: Style | None) -> dict[str, object]:
    texts = [{}] * len(verdict.cycle) if style is None else _texts(verdict, style)
    return {
        "article": verdict.article,
        "loser": None if verdict.loser is None else side_name(verdict.loser),
        "weights": {"red": verdict.red_weight, "black": verdict.black_weight},
        "occurrences": verdict.occurrences,
        "cycle_fen": verdict.start_fen,
        "cycle": [_of_move(step) | text for step, text in zip(verdict.cycle, texts, strict=True)],
    }


def _texts(verdict: RepetitionVerdict, style: Style) -> list[dict[str, object]]:
    """Return, for each move of a cycle, its text as a field for the move's JSON object."""
    moves = moves_as_text(Board(verdict.start_fen), [step.move for step in verdict.cycle], style)
    return [{"text": text} for text in moves]


def _of_move(step: CycleMove) -> dict[str, object]:
    return {
        "move": step.move.iccs,
        "side": side_name(step.side),
        "class": step.kind,
        "chased": list(step.chased),
        "article": step.article,
        "threatens_mate": step.threatens_mate,
        "joint": step.joint,
        "gain": step.gain,
        "proof": [move.iccs for move in step.proof],
        "bounded": step.bounded,
        "purpose": _of_purpose(step.purpose),
        "attacks": [_of_attack(attack) for attack in step.attacks],
    }


def _of_purpose(purpose: IdlePurpose | None) -> dict[str, object] | None:
    if purpose is None:
        return None
    return {
        "kind": purpose.kind,
        "piece": piece_letter(purpose.piece),
        "square": square_name(purpose.square),
        "answer": purpose.answer.iccs if purpose.answer else None,
    }


def _of_attack(attack: Attack) -> dict[str, object]:
    return {
        "chaser": square_name(attack.chaser),
        "chaser_piece": piece_letter(attack.chaser_piece),
        "chased": square_name(attack.chased),
        "chased_piece": piece_letter(attack.chased_piece),
        "new": attack.new,
        "article": attack.article,
        "value": attack.value,
        "joint": attack.joint,
        "protected": attack.protected,
        "protectors": [
            {
                "square": square_name(guard.square),
                "piece": piece_letter(guard.piece),
                "real": guard.real,
                "status": guard.status,
            }
            for guard in attack.protectors
        ],
    }
