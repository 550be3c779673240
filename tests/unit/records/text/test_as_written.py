"""Games as people write them: prose around moves, signs, numbers that tell, the same move twice."""

from __future__ import annotations

import json

import pytest
from reading import faults, game_in, games_in, iccs

from xiangqi.fen import START_FEN
from xiangqi.records.text.pgn_writer import write
from xiangqi.records.tree import Game

ROUNDS = ("1. 炮二平五 马8进7", "2. 马二进三 车9平8", "3. 车一平二 马2进3")
MOVES = " ".join(ROUNDS)
ICCS = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"


def _comments(game: Game) -> str:
    return "\n".join(filter(None, (node.comment for node in game.root.walk())))


def _branches(game: Game) -> dict[str, str]:
    """The variations by their plies: ply of the first move and what was played."""
    return {
        f"{branch.ply()} {branch.move}": " ".join(str(node.move) for node in branch.line())
        for node in game.root.walk()
        for branch in node.children[1:]
    }


class TestProse:
    @pytest.mark.parametrize(
        "words",
        [
            *("中炮", "中", "前", "车", "车马", "士象", "炮兵", "相", "马后炮", "前车", "三兵", "中炮进三兵"),
            *("五七炮进三兵对屏风马", "（一）中炮", "一、中炮", "1）中炮", "① 中炮", "中 国 象 棋", "第2回合"),
            *("第一局", "第十回合", "Level12", "Group B2", "中炮进攻", "车炮冷着"),
        ],
    )
    @pytest.mark.parametrize("place", range(4))
    def test_a_line_of_its_own_is_a_comment(self, words: str, place: int) -> None:
        lines = [*ROUNDS[:place], words, *ROUNDS[place:]]
        game = game_in("\n".join(lines) + "\n")
        assert (iccs(game), game.errors) == (ICCS, [])
        assert words.replace("（一）", "").split()[-1].rstrip("）") in _comments(game)

    @pytest.mark.parametrize(
        "words", ["中炮", "车马", "士象全", "红胜在望", "good", "如改走 炮8平5", "若走炮8平5则慢"]
    )
    def test_words_in_the_line_are_a_comment_and_told(self, words: str) -> None:
        game = game_in(f"{ROUNDS[0]} {words} {ROUNDS[1]}\n{ROUNDS[2]}\n")
        assert (iccs(game), _comments(game)) == (ICCS, words)
        (fault,) = faults(game)
        assert "it is kept as a comment" in fault

    @pytest.mark.parametrize(
        "clause", ["若走炮8平5则慢", "如改走马八进七也好", "不能走炮8平5", "应以炮2平5还击"]
    )
    @pytest.mark.parametrize(
        "form", ["2. {} 马二进三 车9平8", "2. 马二进三 {} 车9平8", "2. 马二进三 {}，车9平8"]
    )
    def test_a_clause_that_mentions_a_move_is_a_comment(self, form: str, clause: str) -> None:
        game = game_in(f"{ROUNDS[0]}\n2. {form.format(clause)}\n{ROUNDS[2]}\n")
        assert (iccs(game), _comments(game)) == (ICCS, clause)
        assert [fault.token for fault in game.errors] == [clause]

    @pytest.mark.parametrize("words", ["中", "炮", "车马炮", "中炮好 车"])
    def test_after_the_result(self, words: str) -> None:
        game = game_in(f"{MOVES} 1-0 {words}\n")
        assert (iccs(game), game.result, _comments(game), game.errors) == (ICCS, "1-0", words, [])

    @pytest.mark.parametrize(
        ("text", "played", "token"),
        [
            ("1. 炮二平五 马8进7 2. 前车 车9平8 3. 车一平二 马2进3", "h2e2 h9g7", "前车"),
            ("1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 前车", "h2e2 h9g7 h0g2 i9h9", "前车"),
            ("1. 炮二平五 马8进7 2. 马二进 车9平8", "h2e2 h9g7", "马二进"),
            ("1. 炮二平五 马8进7 2. 马进三 车9平8", "h2e2 h9g7", "马进三"),
            ("1. 炮二平五 马8进7 2... 马2进3 3. 马二进三", "h2e2 h9g7", "2..."),
            ("炮二平五 焉8进7 马二进三 车9平8", "h2e2", "焉8进7"),
            ("炮二平五 马8迸7 马二进三 车9平8", "h2e2", "马8迸7"),
            ("炮二平五 马8进 马二进三 车9平8", "h2e2", "马8进"),
            ("炮二平五 马8 马二进三 车9平8", "h2e2", "马8"),
        ],
    )
    def test_what_was_a_move_is_a_fault(self, text: str, played: str, token: str) -> None:
        game = game_in(text)
        assert iccs(game) == played
        assert token in [fault.token for fault in game.errors]

    def test_a_result_in_words_ends_no_game_that_goes_on(self) -> None:
        game = game_in(f"{ROUNDS[0]}\n红胜\n{ROUNDS[1]}\n{ROUNDS[2]} 和棋\n")
        assert (iccs(game), game.result, _comments(game)) == (ICCS, "1/2-1/2", "红胜")

    @pytest.mark.parametrize("gap", [" ", "\u3000", "\u00a0", "\u2009", "  "])
    def test_moves_with_blanks_in_them(self, gap: str) -> None:
        chinese = " ".join(gap.join(word) if len(word) == 4 else word for word in MOVES.split())
        for text in (chinese, "C 2 = 5  H 8 + 7\nH 2 + 3  R 9 = 8\nR 1 = 2  H 2 + 3".replace(" ", gap)):
            game = game_in(text)
            assert (iccs(game), game.errors) == (ICCS, [])

    @pytest.mark.parametrize("form", ["{}{} {}{}", "{} {} {} {}", "{} {} - {} {}", "{}{}  {}{}"])
    def test_coordinates_with_blanks_in_them(self, form: str) -> None:
        game = game_in(" , ".join(form.format(*move) for move in ICCS.split()).replace(" , ", "\n"))
        assert (iccs(game), game.errors) == (ICCS, [])

    @pytest.mark.parametrize(
        "text",
        [
            "红：炮二平五\n黑：马8进7\n红：马二进三\n黑：车9平8\n红：车一平二\n黑：马2进3\n",
            "1) 炮二平五 马8进7 2) 马二进三 车9平8 3) 车一平二 马2进3",
            "① 炮二平五 马8进7 ② 马二进三 车9平8 ③ 车一平二 马2进3",
            "一、炮二平五 马8进7 二、马二进三 车9平8 三、车一平二 马2进3",
            "第一回合 炮二平五 马8进7\n第二回合 马二进三 车9平8\n第3回合：车一平二 马2进3",
            "| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |\n| 3 | 车一平二 | 马2进3 |\n",
            "* 炮二平五\n* 马8进7\n* 马二进三\n* 车9平8\n* 车一平二\n* 马2进3\n",
            "**1. 炮二平五** 马8进7 **2. 马二进三** 车9平8 **3. 车一平二** 马2进3",
            "炮二平五→马8进7→马二进三→车9平8→车一平二→马2进3",
            "1. 炮二\n平五 马8进\n7 2. 马二进三 车9平8 3. 车一平二 马2\n进3",
            "炮2=5 马8+7 马2+3 车9=8 车1=2 马2+3",
            "h2e2,h9g7,h0g2|i9h9|i0h0/b9c7",
            "h2→e2 h9>g7 h0->g2 i9 – h9 i0 → h0 b9=>c7",
            "1. P2-5 m8.7 2. M2.3 x9-8 3. X1-2 m2.3",
        ],
    )
    def test_other_hands(self, text: str) -> None:
        game = game_in(text)
        assert (iccs(game), game.errors, _comments(game)) == (ICCS, [], "")


class TestSigns:
    @pytest.mark.parametrize(
        ("sign", "red", "black"),
        [
            *(("±", 16, 16), ("∓", 17, 17), ("=", 10, 10), ("∞", 13, 13), ("⩲", 14, 14), ("⩱", 15, 15)),
            *(("+-", 18, 18), ("-+", 19, 19), ("+/-", 16, 16), ("-/+", 17, 17), ("+/=", 14, 14)),
            *(
                ("=/+", 15, 15),
                ("□", 7, 7),
                ("‼", 3, 3),
                ("⁉", 5, 5),
                ("⁇", 4, 4),
                ("⁈", 6, 6),
                ("N", 146, 146),
            ),
            *(("⟳", 32, 33), ("↑", 36, 37), ("⇆", 132, 133), ("∆", 140, 140), ("⌓", 142, 142)),
            *(("⨀", 22, 23), ("!!!", 3, 3), ("???", 4, 4)),
        ],
    )
    @pytest.mark.parametrize("form", ["{0}{2} {1}{2}", "{0} {2} {1} {2}"])
    @pytest.mark.parametrize("moves", ["炮二平五 马8进7", "C2=5 H8+7", "h2e2 h9g7"])
    def test_signs_are_glyphs(self, moves: str, form: str, sign: str, red: int, black: int) -> None:
        game = game_in(f"1. {form.format(*moves.split(), sign)} 2. {moves.split()[0].replace('二', '八')}\n")
        first, second = list(game.root.line())[1:3] if game.root.move else list(game.root.line())[:2]
        assert (first.nags, second.nags) == ((red,), (black,))
        assert f"${red}" in write(game).decode()

    @pytest.mark.parametrize("sign", ["★", "☆", "⊥", "⇑", "✓", "≈", "⟹", "▲", "▽", "♥", "👍"])
    def test_signs_without_a_glyph_stay_as_comments(self, sign: str) -> None:
        game = game_in(f"1. 炮二平五 {sign} 马8进7 2. 马二进三{sign}\n")
        nodes = list(game.root.line())
        assert (iccs(game), nodes[0].comment, nodes[2].comment) == (ICCS[:14], sign, sign)
        assert [fault.token for fault in game.errors] == [sign]

    @pytest.mark.parametrize("form", ["│ {} │ {} │", "● {}\n● {}", "┌──┐\n{} {}\n└──┘", "— {} — {} —"])
    def test_signs_around_moves_say_nothing(self, form: str) -> None:
        game = game_in(form.format("炮二平五", "马8进7"))
        assert (iccs(game), _comments(game), game.errors) == (ICCS[:9], "", [])

    def test_arrows(self) -> None:
        game = game_in("1. 炮二平五 → 马8进7 → 2. 马二进三 *")
        assert [node.nags for node in game.root.line()] == [(40,), (41,), ()]
        game = game_in("炮二平五→马8进7 → 马二进三 → 车9平8")
        assert (iccs(game), {node.nags for node in game.root.walk()}) == (ICCS[:19], {()})

    def test_a_sign_in_a_move_is_none(self) -> None:
        game = game_in("1. C2=5 H8+7 2. H2+3 R9=8\n")
        assert [node.nags for node in game.root.walk()] == [()] * 5


class TestNumbers:
    @pytest.mark.parametrize(
        "dots", ["1...", "1…", "1. …", "1. ...", "1.--", "1. --", "12...", "1。。。", "１．．．"]
    )
    def test_dots_say_that_black_is_first(self, dots: str) -> None:
        game = game_in(f"{dots} C8=5 {int(dots[:2]) + 1 if dots[:2].isdecimal() else 2}. H2+3 *")
        assert (iccs(game), game.start_fen.split()[1], len(game.errors)) == ("h7e7 h0g2", "b", 1)

    @pytest.mark.parametrize(
        "words", ["(1)", "（一）", "变着：", "变化", "Variation:", "另：", "如改走", "[a]"]
    )
    def test_a_number_that_goes_back_varies_the_game(self, words: str) -> None:
        game = game_in(f"{MOVES}\n{words} 2. 车一进一 马2进3 3. 马二进三\n{words} 1... 炮8平5 2. 马二进三\n")
        assert (iccs(game), game.errors) == (ICCS, [])
        assert _branches(game) == {"2 h7e7": "h0g2", "3 i0i1": "b9c7 h0g2"}
        assert words.strip("[]") in _comments(game).replace("\uff1a", "：") + words

    def test_variations_of_one_move_each(self) -> None:
        game = game_in(f"{MOVES}\n（一）2. 兵七进一\n（二）2. 马八进七\n变着：2. 兵三进一 炮8平9\n")
        assert (iccs(game), game.errors) == (ICCS, [])
        assert _branches(game) == {"3 c3c4": "", "3 b0c2": "", "3 g3g4": "h7i7"}

    def test_words_right_behind_a_move_are_about_it_and_not_about_the_variation(self) -> None:
        game = game_in(f"{ROUNDS[0]} {ROUNDS[1]} 稳健\n1... 炮8平5\n")
        assert (iccs(game), list(game.root.line())[3].comment) == (ICCS[:19], "稳健")
        assert _branches(game) == {"2 h7e7": ""}

    def test_dots_behind_every_number_tell_of_no_reply(self) -> None:
        game = game_in(" ".join(ROUNDS).replace(".", "...") + "\n")
        assert (iccs(game), game.errors) == (ICCS, [])

    def test_the_game_goes_on_behind_a_variation(self) -> None:
        game = game_in(f"{ROUNDS[0]} {ROUNDS[1]}\n注：1... 炮8平5 亦常见\n{ROUNDS[2]}\n")
        assert (iccs(game), _branches(game), game.errors) == (ICCS, {"2 h7e7": ""}, [])

    def test_what_cannot_be_decided_is_told(self) -> None:
        game = game_in(f"{ROUNDS[0]} 2. 马二进三 马2进3\n变着：2. 马八进七 车9平8\n3. 兵三进一 卒3进1\n")
        assert [fault.token for fault in game.errors] == ["兵三进一"]
        game = game_in(f"{ROUNDS[0]} 2. 兵三进一 卒3进1\n2. 马八进七 马2进1\n")
        assert [fault.token for fault in game.errors] == ["马八进七"]

    def test_in_one_line_a_number_that_goes_back_varies_rather_than_goes_on(self) -> None:
        game = game_in(f"{ROUNDS[0]} 2. 兵三进一 卒3进1 2. 马八进七 马2进1\n")
        assert (iccs(game), _branches(game)) == ("h2e2 h9g7 g3g4 c6c5", {"3 b0c2": "b9a7"})

    def test_a_wrong_number_leaves_the_game_whole(self) -> None:
        game = game_in(f"{ROUNDS[0]} {ROUNDS[1]} 2. 车一平二 马2进3 4. 兵七进一\n")
        assert iccs(game) == f"{ICCS} c3c4"

    @pytest.mark.parametrize(
        "words",
        [
            *(
                "二、过宫炮",
                "第二章 过宫炮",
                "第２節",
                "（二）过宫炮",
                "过宫炮",
                "II. Palcorner cannon",
                "Chapter 2",
            ),
            *("## 过宫炮", "**第二讲**", "二、过宫炮\n\n红方先手。", "第二局", "第2局 中炮", "Game 2", "例二"),
        ],
    )
    def test_another_game_without_a_result_before_it(self, words: str) -> None:
        first, second = games_in(f"{MOVES}\n{words}\n1. 兵七进一 卒7进1\n")
        assert (iccs(first), iccs(second)) == (ICCS, "c3c4 g6g5")
        assert second.root.comment == words.strip("#* ")
        assert (first.errors, second.errors) == ([], [])

    def test_several_chapters(self) -> None:
        games = games_in(f"一、中炮\n{MOVES}\n二、仙人指路 1. 兵七进一 卒7进1\n三、飞相\n1. 相三进五 炮8平5\n")
        assert [iccs(game) for game in games] == [ICCS, "c3c4 g6g5", "g0e2 h7e7"]
        assert [game.root.comment for game in games] == ["一、中炮", "二、仙人指路", "三、飞相"]

    @pytest.mark.parametrize(
        "words", ["(2)", "变着：", "另一种走法", "II. Variation", "红方稳健。", "", "（二）变化"]
    )
    def test_move_1_again_without_the_heading_of_another_game_is_a_variation(self, words: str) -> None:
        game = game_in(f"{MOVES}\n{words}\n1. 兵七进一 卒7进1\n")
        assert (iccs(game), _branches(game)) == (ICCS, {"1 c3c4": "g6g5"})
        told = ["兵七进一"] if words in ("", "红方稳健。") else []  # it could go on behind the last move, too
        assert [fault.token for fault in game.errors] == told

    def test_numbers_that_begin_anew_within_a_game_leave_it_whole(self) -> None:
        game = game_in(f"{MOVES}\n1. 车二进五 车8进1\n2. 兵七进一 卒7进1\n")
        assert (iccs(game), game.errors) == (f"{ICCS} h0h5 h9h8 c3c4 g6g5", [])

    @pytest.mark.parametrize("form", ["json", "wxf"])
    def test_where_only_one_game_has_room_another_heading_loses_no_moves(self, form: str) -> None:
        text = f"{MOVES}\n二、仙人指路\n1. 兵七进一 卒7进1\n"
        packed = (
            json.dumps({"moves": text}) if form == "json" else f"FORMAT\tWXF\nGAME\tA\nSTART{{\n{text}}}END\n"
        )
        game = game_in(packed)
        assert (iccs(game), _branches(game)) == (ICCS, {"1 c3c4": "g6g5"})

    @pytest.mark.parametrize("announced", ["变着：", "变化 ", "Variation: "])
    @pytest.mark.parametrize("heading", ["主线：", "正着\n", "The game:\n", ""])
    def test_a_variation_before_the_game(self, announced: str, heading: str) -> None:
        game = game_in(f"{announced}1. 兵七进一 卒7进1\n{heading}{MOVES}\n")
        assert (iccs(game), _branches(game), game.errors) == (ICCS, {"1 c3c4": "g6g5"}, [])
        assert _comments(game).split() == f"{announced} {heading}".replace("：", "").split()

    @pytest.mark.parametrize(
        "first", ["(1. 兵七进一 卒7进1)\n1.", "(兵七进一 卒7进1) 1.", "1. (兵七进一 卒7进1)"]
    )
    def test_a_variation_in_brackets_before_the_game_is_told(self, first: str) -> None:
        game = game_in(f"{first}{MOVES[2:]}\n")
        assert (iccs(game), _branches(game)) == (ICCS, {"1 c3c4": "g6g5"})
        assert [fault.token for fault in game.errors] == ["("]

    def test_moves_in_a_heading(self) -> None:
        game = game_in(f"列炮：炮二平五 炮2平5\n{MOVES}\n")
        assert (iccs(game), game.root.comment, game.errors) == (ICCS, "列炮：炮二平五 炮2平5", [])


class TestNumbersThatTellOfMissingMoves:
    ALL_SPELT_ALIKE = "1.炮二平五 2.馬八進七 3.馬二進三 4.車九平八 5.車一平二 6.馬二進三"

    @pytest.mark.parametrize(
        ("text", "played", "token"),
        [
            ("1. 炮二平五 2. 马二进三", "h2e2", "2."),
            ("1. 炮二平五\n2. 马二进三 马8进7", "h2e2", "2."),
            ("1. 炮二平五 马8进7 2. 马二进三\n3. 车一平二 马2进3", "h2e2 h9g7 h0g2", "3."),
            ("1. 炮二平五 {a good move} 2. 马二进三 马8进7", "h2e2", "2."),
            ("第1回合 炮二平五 第2回合 马二进三", "h2e2", "第2回合"),
            ("1) 炮二平五 2) 马二进三", "h2e2", "2)"),
            ("一、炮二平五 二、马二进三", "h2e2", "二、"),
            ("1 炮二平五 2 马二进三", "h2e2", "2"),
            ("1. C2.5 2. H2+3 R9.8", "h2e2", "2."),
            ("1. h2e2 2. h0g2", "h2e2", "2."),
            ("1. Che2 2. Hg2", "h2e2", "2."),
            ("1. 炮二平五 (1. 马二进三 2. 兵七进一) 马8进7", "h2e2 h9g7", "2."),
        ],
    )
    def test_a_missing_reply_is_told_and_ends_the_line(self, text: str, played: str, token: str) -> None:
        game = game_in(text)
        assert iccs(game) == played
        (fault,) = game.errors
        assert (fault.token, "the reply before this number is missing" in str(fault)) == (token, True)

    @pytest.mark.parametrize(
        "text",
        [
            "1. 炮二平五 2. 马8进7 3. 马二进三 4. 车9平8",
            "1. h2e2 2. h9g7 3. h0g2 4. i9h9",
            "1 h2e2\n2 h9g7\n3 h0g2\n4 i9h9",
            "1. C2.5 2. h8+7 3. H2+3 4. r9.8",
            "1 炮二平五 马8进7 2 马二进三 车9平8",
            "1. C2.5 2. H8+7 3. H2+3 4. R9.8 5. R1.2 6. H2+3",
            ALL_SPELT_ALIKE,
        ],
    )
    def test_numbers_of_all_moves_and_numbers_without_dots(self, text: str) -> None:
        game = game_in(text)
        assert iccs(game) == ICCS[: 29 if "6" in text else 19]
        assert game.errors == []

    @pytest.mark.parametrize("text", ["1. C2.5 2. H8+7 3. H2+3", "1. P2-5 2. M8.7 3. M2.3"])
    def test_where_one_side_could_have_played_all_the_reading_is_told(self, text: str) -> None:
        game = game_in(text)
        assert iccs(game) == ICCS[:14]
        (fault,) = game.errors
        assert (fault.token, "every move has its own number" in str(fault)) == ("2.", True)

    def test_a_wrong_move_far_down_leaves_a_game_with_a_number_a_move_whole(self) -> None:
        game = game_in(f"{self.ALL_SPELT_ALIKE} 7. 車九平一")
        assert (iccs(game), [fault.token for fault in game.errors]) == (ICCS, ["車九平一"])

    @pytest.mark.parametrize(
        ("start", "moves"), [("", "1. 马8进7\n2. 炮二平五 车9平8"), ("1... ", "马8进7\n2. 炮二平五")]
    )
    def test_black_may_begin_with_a_round_of_one(self, start: str, moves: str) -> None:
        game = game_in(f'[FEN "{START_FEN.replace(" w ", " b ")}"]\n\n{start}{moves}\n')
        assert (iccs(game)[:9], game.errors) == ("h9g7 h2e2", [])

    @pytest.mark.parametrize("number", ["4.", "4)", "第4回合", "④", "40."])
    def test_numbers_that_are_left_out_are_told(self, number: str) -> None:
        game = game_in(f"{ROUNDS[0]} {ROUNDS[1]} {number} 车一平二 马2进3")
        assert iccs(game) == ICCS
        (fault,) = faults(game)
        assert fault == f"line 1 ({number}): the previous number is 2, so moves may be missing"

    def test_a_first_number_that_is_not_1_is_told_where_no_position_is_given(self) -> None:
        text = "15. 炮二平五 马8进7\n16. 马二进三\n"
        assert [fault.token for fault in game_in(text).errors] == ["15."]
        assert game_in(f'[FEN "{START_FEN[:-1]}15"]\n\n{text}').errors == []


@pytest.mark.parametrize("number", ["12", "- 12 -", "· 105 ·"])
def test_numbers_of_pages_are_a_comment(number: str) -> None:
    game = game_in(f"{ROUNDS[0]}\n\n{number}\n\n{ROUNDS[1]}\n{ROUNDS[2]}\n")
    assert (iccs(game), game.errors) == (ICCS, [])
    assert number.strip("- ·") in _comments(game)


CAPTIONS = (
    "图 3",
    "如图 12",
    "图 3.",
    "图 3：",
    "图 3、",
    "图（3）",
    "Diagram 3",
    "See page 12",
    "Fig. 3",
    "No. 7",
)


@pytest.mark.parametrize("words", [*CAPTIONS, "图 ３", "图 1", "共 25 局", "图 三", "参见 2019 年"])
@pytest.mark.parametrize("moves", ["炮二平五 马8进7 马二进三", "h2e2 h9g7 h0g2", "C2.5 H8+7 H2+3"])
def test_a_number_in_a_sentence_before_the_moves_stays_there(words: str, moves: str) -> None:
    game = game_in(f"{words} {moves}\n")
    assert (iccs(game), game.root.comment, game.errors) == (ICCS[:14], words, [])


@pytest.mark.parametrize("words", ["图 7", "Diagram 5", "参见 12", "12 34"])
def test_a_number_in_a_sentence_between_the_moves_stays_there(words: str) -> None:
    first, second, third = ROUNDS
    for text in (f"{first} {words} {second}\n{third}", f"{first}\n{words} {second[3:]}\n{third}"):
        game = game_in(text)
        assert (iccs(game), _comments(game)) == (ICCS, words)


@pytest.mark.parametrize("words", ["图", "中炮"])
def test_a_number_without_a_dot_behind_a_heading_counts_if_the_next_one_does(words: str) -> None:
    game = game_in(f"{words} 1 炮二平五 马8进7 2 马二进三 车9平8\n")
    assert (iccs(game), game.root.comment, game.errors) == (ICCS[:19], words, [])


@pytest.mark.parametrize("sign", ["□", "□□□□", "±", "？？", "!", "$7"])
def test_a_sign_before_the_first_move_is_a_comment(sign: str) -> None:
    for text in (f"{sign} {MOVES}", f"1. {sign} {MOVES[3:]}"):
        game = game_in(text)
        assert (iccs(game), game.root.comment, game.root.nags) == (ICCS, sign, ())
    (branch,) = game_in(f"1. h2e2 ({sign} b2e2) h9g7").root.children[1:]
    assert (str(branch.move), branch.comment) == ("b2e2", sign)


@pytest.mark.parametrize("sign", ["□", "□□□□", "？？", "?"])
@pytest.mark.parametrize("reply", ["马8进7", "h9g7", "H8+7"])
def test_a_sign_in_the_place_of_the_first_move_leaves_the_reply_to_black(sign: str, reply: str) -> None:
    game = game_in(f"1. {sign} {reply}\n")
    assert (iccs(game), game.root.comment) == ("h9g7", sign)
    assert "the first move is not by the side to move in the given position" in faults(game)[-1]


def test_numbers_in_lines_of_their_own_count_rounds() -> None:
    game = game_in("1\n炮二平五 马8进7\n2\n马二进三 车9平8\n3\n车一平二 马2进3\n")
    assert (iccs(game), _comments(game), game.errors) == (ICCS, "", [])


@pytest.mark.parametrize("lost", ["□□□□", "□□", "■■■■", "＿＿", "____", "????", "？？？？"])
def test_boxes_and_lines_in_the_place_of_a_move_are_told(lost: str) -> None:
    game = game_in(f"{ROUNDS[0]} 2. {lost} 车9平8\n")
    assert [fault.token for fault in game.errors if "is lost" in str(fault)] == [f"2. {lost}"]


def test_a_list_whose_first_line_is_spoiled_stays_a_list() -> None:
    first, second = games_in("1;h如改走2e2,h9g7\n2;c3c4,b7c7\n")
    assert (iccs(first), len(first.errors), iccs(second), second.errors) == ("", 1, "c3c4 b7c7", [])


class TestTheSameMoveTwice:
    @pytest.mark.parametrize("form", ["{}({})", "{} ({})", "{}[{}]", "{}（{}）", "{}【{}】", "{} {}", "{}\t{}"])
    @pytest.mark.parametrize("other", ["h2e2 h9g7 h0g2 i9h9", "H2-E2 H9-G7 H0-G2 I9-H9", "C2.5 H8+7 H2+3 R9.8"])
    def test_in_another_notation(self, form: str, other: str) -> None:
        moves = ["炮二平五", "马8进7", "马二进三", "车9平8"]
        text = " ".join(form.format(*pair) for pair in zip(moves, other.split(), strict=True))
        game = game_in(text)
        assert (iccs(game), game.errors) == (ICCS[:19], [])
        assert (game.variation_count(), game.comment_count()) == (0, 0)

    def test_in_two_columns(self) -> None:
        game = game_in("1. 炮二平五 马8进7  h2e2 h9g7\n2. 马二进三 车9平8  h0g2 i9h9\n")
        assert (iccs(game), game.errors) == (ICCS[:19], [])

    THREE = (
        ("炮二平五", "马8进7", "马二进三", "车9平8"),
        ("C2.5", "H8+7", "H2+3", "R9.8"),
        ("h2e2", "h9g7", "h0g2", "i9h9"),
    )

    @pytest.mark.parametrize(
        "form",
        [
            *(
                "{} {} {}\n",
                "{}\t{}\t{}\n",
                "| {} | {} | {} |\n",
                "{}({} {})\n",
                "{} ({} / {})\n",
                "{}（{}，{}）\n",
            ),
            *("{}[{}][{}] ", "{}<{}><{}> ", "{}({})({}) ", "{}【{} / {}】 ", "{} [{}, {}] ", "{}、{}、{}\n"),
        ],
    )
    @pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
    def test_in_three_notations(self, form: str, order: tuple[int, ...]) -> None:
        plies = zip(*(self.THREE[column] for column in order), strict=True)
        game = game_in("".join(form.format(*ply) for ply in plies))
        assert (iccs(game), game.errors) == (ICCS[:19], [])
        assert (game.variation_count(), game.comment_count()) == (0, 0)

    @pytest.mark.parametrize("count", [2, 3])
    @pytest.mark.parametrize(
        "numbers", [("1.", "1...", "2.", "2..."), ("1.", "", "2.", ""), ("1.", "2.", "3.", "4.")]
    )
    def test_in_several_notations_behind_numbers(self, numbers: tuple[str, ...], count: int) -> None:
        plies = zip(numbers, *self.THREE[:count], strict=True)
        game = game_in("\n".join(" ".join(ply) for ply in plies))
        assert (iccs(game), game.errors, game.variation_count()) == (ICCS[:19], [], 0)

    def test_in_rows_and_in_five_notations(self) -> None:
        for gap in (" ", "\n"):
            assert iccs(game_in(gap.join(" ".join(row) for row in self.THREE))) == ICCS[:19]
        text = "炮二平五 C2.5 Cannon 2 to 5 Che2 h2e2\n马8进7 H8+7 Horse 8 to 7 Hg7 h9g7\n"
        assert (iccs(game_in(text)), game_in(text).errors) == (ICCS[:9], [])

    @pytest.mark.parametrize("form", ["{} (h2e2 b2e2)", "{}（C2.5，b2e2）", "{}[C2.5, b2e2]"])
    def test_one_of_several_that_differs_is_not_lost(self, form: str) -> None:
        game = game_in(f"1. {form.format('炮二平五')} 马8进7\n")
        assert iccs(game) == ICCS[:9]
        assert "b2e2" in _comments(game) + "".join(fault.token for fault in game.errors)

    def test_another_move_is_a_variation_and_a_wrong_one_a_fault(self) -> None:
        game = game_in("1. 炮二平五(b2e2) 马8进7[h9i7] 2. 马二进三(h0h1) *")
        assert (iccs(game), _branches(game)) == ("h2e2 h9g7 h0g2", {"1 b2e2": ""})
        assert _comments(game) == "h9i7"
        assert [fault.token for fault in game.errors] == ["h0h1"]


class TestOtherPrograms:
    def test_escaped_lines(self) -> None:
        text = "% exported: c3c4\n1. h2e2 h9g7\n% 3. xx\n2. h0g2 *\n"
        tagged = game_in(f'[Red "A"]\n\n{text}')
        assert (iccs(tagged), _comments(tagged), tagged.errors) == ("h2e2 h9g7 h0g2", "", [])
        bare = game_in(text)
        assert (iccs(bare), _comments(bare), bare.errors) == ("h2e2 h9g7 h0g2", "exported: c3c4\n3. xx", [])

    @pytest.mark.parametrize("capture", ["xg6", "g5xg6", "gxg6", "g5-g6", "g5 x g6", "g5×g6", "xg6+", "Pxg6"])
    def test_captures(self, capture: str) -> None:
        game = game_in(f"1.g4 c5 2.Che2 Nc7 3.g5 Ng7 4.{capture} Rh9 *")
        assert (iccs(game).split()[6:], game.errors) == (["g5g6", "i9h9"], [])
