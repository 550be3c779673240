"""Games as people type, paste and scan them."""

from __future__ import annotations

import pytest
from reading import faults, game_in, games_in, iccs

from xiangqi.i18n.message import Message

MOVES = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"
ROUNDS = "1. 炮二平五 马8进7\n2. 马二进三 车9平8\n"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("炮二平五;马8进7;马二进三;车9平8", 4),
        ("H2-E2;H9-G7;H0-G2", 3),
        ("h2e2; h9g7; h0g2; i9h9", 4),
        ("1. C2.5 H8+7; 2. H2+3 R9.8; 3. R1.2 H2+3", 6),
        ("1. C2.5 H8+7;\n2. H2+3 R9.8;\n", 4),
        ("1.炮二平五!;马8进7?;2.马二进三;车9平8。", 4),
        ("H2-E2!H9-G7?H0-G2!!I9-H9,I0-H0;B9-C7。", 6),
        ("H2-E2,H9-G7|H0-G2", 3),
        ("C2.5,H8+7,H2+3", 3),
        ("C2.5/H8+7/H2+3/R9.8", 4),
        ("H2-E2/H9-G7/H0-G2", 3),
        ('"h2e2" "h9g7", "h0g2"', 3),
        ("1. “炮二平五” “马8进7” 2. “马二进三”", 3),
        ("1.C2.5!H8+7?2.H2+3!!R9.8??3.R1.2H2+3", 6),
        ("C2.5H8+7H2+3R9.8", 4),
        ("1.C2=5H8+7 2.H2+3R9=8", 4),
        ("1.P2-5M8.7 2.M2.3X9-8", 4),
        ("1. Cannon 2 = 5 Horse 8 + 7\n2. Horse 2 + 3 Rook 9 = 8", 4),
        ("Cannon 2 to 5, Horse 8 forward 7; Horse 2 forward 3", 3),
        ("1. Pháo 2 bình 5 Mã 8 tấn 7 2. Mã 2 tấn 3 Xe 9 bình 8 3. Xe 1 bình 2", 5),
        ("1. pao er ping wu ma ba jin qi 2. ma er jin san ju jiu ping ba", 4),
        ("pào èr píng wǔ，mǎ bā jìn qī，mǎ èr jìn sān", 3),
        ("Red: Cannon 2 to 5\nBlack: Horse 8 to 7\nRed: Horse 2 to 3", 3),
        ("1. Cannon 2 to 5 马8进7 2. h0g2", 3),
        (ROUNDS + "3. 车—平二 马2进3", 6),
    ],
)
def test_moves_that_signs_part_or_nothing_does(text: str, count: int) -> None:
    game = game_in(text)
    assert iccs(game) == " ".join(MOVES.split()[:count])
    assert faults(game) == []


@pytest.mark.parametrize("dash", "—–―─ー")
def test_a_scanned_dash_is_a_one_on_both_sides_of_the_action(dash: str) -> None:
    game = game_in(f"炮二平五 马8进7 兵七进{dash} 车9进1 车{dash}进一")
    assert iccs(game) == "h2e2 h9g7 c3c4 i9i8 i0i1"
    assert faults(game) == []


@pytest.mark.parametrize(
    "rest", ["; h0g2 is better", "; 2. h0g2 as in the books", " ; 2. h0g2", "; C2.5 H8+7 H2+3 was his idea"]
)
def test_a_semicolon_before_words_still_begins_a_comment(rest: str) -> None:
    game = game_in(f"1. h2e2 h9g7{rest}\n2. b0c2 i9h9")
    assert iccs(game) == "h2e2 h9g7 b0c2 i9h9"
    assert game.root.children[0].children[0].comment == rest.strip(" ;")


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("Red wins", "1-0"),
        ("Black won.", "0-1"),
        ("White lost", "0-1"),
        ("Black resigns.", "1-0"),
        ("Đỏ thắng", "1-0"),
        ("Đen thắng!", "0-1"),
        ("Hòa", "1/2-1/2"),
        ("Cờ hoà.", "1/2-1/2"),
        ("红方获胜", "1-0"),
        ("黑方认负", "1-0"),
        ("紅方認輸", "0-1"),
        ("黑超时负", "1-0"),
        ("双方议和", "1/2-1/2"),
        ("握手言和。", "1/2-1/2"),
        ("（红胜）", "1-0"),
        ("結果：紅勝", "1-0"),
        ("黑方超时，红胜", "1-0"),
        ("1 - 0", "1-0"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("终局：红胜。", "1-0"),
        ("最终红方胜", "1-0"),
        ("最后黑方获胜。", "0-1"),
        ("本局紅勝", "1-0"),
        ("结果是和棋", "1/2-1/2"),
        ("结果：和", "1/2-1/2"),
        ("（和）", "1/2-1/2"),
        ("红 胜", "1-0"),
        ("Result: Red wins", "1-0"),
        ("Kết quả: Đen thắng", "0-1"),
        ("Black loses on time.", "1-0"),
        ("Red won by checkmate", "1-0"),
    ],
)
def test_results_in_words(words: str, result: str) -> None:
    game = game_in(f"{ROUNDS}{words}\n")
    assert (iccs(game), game.result) == (" ".join(MOVES.split()[:4]), result)


VERDICTS = (
    *("终局：红胜。", "最终红方胜", "结果：和棋", "Result: Red wins", "和", "黑方认负", "本局红胜"),
    *("Hòa", "Red wins by checkmate", "双方议和。"),
)


@pytest.mark.parametrize("words", VERDICTS)
def test_a_result_before_further_moves_is_a_comment(words: str) -> None:
    first, second = ROUNDS.splitlines()
    game = game_in(f"{first}\n{words}\n{second}\n3. 车一平二 马2进3\n")
    assert (iccs(game), game.result, faults(game)) == (MOVES, "*", [])
    assert list(game.root.line())[1].comment == words
    assert game_in(f"{first}\n{words}\n{second}\n0-1\n").result == "0-1"
    assert game_in(f'[Result "0-1"]\n\n{first}\n{words}\n{second}\n').result == "0-1"
    assert game_in(f"{ROUNDS}{words}\n9. 以下从略\n").result in ("1-0", "1/2-1/2")


@pytest.mark.parametrize("words", [*VERDICTS, "1-0"])
def test_variations_behind_a_result_are_read(words: str) -> None:
    game = game_in(f"{ROUNDS}{words}\n变着：2. 兵七进一 炮8平9\n")
    assert (iccs(game), game.variation_count(), faults(game)) == ("h2e2 h9g7 h0g2 i9h9", 1, [])
    assert game.result in ("1-0", "1/2-1/2")


@pytest.mark.parametrize("words", VERDICTS)
def test_the_result_of_a_variation_is_not_that_of_the_game(words: str) -> None:
    game = game_in(f"{ROUNDS}变着：2. 兵七进一 炮8平9 {words}\n")
    assert (iccs(game), game.variation_count(), game.result) == ("h2e2 h9g7 h0g2 i9h9", 1, "*")
    assert words in "\n".join(node.comment for node in game.root.walk())


@pytest.mark.parametrize("words", VERDICTS)
def test_another_game_follows_a_result_in_words(words: str) -> None:
    first, second = games_in(f"{ROUNDS}{words}\n\n1. 兵七进一 卒7进1\n")
    assert (iccs(first), iccs(second)) == ("h2e2 h9g7 h0g2 i9h9", "c3c4 g6g5")
    assert first.result in ("1-0", "1/2-1/2")


def test_unnumbered_moves_go_on_behind_a_result_in_a_numbered_game() -> None:
    game = game_in("1. 炮二平五 马8进7\n终局：红胜。\n马二进三 车9平8\n")
    assert (iccs(game), game.result) == ("h2e2 h9g7 h0g2 i9h9", "*")


@pytest.mark.parametrize(
    "words",
    ["红方胜势", "黑胜定的局面", "红方占优，后来黑胜", "After that Red wins easily.", "As so often, Red wins"],
)
def test_words_about_winning_are_no_result(words: str) -> None:
    game = game_in(f"{ROUNDS}{words}\n")
    assert game.result == "*"
    assert words.rstrip(".") in list(game.root.line())[-1].comment


@pytest.mark.parametrize("word", ["胜", "負"])
def test_one_character_behind_the_moves_is_no_result(word: str) -> None:
    game = game_in(f"{ROUNDS}{word}\n")
    assert (game.result, list(game.root.line())[-1].comment) == ("*", word)


def test_a_heading_tells_the_result_only_in_a_line_of_its_own() -> None:
    assert game_in(f"红方：甲 结果：红胜\n\n{ROUNDS}").result == "1-0"
    assert game_in(f"【结果】和棋\n\n{ROUNDS}").result == "1/2-1/2"
    assert game_in(f"Red wins\n\n{ROUNDS}").result == "1-0"
    assert game_in(f"A game in which Red wins\n\n{ROUNDS}").result == "*"


@pytest.mark.parametrize("words", ["Black resigns.", "红方认负", "双方议和"])
def test_how_a_game_ended_stays_a_comment(words: str) -> None:
    assert list(game_in(f"{ROUNDS}{words}\n").root.line())[-1].comment == words


def test_marks_of_words_judge_no_move() -> None:
    game = game_in(f"{ROUNDS}将军！相见欢。\n3. 车一平二 马2进3\n真的？\n")
    nodes = list(game.root.line())
    assert [node.nags for node in nodes if node.nags] == []
    assert (nodes[-3].comment, nodes[-1].comment) == ("将军！相见欢。", "真的？")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("甲）", "乙）"),
        ("A) ", "B) "),
        ("（甲）", "（乙）"),
        ("甲、", "乙、"),
        ("变1) ", "变2) "),
        ("第一种\n", "第二种\n"),
    ],
)
def test_lettered_continuations_are_variations(first: str, second: str) -> None:
    game = game_in(f"{ROUNDS}{first}3. 车一平二 马2进3\n{second}3. 兵七进一 炮8平9\n")
    assert iccs(game) == MOVES
    (_, other) = list(game.root.line())[3].children
    assert [str(other.move), str(other.children[0].move)] == ["c3c4", "h7i7"]


@pytest.mark.parametrize(
    ("heading", "headers"),
    [
        ("红方：胡荣华\n黑方：柳大华", {"Red": "胡荣华", "Black": "柳大华"}),
        ("红：甲 黑：乙", {"Red": "甲", "Black": "乙"}),
        ("紅方: 北京 甲，黑方: 上海 乙", {"Red": "北京 甲", "Black": "上海 乙"}),
        (
            "赛事：1980年个人赛\n日期：1980年5月\n地点：乐山\n轮次：第3轮",
            {"Event": "1980年个人赛", "Date": "1980年5月", "Site": "乐山", "Round": "第3轮"},
        ),
        (
            "Red: Hu\nBLACK: Liu  Opening: Central Cannon",
            {"Red": "Hu", "Black": "Liu", "Opening": "Central Cannon"},
        ),
        ("[红方：甲]\n[黑方：乙]", {"Red": "甲", "Black": "乙"}),
        ("【红方】甲\n【黑方】：乙", {"Red": "甲", "Black": "乙"}),
        ("红方：甲 黑方：乙 轮次：3", {"Red": "甲", "Black": "乙", "Round": "3"}),
        ("Đỏ: Lại\nĐen: Nguyễn", {"Red": "Lại", "Black": "Nguyễn"}),
    ],
)
def test_labelled_lines_above_the_moves_are_headers(heading: str, headers: dict[str, str]) -> None:
    game = game_in(f"{heading}\n\n{ROUNDS}")
    assert game.headers == headers
    assert game.root.comment == heading


@pytest.mark.parametrize("heading", ["Advice of Red: attack", "红方先手", "布局要点: 红: 黑:", "Red:"])
def test_other_lines_above_the_moves_are_no_headers(heading: str) -> None:
    assert game_in(f"{heading}\n\n{ROUNDS}").headers == {}


CHINESE_TAGS = """[赛事 "杯赛"]
[红方 "甲"]
[黑方 "乙"]
[结果 "红胜"]
[日期 "2020.01.02"]
[地点 "北京"]
[轮次 "3"]

"""
TRADITIONAL = str.maketrans("赛红结胜点轮马进车", "賽紅結勝點輪馬進車")


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5hkscs"])
@pytest.mark.parametrize(("old", "new"), [("", ""), ('"', "”"), ("[", "［"), ("]", "】"), ('"]\n[', '"] [')])
def test_tags_with_chinese_names(old: str, new: str, encoding: str) -> None:
    text = f"{CHINESE_TAGS.replace(old, new) if old else CHINESE_TAGS}{ROUNDS}\n"
    text = text.translate(TRADITIONAL) if encoding == "big5hkscs" else text
    games = games_in(text * 2, encoding)
    assert [iccs(game) for game in games] == [" ".join(MOVES.split()[:4])] * 2
    for game in games:
        values = [game.headers[name] for name in ("Red", "Black", "Date", "Site", "Round")]
        assert (values, game.result) == (["甲", "乙", "2020.01.02", "北京", "3"], "1-0")
        assert (game.root.comment, game.errors) == ("", [])


@pytest.mark.parametrize(
    "heading", ["[红方 {}]\n[黑方 {}]", "[Red {}]\n[Black {}]", "红方：{} 黑方：{}", "【红方】{}\n【黑方】{}"]
)
@pytest.mark.parametrize("result", ["", "1-0\n"])
def test_players_without_quotes_begin_another_game(heading: str, result: str) -> None:
    first, second = games_in(
        f"{heading.format('A', 'B')}\n\n{ROUNDS}{result}\n{heading.format('C', 'D')}\n\n{ROUNDS}"
    )
    assert (first.headers, second.headers) == ({"Red": "A", "Black": "B"}, {"Red": "C", "Black": "D"})
    assert iccs(first) == iccs(second) == " ".join(MOVES.split()[:4])


def test_a_chinese_and_a_standard_tag_that_differ_are_told() -> None:
    game = game_in(f'[Red "A"]\n[红方 "甲"]\n[棋谱 "乙"]\n\n{ROUNDS}')
    assert (game.headers, game.root.comment) == ({"Red": "A"}, '[棋谱 "乙"]')
    assert [fault.token for fault in game.errors] == ['[红方 "甲"]']


def test_labelled_lines_beside_tags_are_a_comment_alone() -> None:
    game = game_in(f'[Red "A"]\n\n黑方：乙\n{ROUNDS}')
    assert (game.headers, game.root.comment) == ({"Red": "A"}, "黑方：乙")


def test_words_in_a_comment_are_no_moves_and_others_are_told() -> None:
    game = game_in("1. Cannon 2 to 5 {Cannon 8 to 5 is as good} Horse 8 to 7 2. Horse leaps out Rook 9 to 8\n")
    assert iccs(game) == "h2e2 h9g7"
    assert game.root.children[0].comment == "Cannon 8 to 5 is as good"
    assert [fault.token for fault in game.errors] == ["Horse", "leaps out"]


@pytest.mark.parametrize(
    "text",
    [
        "1. Che2, Hg7; 2. Hg2, Rh9; 3. Rh0, Hbc7",
        "1. h2e2, h9g7 {solid}; 2. h0g2, i9h9 (2... b9c7); 3. i0h0 b9c7",
        "1. CHE2 HHG7; 2. HHG2 RIH9; 3. RIH0 HBC7",
        "1. h2e2 h9g7 $1; 2. h0g2! i9h9 {good}; 3. i0h0, b9c7 *",
    ],
)
def test_rounds_with_semicolons_between(text: str) -> None:
    game = game_in(text)
    assert iccs(game) == MOVES
    assert not faults(game)


@pytest.mark.parametrize(
    "rest",
    [
        " ; 2. h0g2 i9h9",
        "; 2. h0g2 i9h9 3. i0h0 b9c7 *",
        " ;2. Hg2",
        "; 2. Zhg2 i9h9; 3. i0h0 b9c7",
        " ; 马二进三 车9平8",
    ],
)
def test_moves_that_become_a_comment_are_told(rest: str) -> None:
    game = game_in(f'[Red "A"]\n\n1. h2e2 h9g7{rest}\n')
    assert iccs(game) == "h2e2 h9g7"
    (fault,) = game.errors
    assert (fault.line, fault.message) == (3, Message("detail.moves_in_comment"))
    assert game.root.end().comment == rest.lstrip(" ;")


@pytest.mark.parametrize("rest", [" ; 2. h0g2 is better", " ; solid", "\n; 2. h0g2 i9h9", " ; 50% win", ""])
def test_words_after_a_semicolon_are_a_comment(rest: str) -> None:
    game = game_in(f'[Red "A"]\n\n1. h2e2 h9g7{rest}\n2. b0c2 *\n')
    assert iccs(game) == "h2e2 h9g7 b0c2"
    assert not faults(game)
