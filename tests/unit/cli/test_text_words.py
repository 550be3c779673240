"""What the words of the terminal say at a start and after leaving, and what can be asked: real sessions."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from dialogue import WORDS, answers

from xiangqi.app.coach import teaching
from xiangqi.storage.settings import load_settings

Play = Callable[..., str]


def test_the_start_says_who_plays_and_whose_move_it_is(play: Play) -> None:
    start = play("quit", arguments=("--words", "--side", "red", "--level", "3", "--language", "en"))
    assert start.splitlines()[:3] == [
        "Type a move, such as cannon h2 to e2, or a question or command. Type `help` to hear them.",
        "You play Red against: Computer (level 3).",
        "Your move, Red",
    ]
    both = play("new black 二级", "resign", "y", "new 红 3", "h2e2", arguments=WORDS)
    assert "\nTwo people play, taking turns.\nRed to move\n" in both
    assert "You play Black against: Computer (level 2).\n" in both.split("> new black")[1]
    assert both.split("> new 红 3\n")[1].startswith(
        "You play Red against: Computer (level 3).\nYour move, Red\n"
    )


def test_a_game_that_is_resumed_is_told_by_its_last_move(play: Play) -> None:
    play("h2e2", "b9c7", "h0g2", "h9g7", "quit", arguments=WORDS)
    *_, resumed, moves, _ = answers(play("resume", "moves", "quit", arguments=WORDS))
    assert resumed.splitlines() == [
        "Game is back. Moves already played: 2.",
        "Two people play, taking turns.",
        "Last move: Black: horse h9 to g7",
        "Red to move",
        "`moves` lists all moves.",
    ]
    assert len(moves.splitlines()) == 4


def test_help_in_words_is_short_and_explains_what_is_asked(play: Play) -> None:
    short, one, topic, whole, none = answers(
        play("help", "help at", "help Questions", "help all", "help banana", arguments=WORDS)
    )
    assert len(short.splitlines()) == 7
    assert one.startswith("at e4 ")
    assert len(topic.splitlines()) == 11
    assert len(whole.splitlines()) > 35
    assert none.startswith("Type `help at`")


def test_questions_take_lines_and_pieces_by_every_name(play: Play) -> None:
    lines = ["s 五路", "s 5路", "p e", "p file e", "at 五路", "m 炮八", "m 五路", "at red cannon, h2"]
    lines += ["s 卒林线", "m x", "pieces", "p", "file e", "rank 6", "moves b2", "where", "banana", "m horse"]
    lines += [
        "black cannon h7 to e7",
        "cannon h7 to e7",
        "b9c7",
        "at black general",
        "horse",
        "cannon c3 to c4",
        "red horse e5 to e6",
        "black cannon h2e2",
        "a0a0",
    ]
    lines += [
        "m 八路马",
        "炮三平四",
        "take it back",
        "why",
        "banana split",
        "resume",
        "e2",
        "coach",
        "coach mis",
    ]
    told = dict(zip(lines, answers(play(*lines, arguments=WORDS)), strict=True))
    on_e = "red general, e0; red soldier, e3; black soldier, e6; black general, e9"
    assert told["s 五路"] == told["at 五路"] == f"File 五: {on_e}"
    assert told["s 5路"] == f"File 5: {on_e}"
    assert told["p file e"] == f"File e: {on_e}"
    assert told["p e"].startswith("red elephants")
    assert told["m 炮八"].startswith("red cannon, b2: takes horse on b9")
    assert told["m 五路"].splitlines() == ["red general, e0: e1", "red soldier, e3: e4"]
    assert told["at red cannon, h2"].startswith("h2: red cannon")
    assert told["s 卒林线"].startswith("Rank 6: black soldier, a6")
    assert told["pieces"] == told["p"]
    assert told["file e"] == told["p file e"]
    assert told["rank 6"] == told["s 卒林线"]
    assert told["moves b2"] == told["m 炮八"]
    assert told["where"] == "Red to move"
    assert told["banana"].startswith("banana is neither a move nor a command.")
    assert told["m horse"].splitlines() == ["red horse, b0: a2; c2", "red horse, h0: g2; i2"]
    assert told["at black general"].startswith("e9: black general\n")
    assert told["m 八路马"] == told["m horse"].splitlines()[0]
    assert told["炮三平四"] == "No such piece there.\nred cannons b2, h2"
    assert (
        told["black cannon h7 to e7"]
        == told["cannon h7 to e7"]
        == "That is Black's cannon, and it is not Black's move."
    )
    assert told["b9c7"] == "That is Black's horse, and it is not Black's move."
    assert told["a0a0"] == "Both points are the same."
    assert told["horse"] == told["m horse"]
    assert told["cannon c3 to c4"] == "No cannon on c3: red soldier"
    assert told["red horse e5 to e6"] == "No red horse on e5: empty"
    assert told["black cannon h2e2"] == "No black cannon on h2: red cannon"
    assert told["take it back"] == "No move to take back"
    assert told["why"].startswith("Nothing has been suggested here.")
    assert told["banana split"].startswith("banana split is neither a move nor a command.")
    assert told["resume"] == "`resume` changes nothing here."
    assert told["e2"].startswith("e2: empty")
    assert told["coach"].splitlines()[0] == "Coach (untimed): Off"
    assert told["coach mis"] == "Coach (untimed): Mistakes"
    assert told["m x"].startswith("`m` takes the point of a piece")


def test_commands_and_samples_are_those_of_the_language(play: Play) -> None:
    lines = (
        "帮助",
        "炮二平五",
        "着法",
        "棋子 红",
        "马八进八",
        "车五进一",
        "s 5",
        "s 卒林线",
        "帮助 悔棋",
        "下一 要点",
        "为什么",
        "没有这个",
        "答案",
        "认输",
        "退出",
    )
    chinese = answers(play(*lines, arguments=("--words", "--side", "both", "--language", "zh-Hans")))
    told = dict(zip(lines, chinese, strict=True))
    assert "悔棋 (undo)" in told["帮助"]
    assert "下一要点 (next moment)" in told["帮助"]
    assert "保存 文件名 (save FILE)" in told["帮助"]
    assert "m 炮八" in told["帮助"]
    assert told["着法"] == told["炮二平五"] == "红方：炮二平五，到五路宫顶线"
    assert told["棋子 红"].startswith("红方：帅在五路底线")
    assert told["s 5"].startswith("5路：五路底线红帅")
    assert told["s 卒林线"].startswith("黑方卒林线：黑1路卒林线黑卒")
    assert "悔棋" in told["帮助 悔棋"]
    assert "`复盘`" in told["下一 要点"]
    assert told["为什么"].startswith("现在没有")
    assert told["答案"] == "`答案` 在这里不起作用。"
    assert told["没有这个"].startswith("没有这个 不是着法")
    assert told["退出"].startswith("问题已关闭")


def test_why_a_move_by_files_is_none(play: Play) -> None:
    """No such piece, one that cannot go so, or one that would stay where it is."""
    lines = ("马八进八", "车五进一", "炮八平八", "仕四进四", "炮二退九", "马三进二", "炮二吃马", "m马三")
    lines += ("三路马", "二路炮", "兵林线", "就这么走")
    chinese = answers(play(*lines, "l", arguments=("--words", "--side", "both", "--language", "zh-Hans")))
    told = dict(zip(lines, chinese, strict=False))
    assert told["马八进八"] == "马走日字，先直一步再斜一步\n八路底线红马：九路宫顶线；七路宫顶线"
    assert told["车五进一"] == "那里没有这个棋子。\n红车在九路底线、一路底线"
    assert told["炮八平八"] == "起点和落点相同。"
    assert told["仕四进四"].endswith("四路底线红仕：五路次底线")
    assert told["炮二退九"].startswith("炮直行")
    assert told["马三进二"] == "那里没有这个棋子。\n红马在八路底线、二路底线"  # and not Black's, on its own 3路
    assert told["炮二吃马"].splitlines()[1].startswith("八路宫顶线红炮：吃")
    assert told["m马三"].startswith("`m` 后接")
    assert told["三路马"] == "那里没有这个棋子。"
    assert told["二路炮"].startswith("二路宫顶线红炮：吃")
    assert told["兵林线"].startswith("红方兵林线：九路兵林线红兵")
    assert told["就这么走"] == "教练现在没有提问。"


def test_threats_are_told_once_and_the_end_with_what_comes_next(play: Play) -> None:
    threats, move, page, again, ended, last = (
        answers(play("threats", "h2e2", "page", "threats", "resign", "y", "l", arguments=WORDS))[:4]
        + answers(play("h2e2", "resign", "y", "l", arguments=WORDS))[2:4]
    )
    assert threats.startswith("This position\nRed's threats")
    assert move == "Red: cannon h2 to e2"
    assert "threats" not in page
    assert again.startswith("This position\nBlack's threats")
    assert ended.startswith("Red wins (Black resigned)")
    assert ended.count("Red wins") == 1
    assert ended.endswith("Type `review` to hear how it went, `new` to play again.")
    assert "Saved to your library" in ended
    assert last.splitlines()[0] == "Red: cannon h2 to e2"


def test_exercises_and_lessons_say_how_they_go_on(play: Play) -> None:
    lines = (
        "exercises",
        "solution",
        "solution",
        "next",
        "skip",
        "leave",
        "lessons 2",
        "e4",
        "chariot e4 to e9",
        "clue",
        "next",
        "leave",
        "l",
    )
    first, solution, again, second, third, _, lesson, point, no_task, no_clue, step, _, _ = answers(
        play(*lines, arguments=WORDS)
    )
    guide = "`clue` gives a hint, `solution` the answer; `next` or `skip` moves on, `leave` closes."
    assert guide in first
    assert "Black: chariot e0 to f0, checkmate" in solution
    assert solution.count("Theme") == 1
    assert again == "`solution` changes nothing here."
    assert no_clue == "There is no task here. `next` continues."
    assert second.startswith("Exercise 2 of 10; solved at once: 0; later or with help: 0; not solved: 1\n")
    assert guide not in second
    assert "Exercise 3 of 10; " in third
    assert "`next` continues, `back` returns" in lesson
    assert point.startswith("e4: red chariot\n")
    assert no_task == no_clue
    assert step.startswith("Step 2 of 6")


def test_a_task_of_a_lesson_goes_on_after_what_was_no_move(play: Play) -> None:
    lines = (
        "lessons 2",
        "next",
        "next",
        "chariot a1 to a6",
        "a1a6",
        "chariot e4 to e5",
        "a6",
        "b5",
        "chariot a6 to e6",
        "clue",
        "clue",
        "next",
        "e6e2",
    )
    *_, taken, empty, misnamed, _, point, second, clue, again, undone, done = answers(
        play(*lines, "l", arguments=WORDS)
    )[:-1]
    assert clue == again == "Shown on the board: chariot e6 to e2, takes soldier"
    assert undone.startswith("The task is not done yet.")
    assert done.endswith("\n`next` continues.")
    assert taken == "chariot a1 to a6, takes soldier\nMoves made: 1; fewest possible: 3."
    assert empty == "No piece on this point"
    assert misnamed == "No chariot on e4: empty"
    told_b5 = "b5: empty\nRed does not cover it\nBlack does not cover it"
    assert point == f"{told_b5}\nThis task wants a move, such as `h2 to e2`. `clue` helps."
    assert second == "chariot a6 to e6, takes soldier\nMoves made: 2; fewest possible: 3."


def test_the_last_moves_and_a_hint_are_told_alike_each_time(play: Play) -> None:
    arguments = ("--words", "--side", "red", "--level", "1", "--language", "en")
    lines = ("h2e2", "b0c2", "moves 1", "moves", "hint", "y", "why", "clue", "quit")
    _, second, last, moves, _, hint, again, clue, _ = answers(play(*lines, arguments=arguments))
    assert last == second
    assert len(moves.splitlines()) == 4
    assert hint == again == clue
    suggested, reason = hint.splitlines()
    assert re.fullmatch(r"The engine suggests: \w+ .. to ..(, .*)?", suggested)
    assert reason


def test_yes_and_no_are_understood_in_every_language(play: Play) -> None:
    out = play("resign", "không", "resign", "不要", "resign", "leave", "resign", "là gì", "có", arguments=WORDS)
    assert out.count("Please answer yes or no.") == 1
    assert out.count("Black wins (Red resigned)") == 1


def test_a_file_is_named_with_spaces_quotes_and_characters(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "五路  炮.pgn"
    assert "Saved as" in play("h2e2", f"save {file}", "quit")
    assert file.exists()
    assert "after 0 of 1 move" in play(f'open "{file}"', "quit")


def test_leaving_says_in_a_line_or_two_where_one_is_again(play: Play) -> None:
    lines = [
        "h2e2",
        "b9c7",
        "clue",
        "settings",
        "leave",
        "lessons 二",
        "leave",
        "press Learn",
        "lessons 1",
        "leave",
    ]
    *_, from_settings, chariot, from_lesson, _, _, to_page, _ = answers(play(*lines, "l", arguments=WORDS))
    assert from_settings == from_lesson == "Last move: Black: horse b9 to c7\nRed to move"
    assert chariot.startswith("Lesson: The chariot\n")
    assert to_page == "Learn. `page` reads the page, `leave` closes it."


def test_lessons_are_listed_by_number(play: Play) -> None:
    listed, unknown, horse = answers(play("lessons", "lessons banana", "4", arguments=WORDS))
    assert unknown == listed
    assert listed.splitlines()[0] == "1. The board, next"
    assert listed.splitlines()[3] == "4. The horse, 5 tasks"
    assert len(listed.splitlines()) == 11
    assert horse.startswith("Lesson: The horse\n")


def test_help_that_must_be_confirmed_comes_after_the_answer(play: Play) -> None:
    arguments = ("--words", "--side", "red", "--level", "1", "--language", "en")
    lines = ("clue", "y", "threats", "h2e2", "review", "quit")
    asked, clue, threats, _, review, _ = answers(play(*lines, arguments=arguments))
    assert asked == "Get a hint? The game will no longer count for your rating. (y/n)"
    assert clue.startswith("Hint\nLook at your ") or clue.startswith("Hint\nTheme")
    assert "None found." in threats
    assert "Without a result after 1 move" in review
    asked, review, _ = answers(play("new red 1", "h2e2", "review", "y", "quit", arguments=arguments))[2:]
    assert asked.endswith("(y/n)")
    assert review.startswith("Looking at 2 moves")
    assert "Without a result after 1 move" in review


def test_the_coach_asks_in_words_and_is_answered(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "_PATIENCE_S", 600.0)  # however busy the machine is
    lines = (
        "new red 2",
        "coach",
        "coach inaccuracies",
        "clue",
        "y",
        "h2h9",
        "why",
        "why",
        "where",
        "hint",
        "clue",
        "play",
    )
    told = answers(
        play(*lines, "quit", arguments=("--words", "--side", "red", "--level", "1", "--language", "en"))
    )
    new, before, after, _, _, asked, why, again, where, hint, clue, played, _ = told
    assert again == why
    assert new == "You play Red against: Computer (level 2).\nYour move, Red"
    assert before.startswith("Coach (untimed): Off\n")
    assert after == "Coach (untimed): Inaccuracies"
    assert load_settings()[0].coach_interrupts == "good", "kept"
    how = "The coach asks about your move. Type `see why`, `take it back` or `play it anyway`."
    assert asked.splitlines()[1] == "A costly move"
    assert asked.count("A costly move") == 1
    assert "Your opponent is waiting" not in asked
    assert len(why.splitlines()) == 2
    assert asked.count(how) == 1
    assert asked.splitlines()[-1] == why.splitlines()[-1] == where.splitlines()[-1] == how
    assert hint == clue == how  # and not whether the game may stop counting
    assert "cannon" in why
    assert played.startswith("Black: ")


def test_a_move_is_refused_for_what_really_prevents_it(play: Play) -> None:
    """The check, though two horses could be meant; the side to move; how elephants go, before their point."""
    lines = ("new both fen 4k4/9/9/9/9/4r4/9/9/9/RNBAK2N1 w", "horse to g2", "车5进1", "相七进六")
    lines += ("resign", "p C", "where", "banana", "quit", "q")
    _, checked, theirs, elephant, ask, cannons, where, none, closed, _ = answers(play(*lines, arguments=WORDS))
    assert cannons == f"No such piece on the board\n{ask}"
    assert where.startswith("Red to move, in check!")
    assert none.startswith("Please answer yes or no.")
    assert closed.startswith("The question is closed; nothing has been done.\n`quit` again ends the program.")
    assert checked == "Your general would still be in check: black chariot, e4"
    assert theirs == "That is Black's chariot, and it is not Black's move."
    assert elephant.startswith("Elephants go exactly two points diagonally")


def test_a_lesson_tells_checks_and_moves_too_many(play: Play) -> None:
    lines = ("lessons 8", "next", "next", "a3e3", "lessons 2", "next", "next", "p R", "a1a2", "a2a3", "a3a4")
    lines += ("press Try again",)
    *_, asked, first, second, late, again = said = answers(play(*lines, arguments=WORDS))
    assert said[3].startswith("chariot a3 to e3, check\n")
    assert asked.startswith("red chariot a1")
    assert second.endswith("Moves made: 2; fewest possible: 3.")
    assert late.startswith("chariot a3 to a4\nMoves made: 3; fewest possible: 3. You will earn fewer stars.")
    assert first.startswith("chariot a1 to a2\n")
    assert again.startswith("Pressed: Try again\nThe position is back; try again.\nRed: ")
