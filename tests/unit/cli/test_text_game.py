"""The game in the terminal: real sessions with lines from a pipe."""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import run, start
from dialogue import WORDS, answers

from xiangqi.board import START_FEN, Board, Move
from xiangqi.cli.parts import text_game
from xiangqi.cli.parts.text_board import LETTERS, WXF, Signs, draw
from xiangqi.core.constants import KING
from xiangqi.records.files import read_games
from xiangqi.records.tree import Game
from xiangqi.spoken import questions
from xiangqi.storage.journal import Journal
from xiangqi.storage.settings import Settings, save_settings
from xiangqi.ui.parts.i18n import Texts

NEARLY_MATE = "3k5/9/3P5/9/9/9/9/9/4R4/3K5 w"
ENGINE = Path(__file__).parents[1] / "protocol" / "engines" / "scripted_engine.py"


Play = Callable[..., str]


def width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


# ---- The board ----


def test_columns_stay_in_line() -> None:
    board = Board()
    move = Move.from_iccs("h2e2")
    board.push(move)
    lines = draw(board.pieces(), marked=(move.from_square, move.to_square)).splitlines()
    ranks = [line for line in lines if re.match(r"  \d ", line)]
    assert len(ranks) == 10
    assert [line.split()[0] for line in ranks] == [*"9876543210"]
    assert "[＋]" in ranks[7]
    column = width(ranks[7].split("[炮]")[0]) + 1  # of the cannon on e2
    assert width(ranks[0].split("將")[0]) == width(ranks[9].split("帥")[0]) == column
    assert width(lines[0].split("5")[0]) == width(lines[-2].split("五")[0]) == column


def test_a_turned_board_is_the_board_turned() -> None:
    pieces = Board().pieces()
    usual, turned = draw(pieces).splitlines(), draw(pieces, flipped=True).splitlines()
    assert [line.split() for line in turned[1:12]] == [
        [line.split()[0], *reversed(line.split()[1:])]
        if line.split()[0].isdigit()
        else [*reversed(line.split())]
        for line in reversed(usual[1:12])
    ]
    assert turned[0].split() == usual[-2].split()[::-1]
    assert turned[-2].split() == usual[0].split()[::-1]
    assert usual[-1].split() == turned[-1].split()[::-1]


def test_a_checked_king_is_shown_without_colour() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/3R5/4K4 b")
    king = next(square for square, code in board.pieces().items() if code == board.turn | KING)
    assert "!將!" in draw(board.pieces(), checked=king)
    assert "\x1b" not in draw(board.pieces())
    assert draw(board.pieces(), coloured=True).count("\x1b[0m") == 3


@pytest.mark.parametrize("signs", [WXF, LETTERS])
def test_a_board_of_letters(signs: Signs) -> None:
    board = Board()
    move = Move.from_iccs("h2e2")
    board.push(move)
    text = draw(board.pieces(), marked=(move.from_square, move.to_square), signs=signs)
    assert text.isascii()
    ranks = [line for line in text.splitlines() if re.match(r"  \d ", line)]
    assert [line.split()[0] for line in ranks] == [*"9876543210"]
    assert ranks[0].split()[1:] == [*"rheakaehr"]
    assert ranks[9].split()[1:] == [*"RHEAKAEHR"]
    assert ranks[7].index("C]") == ranks[0].index("k") == ranks[9].index("K")
    assert ("9   8   7" in text) == (signs is WXF)


# ---- Sessions ----


def test_a_game_between_two_people_to_its_result(play: Play) -> None:
    out = play("d1d9", "h2e2", "undo", "fen", arguments=("--side", "both", "4k4/9/4P4/9/9/9/9/9/3R5/3K5 w"))
    assert "1. Red: 车六进八 (d1d9)" in out
    assert "Red wins (by checkmate)" in out.split("> h2e2")[0]
    assert "The game is over" in out.split("> h2e2")[1]
    assert "4k4/9/4P4/9/9/9/9/9/3R5/3K5 w - - 0 1" in out.split("> fen")[1]


def test_moves_in_any_notation_and_their_list(play: Play) -> None:
    out = play("炮二平五", "H8+7", "b0c2", "moves", "fen")
    listed = out.split("> moves")[1]
    assert [line.split(": ")[1] for line in listed.splitlines() if ": " in line] == [
        "炮二平五 (h2e2)",
        "马８进７ (h9g7)",
        "马八进七 (b0c2)",
    ]
    assert "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR b - - 3 2" in out


def test_the_computer_replies_and_undo_takes_back_both_moves(play: Play) -> None:
    out = play("h2e2", "undo", "no", "fen", "undo", "yes", "fen", arguments=("--side", "red", "--level", "1"))
    reply = re.search(r"1… Black: .* \(([a-i]\d[a-i]\d)\)", out)
    assert reply is not None
    board = Board()
    board.push(Move.from_iccs("h2e2"))
    assert board.is_legal(Move.from_iccs(reply[1]))
    board.push(Move.from_iccs(reply[1]))
    assert "will no longer count for your rating" in out.split("> undo")[1]
    assert board.fen() in out.split("> fen")[1]
    assert START_FEN in out.split("> fen")[2]


def test_the_computer_opens_when_the_player_is_black(play: Play) -> None:
    out = play("moves", arguments=("--side", "black", "--level", "1"))
    assert re.search(r"1\. Red: .* \([a-i]\d[a-i]\d\)", out)
    assert out.index("  0  俥") < out.index("  9  車")  # the player's side is at the bottom


def test_two_computers_play_to_the_end(play: Play) -> None:
    out = play(arguments=("--side", "none", "--level", "1", "4k4/9/9/9/9/9/9/3R5/5R3/3K5 w"))
    assert re.search(r"(wins|Draw) \(", out)


def test_redo_flip_and_board(play: Play) -> None:
    out = play("h2e2", "u", "redo", "flip", "board", "fen")
    assert "b - - 1 1" in out.split("> fen")[1]
    assert out.count("  9  車") == 6


def test_hint_proposes_a_legal_move(play: Play) -> None:
    out = play("hint", arguments=("--side", "both", "4k4/9/9/9/9/9/9/9/4R4/3K5 b"))
    proposed = re.search(r"The engine suggests .* \(([a-i]\d[a-i]\d)\)", out)
    assert proposed is not None
    assert proposed[1] in ("e9d9", "e9f9")


def test_resigning_asks_first(play: Play) -> None:
    out = play("resign", "n", "h2e2", "resign", "h9g7", "y", "b0c2")
    assert "1. Red: 炮二平五" in out  # the question had been answered with no
    assert "Please answer yes or no." in out
    assert out.count("Red, do you want to resign?") + out.count("Black, do you want to resign?") == 3
    assert "Red wins (Black resigned)" in out
    assert "2. Red" not in out


def test_a_new_game_asks_when_one_is_unfinished(play: Play) -> None:
    out = play("h2e2", "new black 2 fen " + NEARLY_MATE, "y", "moves", "quit")
    assert "Put your unfinished game aside?" in out
    assert re.search(r"1\. Red: .*\(", out.split("> y")[1])
    assert "usage" not in out
    assert "`new` takes a side" in play("new purple")


def test_nonsense_is_explained_and_harmless(play: Play) -> None:
    out = play("xyzzy", "h2h9", "e0e5", "goto x", "save", "open", "game", "\x00\x01", "h2e2")
    assert "'xyzzy' is not a move" in out
    assert "`goto` takes a number of moves" in out
    assert "after `save`" in out
    assert "1. Red: 炮" in out


def test_saved_games_can_be_opened_stepped_through_and_continued(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "my game.pgn"
    out = play("h2e2", "h9g7", f"save {file}", f"save {file}", "y")
    assert out.count(f"Saved as {file}") == 2
    assert "my game.pgn already exists. Replace it? (y/n)" in out
    (game,) = read_games(file)
    assert [move.iccs for move in game.main_line()] == ["h2e2", "h9g7"]
    out = play("goto 1", "next", "b", "fen", "continue", arguments=("--side", "both", str(file)))
    assert "my game.pgn: game 1 of 1, after 1 of 2 moves" in out
    assert "b - - 1 1" in out.split("> fen")[1]
    assert "cannot be opened" in play("open " + str(tmp_path / "none.pgn"))


def test_an_unfinished_game_is_there_again(play: Play) -> None:
    process = start("play", "--text", "--side", "both")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("h2e2\nh9g7\nfen\n")
    process.stdin.flush()
    while not process.stdout.readline().startswith("rnbakab1r/9/1c4nc1"):
        assert process.poll() is None
    process.kill()
    process.communicate()
    out = play("resume", "fen")
    assert "You have an unfinished game of 1 move. Type `resume`" in out
    assert "rnbakab1r/9/1c4nc1" in out.split("> fen")[1]
    assert "The game is saved" in out


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_one_word_leads_on_from_an_unfinished_game_as_black(play: Play, language: str) -> None:
    node = (game := Game(headers={"BlackKind": "human", "RedKind": "computer", "RedLevel": "1"})).root
    for move in ("h2e2", "h9g7", "h0g2"):
        node = node.add(Move.from_iccs(move))
    journal = Journal()
    journal.write(game)
    journal.close()
    save_settings(Settings(language=language, side="black", level=1))
    out = play("pause", "moves", "resume", "fen", arguments=("--words", "--language", language))
    said = answers(out)
    texts = Texts(language)
    assert texts("terminal.paused") not in out
    assert texts("terminal.type_new") in out.split("\n> ")[0]
    assert texts("terminal.or_new") not in out
    assert said[0] == texts("terminal.type_new"), "`pause` begins nothing"
    assert not re.search("h2|炮", said[1]), "no game has begun"
    assert said[3].startswith("rnbakab1r/9/1c4nc1")


def test_an_engine_that_dies_is_replaced_when_the_player_agrees(play: Play) -> None:
    command = f'"{sys.executable}" -S -E "{ENGINE}" Dies'
    out = play("h2e2", "y", "moves", arguments=("--side", "red", "--level", "1", "--engine", command))
    assert "cannot open the network file" in out
    assert "Continue with the built-in engine? (y/n)" in out
    assert "1… Black" in out.split("> y")[1]


def test_chinese_whatever_the_system_says_about_encodings() -> None:
    chinese = {"LC_ALL": "zh_CN.UTF-8", "LANG": "zh_CN.UTF-8", "PYTHONIOENCODING": "ascii"}
    result = run("play", "--text", "--side", "both", text="炮二平五\nhelp\n", **chinese)
    assert (result.code, result.err) == (0, "")
    assert "1. 红方: 炮二平五 (h2e2)" in result.out
    assert "悔棋" in result.out


def test_help_names_every_command(play: Play) -> None:
    out = play("help").split("> help")[1]
    words = set(re.findall(r"[a-z]+", out))
    names = {
        *text_game._INTENTS,
        "help",
        "hint",
        "new",
        "moves",
        "fen",
        "board",
        "save",
        "open",
        "goto",
        "game",
        *questions.QUESTIONS,
        "words",
        *("page", "press", "fill", "exercises", "lessons", "settings", "review", "threats", "clue", "leave"),
        *("moment", "next", "previous", "mistake", "back"),
    }
    assert names - words == {"help", "clocks", "material"}


def test_a_timed_game_in_the_terminal(play: Play, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"version": 1, "friends_clock": "900+5"}))
    shown = play("h2e2", "pause", "h9g7", "resume", "h9g7", "undo", "n", "quit")
    assert "Time: 15:05 – 15:00" in shown
    assert shown.count("The game is paused") >= 2
    assert "Black wants to take back the last move. Do you agree, Red?" in shown
    (game,) = read_games(home / "journal.pgn")
    assert [str(move) for move in game.main_line()] == ["h2e2", "h9g7"]
    assert game.headers["TimeControl"] == "900+5"


# ---- Language, notation, words ----


def test_english_players_see_letters_and_others_what_they_ask_for(play: Play, home: Path) -> None:
    usual = play("h2e2", "e0e5", arguments=("--side", "both", "--language", "en"))
    assert "1. Red: C2.5 (h2e2)" in usual
    assert usual.isascii() or not re.search("[\u4e00-\u9fff]", usual.split("> h2e2")[1])
    chinese = play("h2e2", arguments=("--side", "both", "--language", "zh-Hans"))
    assert "炮二平五 (h2e2)" in chinese
    assert "红" in chinese
    plain = play("h2e2", arguments=("--side", "both", "--notation", "iccs"))
    assert "1. Red: h2e2 (h2e2)" in plain
    assert "俥" not in plain
    kept = json.loads((home / "settings.json").read_text(encoding="utf-8"))
    assert (kept["language"], kept["notation"]) == ("en", "iccs")  # for this run is not for ever


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("e0e5", "The general goes one point"),
        ("a5a6", "No piece"),
        ("a0a9", ""),
        ("b0d1", "blocks its leg"),
        ("e9e8", "not your piece"),
    ],
)
def test_an_illegal_move_in_coordinates_is_answered(play: Play, typed: str, why: str) -> None:
    answer = play(typed, typed).split(f"> {typed}")
    assert all(why in part for part in answer[1:])
    assert all(part.strip() for part in answer[1:])


def test_quit_at_a_question_leaves_the_question(play: Play) -> None:
    out = play("resign", "quit", "h2e2", "quit", "b0c2")
    assert "1. Red: 炮二平五" in out
    assert "b0c2" not in out  # the second one has left the program


def test_a_game_that_could_not_be_kept_is_not_said_to_be(play: Play, home: Path) -> None:
    home.write_text("no folder")
    out = play("h2e2", "quit")
    assert "cannot be written" in out
    assert "cannot be saved on this disk" in out
    assert "The game is saved" not in out


def test_a_yes_to_saving_discards_nothing(play: Play, tmp_path: Path) -> None:
    record = tmp_path / "mine.pgn"
    record.write_text("1. h2e2 *")
    out = play(f"open {record}", "a3a4", "quit", "y", "i3i4", "quit", "n", "a9a8")
    assert out.count("Save them first?") == 2
    assert "To save it, type `save FILE`" in out
    assert "> i3i4" in out
    assert "> a9a8" not in out  # the no has left the program


# ---- In words ----

DRAWN = re.compile(r"\n {1,3}\d  |楚河|\[.\]")


def test_a_game_in_words_draws_nothing_and_answers_every_line(play: Play) -> None:
    lines = (
        "h2e2",
        "b9c7",
        "e2e6",
        "at e6",
        "p C",
        "s 4",
        "m b0",
        "l",
        "c",
        "taken",
        "board",
        "moves",
        "flip",
        "last",
    )
    out = play(*lines, arguments=("--words", "--side", "both", "--language", "en"))
    assert not DRAWN.search(out)
    said = dict(zip(lines, [part.split("\n", 1)[1].strip() for part in out.split("\n> ")[1:]], strict=True))
    assert all(said.values()), said
    assert said["e2e6"] == "Red: cannon e2 to e6, takes soldier"
    assert said["at e6"].splitlines() == ["e6: red cannon", "Attacked by black horse, c7", "Not protected"]
    assert said["moves"].splitlines()[1] == "Black: horse b9 to c7"
    assert said["p C"] == "red cannons e6, b2; black cannons b7, h7"


def test_words_are_turned_on_and_off(play: Play) -> None:
    out = play("words", "h2e2", "words", "h9g7")
    in_words = out.split("> h2e2")[1].split("> words")[0]
    assert "Red: cannon" in in_words
    assert not DRAWN.search(in_words)
    assert DRAWN.search(out.split("> h9g7")[1])


def test_the_end_of_a_game_is_told_in_words(play: Play) -> None:
    arguments = ("--words", "--side", "both", "--notation", "iccs", "4k4/9/4P4/9/9/9/9/9/9/2RK5 w")
    said = play("c0c9", "e9e8", "last", arguments=arguments)
    assert "Red: chariot c0 to c9, checkmate\nRed wins (by checkmate)" in said
    assert said.split("> e9e8\n")[1].startswith("The game is over")
    assert said.split("> last\n")[1].startswith("Red wins")


def test_a_refusal_names_the_pieces_in_the_way_in_the_notation_shown(play: Play) -> None:
    out = play("b0d1", "c1+3", arguments=("--words", "--side", "both", "--language", "en"))
    assert "A piece next to the horse blocks its leg: red elephant, c0" in out
    assert "blocks its leg" in play("h8+6", arguments=("--text", "--side", "both", "--language", "en"))
    assert not re.search("[\u4e00-\u9fff]", out.split("> b0d1")[1])


def test_a_move_is_typed_as_it_is_told_and_a_hint_that_is_gone_leaves_nothing_to_tell(play: Play) -> None:
    lines = ("cannon h2 to e2", "horse b9 to c7", "clue", "horse to c2", "banana to e2")
    *_, clue, move, wrong = answers(play(*lines, arguments=WORDS))[:5]
    assert "Hint" in clue
    assert move == "Red: horse b0 to c2"
    assert wrong.startswith("banana to e2 is neither a move nor a command.")


def test_stepping_back_says_where_one_is_and_how_to_return(play: Play) -> None:
    out = play("h2e2", "b9c7", "b", "hint", "undo", arguments=("--words", "--side", "both", "--language", "en"))
    back = out.split("> b\n")[1]
    assert back.startswith(
        "Earlier position, after 1 of 2 moves. Type `last` to return to the game.\nLast move: Red:"
    )
    assert "Type `last` to return to the game, or `continue` to play from here." in out.split("> hint")[1]
    assert "End" not in out


# ---- Pages in words ----


def test_a_lesson_without_looking(play: Play) -> None:
    """The task says where the stars are; an illegal move and a right one are answered; the end is told."""
    lines = ["threats", "lessons The horse", "next", "next", "b0b3", "horse to c2", "Red: horse c2 to d4"]
    lines += ["page", "d4f5", "leave", "leave"]
    _, start, _, task, illegal, first, second, page, done, _, back = answers(play(*lines, arguments=WORDS))
    assert "Red: horse e4" in start
    assert first == "horse b0 to c2\nMoves made: 1; fewest possible: 3."
    assert second == "horse c2 to d4\nMoves made: 2; fewest possible: 3.\nStars on f5"
    assert back.startswith("Red to move")
    assert "one point straight, then one point diagonally" in start
    assert "Stars on f5, d4" in task
    assert "Bring the horse to both stars." in task
    assert "Horses go one point straight" in illegal
    assert start.startswith("Lesson: The horse")
    assert "Stars on f5" in page
    assert re.search(r"^\d+\. Skip$", page, re.MULTILINE)
    assert "tasks done: 1" in done


def test_points_of_a_question_are_chosen_by_typing_them(play: Play) -> None:
    lines = ("lessons The board", "next", "next", "next", "g0", "d0")
    begun, second, _, task, wrong, right = answers(play(*lines, arguments=WORDS))
    assert "a to i from left to right, and its rank, 0 to 9 from the bottom up" in begun
    assert "Red: general e0" in begun
    assert "Red: general e0" not in second, "the board is the same"
    assert "Marked points: d0, c1, e1, f2, e3, g0" in task
    assert "Name these points one after the other: type a point, such as e4." in task
    assert "a to i" not in task
    assert "Click" not in task
    assert wrong == "Wrong: This point is outside your palace\nStill to find: 3"
    assert "Chosen: d0" in right


def test_points_and_places_are_asked_for_in_the_words_of_the_notation(play: Play) -> None:
    lines = ("lessons 1", "next", "next", "next", "skip", "skip", "a0", "skip")
    arguments = ("--words", "--side", "both", "--language", "zh-Hans")
    begun, _, _, points, _, place, _, next_place = answers(play(*lines, arguments=arguments))
    assert "红方的路从右到左为一路到九路" in begun
    assert "例如 五路河沿。" in points
    assert "输入红车要放的点，例如 五路河沿。" in place
    assert "输入红马要放的点" in next_place


def test_a_refused_move_in_a_notation_is_explained_like_one_in_coordinates(play: Play) -> None:
    typed = ("C2.8", "cannon 2 to 8", "h8+6", "P5-1", "R1+3", "C2+6", "h2b2")
    told = answers(play(*typed, arguments=WORDS))
    assert "Your own piece is on that point: red cannon, b2" in told[0]
    assert told[1] == told[0] == told[6].splitlines()[0]
    assert "blocks its leg: red elephant, c0" in told[2]
    assert "Soldiers never move backwards" in told[3]
    assert "Your own piece is on that point: red soldier, i3" in told[4]
    assert "A piece is in the way: black cannon, h7" in told[5]


def test_threats_are_told_in_words(play: Play) -> None:
    none, _, _, _, won = answers(play("threats", "h2e2", "b9c7", "e2e6", "threats", arguments=WORDS))
    assert none.startswith("This position\nRed's threats: None found.\nBlack's threats: None found.\n")
    assert "wins Red's cannon" in won
    assert "in check" not in won
    *_, checked, _ = answers(play("h2e2", "b7e7", "e2e6", "threats", "l", arguments=WORDS))
    *_, check, under_attack = checked.splitlines()
    assert check == "Black is in check: red cannon, e6."
    assert under_attack == "Under attack: red soldier, e3, by black cannon, e7."


def test_a_control_is_pressed_by_its_name_or_number(play: Play) -> None:
    lines = ("settings", "3", "press 9999", "press", "fill", "leave", "press Learn", "page")
    settings, jade, *refused, fill, _, _, learn = answers(play(*lines, arguments=WORDS))
    assert re.search(r"^Board: \d+\. Walnut, on; \d+\. Jade; ", settings, re.MULTILINE)
    assert "\nPieces\n" not in settings
    assert "\nPosition" not in settings
    assert re.search(r"^\d+\. Volume, slider, 70%$", settings, re.MULTILINE)
    assert jade == "Pressed: Jade, on"
    assert all("No such control" in one for one in refused)
    assert "`fill` takes the number of a field" in fill
    assert "lessons" in learn.lower()


def test_a_wrong_move_of_an_exercise_is_answered_in_words_and_clues_end(play: Play) -> None:
    lines = ("exercises", "why", "e0a0", "why", "threats", "at e0", "clue", "clue", "clue", "clue")
    _, untried, wrong, why, threats, at, piece, move, shown, end = answers(play(*lines, arguments=WORDS))
    assert untried.startswith("You have tried nothing here yet.")
    miss, refutation = wrong.splitlines()[2:4]
    assert miss == "It gives no check, so Red has a free move. It is no mate in 1."
    task = "Black: chariot e0 to a0 does not solve the task: Black to move: mate in 1"
    assert why.splitlines() == [task, miss, refutation]
    assert threats.startswith("Threats are not told in an exercise or a lesson.")
    assert wrong.startswith("Black: chariot e0 to a0\nThat does not work.\n")
    assert refutation.startswith("Red: horse f4 to g2; ")
    assert "The position is back; try again." in wrong
    assert at.startswith("e0: black chariot")
    assert "Circles" not in piece
    assert move.endswith("The next clue is the solution; the exercise then counts as not solved.")
    assert "Black: chariot e0 to f0" not in piece
    assert "Black: chariot e0 to f0, checkmate" in shown
    assert end.splitlines()[0] == "No more clues."
    assert "Black: chariot e0 to f0, checkmate" in end


def test_only_what_is_on_the_page_is_pressed_and_it_is_said(play: Play) -> None:
    lines = ("settings", "press Jade", "leave", "press 1", "press More", "help")
    _, jade, _, gone, more, shown = answers(play(*lines, arguments=WORDS))
    assert "Pressed: Jade, on" in jade
    assert "No such control" in gone
    assert "No such control" in more
    assert "cannon h2 to e2" in shown


def test_common_commands_are_typed_in_chinese(play: Play) -> None:
    told = answers(
        play("炮二平五", "悔棋", "帮助", "幫助", "棋盘", "退出", arguments=("--words", "--side", "both"))
    )
    assert told[2] == told[3]
    assert "goto N" in told[2]
    assert told[1] == "Taken back: Red: cannon 2 across to 5, h2 to e2.\nRed to move"
    assert "is not a move" not in "".join(told)
    assert len(told) == 6
