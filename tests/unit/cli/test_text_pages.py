"""Exercises, reviews and earlier games in the words of the terminal: real sessions with lines from a pipe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from dialogue import WORDS, answers

from xiangqi.app.runner import Runner
from xiangqi.app.start_options import Options
from xiangqi.cli.parts import text_game, text_pages
from xiangqi.i18n.message import LANGUAGES

Play = Callable[..., str]
CODE = re.compile(
    r"(?<![\w`])(?:[a-i]\d[a-i]\d|[KABNRCPHEGS][-+.=]?\d?[-+.=]\d|(?:Tg|[STVMXPBC])\d[-./]\d)(?!\w)|[?][?!]"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_words_contains_a_code(play: Play, language: str) -> None:
    """A refused move, hints, threats, a review with a mistake and an exercise, in every language."""
    lines = ("h2e2", "b9c7", "e2e6", "a0b1", "clue", "clue", "clue", "hint", "threats", "c7e6", "resign", "y")
    lines += (
        "review",
        "next moment",
        "next moment",
        "next mistake",
        "page",
        "leave",
        "lessons 4",
        "next",
        "next",
    )
    lines += (
        "b0d1",
        "b0c2",
        "press 2",
        "leave",
        "leave",
        "exercises",
        "clue",
        "clue",
        "clue",
        "press 2",
        "page",
        "leave",
    )
    out = play(*lines, arguments=("--words", "--side", "both", "--language", language))
    told = [line for line in out.splitlines()[1:] if not line.startswith("> ")]
    assert len(told) > 60
    assert [line for line in told if CODE.search(line)] == []


def test_the_last_game_is_found_and_reviewed_after_a_restart(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has one move, of which there is no story to tell; whoever waits hears that the work goes on."""
    with monkeypatch.context() as impatient:
        impatient.setattr(text_pages, "_STILL_S", 0.0)
        none = answers(play("games", "review last", arguments=WORDS))
    assert [one.splitlines()[-1] for one in none] == ["You have no finished games yet."] * 2
    assert none[0].startswith("Still working; please wait.\n")
    play("h2e2", "resign", "y", arguments=WORDS)
    games, shown, wrong, review = answers(play("games", "games 1", "games 9", "review last", arguments=WORDS))
    assert games.startswith("1. Red – Black, Red wins, 1 move, ")
    assert shown.startswith("Red – Black\nYour game, after 1 of 1 move, counting both sides\nRed wins")
    assert "`games` takes the number of a game" in wrong
    assert "Too little happened in this game for a story" in review
    assert "still looking" not in review


def test_three_exercises_are_solved_without_looking(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A listener asks for clues until the move is told, and types it as it was told."""
    monkeypatch.setenv("LC_ALL", "C")
    heard: list[str] = []

    def listener() -> str | None:
        said = capsys.readouterr().out
        heard.append(said)
        if len(heard) > 60 or sum("Solved" in one for one in heard) >= 3:
            return None
        if len(heard) == 1:
            return "exercises"
        if told := re.findall(r"^The move is (.+)\.$", said, re.MULTILINE):
            return str(told[-1])
        return "press Next" if "Solved" in said else "clue"

    with Runner(for_this_run={"language": "en", "notation": "iccs"}) as runner:
        game = text_game.TextGame(runner, listener, words=True)
        game.begin(Options())
        game.loop()
    assert sum("Solved" in one for one in heard) == 3, heard
    assert "Checking" not in "".join(heard)


def test_a_review_is_heard_moment_by_moment(play: Play) -> None:
    """Each is told with what was played, why it was bad and what was better; its position can be asked."""
    lines = [
        "previous moment",
        "h2e2",
        "b9c7",
        "e2e6",
        "c7e6",
        "resign",
        "y",
        "moment",
        "review",
        "next moment",
    ]
    lines += [
        "at e2",
        "moment",
        *("better", "next", "leave", "follow", "i9i8", "c7e6", "where", "b", "b", "b", "n"),
        "cannon e2 to e6",
        "back",
        "m e2",
        "a0a1",
        "cannon e3 takes e6",
        "cannon takes e9",
        "banana e6",
        "9",
        "next moment",
        "moment 9",
        "exercises",
        "leave",
        "why",
        "leave",
        "l",
        "next moment",
    ]
    told = answers(play(*lines, arguments=WORDS))
    misnamed, gait, unknown, beyond_last = told[-12:-8]
    told = [*told[:-12], *told[-8:]]
    assert misnamed == "No cannon on e3: red soldier"
    assert gait.splitlines()[1].startswith("red cannon, b2: b6; ")
    assert unknown.splitlines()[1].startswith("At a moment you can type a move to compare it")
    assert beyond_last == "Type a number; the last is 1."
    walked, told = told[-23:-12], [*told[:-23], *told[-12:]]
    none, *_, unreviewed, review, first, at, again, played, _, moves, neither, last, wrong = told[:-6]
    _, closed, why, back, end, anew = told[-6:]
    assert none == unreviewed == "This game has not been reviewed. Type `review` first."
    assert review.startswith("Looking at 4 moves")
    assert "Black won on move 2, " in review
    assert "1 moment:\n1. Move 2. Red loses a cannon: Red: cannon e2 to e6, takes soldier\n" in review
    assert first.startswith("Moment 1 of 1: Red loses a cannon, move 2\nRed: cannon e2 to e6, takes soldier\n")
    assert "\nBlunder. Red's chances: " in first
    assert "win a cannon" in first
    assert re.search("^What can follow: Black: horse c7 to e6, takes cannon", first, re.MULTILINE)
    assert re.search("^The better line: Red: .*; Black: ", first, re.MULTILINE)
    assert first.endswith("The position before it is on the board, Red to move. `next moment` continues.")
    assert at.startswith("e2: red cannon")
    better, reply, left, follow, other, taken, where, before, moment, beyond, _ = walked
    assert re.fullmatch(r"Red: .*\n`next` and `back` go through the line, `leave` returns.", better)
    assert better.splitlines()[0] in first
    assert re.sub(r"\n.*", "", reply) in first
    assert left.startswith("Moment 1 of 1: Red loses a cannon, move 2")
    assert follow.startswith("Red: cannon e2 to e6, takes soldier\n")
    assert other == "The line goes on with another move. `next` tells it."
    assert taken.startswith("Black: horse c7 to e6, takes cannon")
    assert where.startswith("Moment 1 of 1: Red loses a cannon, move 2\nBlack: horse c7 to e6, takes cannon")
    assert before.startswith("Red: cannon e2 to e6, takes soldier")
    assert moment == "Moment 1 of 1: Red loses a cannon, move 2"
    assert beyond == "Last move: Red: cannon h2 to e2\nBlack to move"  # the game itself again
    assert again == first
    assert played.startswith("That is what was played.\nRed: cannon e2 to e6, takes soldier")
    assert moves.startswith("red cannon, e2: takes soldier on e6")
    assert neither.startswith("Neither the move that was played nor the better one.")
    assert last.startswith("That was the last one.")
    assert wrong == "Type a number; the last is 1."
    assert back.startswith(
        "Red: cannon e2 to e6, takes soldier\nBlack: horse c7 to e6, takes cannon\nBlack wins"
    )
    assert closed.startswith("Moment 1 of 1: Red loses a cannon, move 2\nLast move: ")
    assert why == anew == first
    assert end == "Black: horse c7 to e6, takes cannon"


def test_what_changes_nothing_or_goes_too_far_is_said(play: Play) -> None:
    """Numbers beyond the end, words for the ends, steps beyond them, and a hint that comes into sight again."""
    lines = (
        "h2e2",
        "goto 99",
        "goto first",
        "goto last",
        "next",
        "undo",
        "hint",
        "b0c2",
        "undo",
        "words",
        "words",
    )
    told = answers(play(*lines, arguments=WORDS))
    assert told[1] == "There is nothing beyond move 1."
    assert told[2].startswith("Earlier position, after 0 of 1 move.")
    assert told[3].startswith("Red: cannon h2 to e2")
    assert told[4].startswith("There is no position beyond this one.")
    assert told[6].startswith("The engine suggests: ")
    assert told[8] == "Taken back: Red: horse b0 to c2.\nRed to move"
    assert "`words` returns to words." in told[9]


def test_the_language_of_the_settings_is_spoken_at_once(play: Play) -> None:
    """Moves are told in the notation that is usual there, and commands have the words of the language."""
    lines = ("h2e2", "settings", "press Tiếng Việt", "rời", "l", "settings", "press English", "leave", "l")
    _, _, pressed, left, last, _, again, _, english = answers(play(*lines, arguments=WORDS))
    assert "Gõ một nước" in pressed
    assert "Đen" in left
    assert last == "Đỏ: Pháo 2 bình 5, h2 tới e2"
    assert "Type a move" in again
    assert english.startswith("Red: cannon h2 to e2")


def test_an_unfinished_game_goes_on_from_the_list(play: Play) -> None:
    """The list says which are unfinished; a finished one is told with its players."""
    play("h2e2", "new", "y", "h2e2", "resign", "y", arguments=WORDS)
    lines = (
        "games",
        "games 2",
        "l",
        "games 2",
        "new both",
        "y",
        "c3c4",
        "games",
        "1",
        "n",
        "press Play",
        "new all",
    )
    games, going, last, again, _, _, _, listed, asked, kept, back, choices = answers(
        play(*lines, arguments=WORDS)
    )
    assert re.search("^2. Red – Black, unfinished, 1 move, ", games, re.MULTILINE)
    assert "game 2 of 2" not in going
    assert going.endswith("Black to move")
    assert last == "Red: cannon h2 to e2"
    assert "Black to move" in again
    assert listed.startswith("Not in the list: the game on the board, 1 move so far.\n1. ")
    assert asked.startswith("Put your unfinished game aside?")
    assert kept.startswith("Last move: Red: soldier c3 to c4\nBlack to move")
    assert back == "Pressed: Play\nLast move: Red: soldier c3 to c4\nBlack to move"
    assert "Custom clock, text field" in choices
