"""Makes the sample-… files in tests/data/fuzz, from which the fuzzer starts.

    python tests/unit/records/build_samples.py

They come out the same each time, as a test checks. The found-… files beside them are inputs that once
failed: they stay.
"""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from foreign_files import (
    DHTMLXQ_POST,
    SERVER_MOVES,
    cbf_document,
    cbl_library,
    cbr_record,
    ccm_file,
    che_file,
    chn_file,
    encrypted_xqf,
    later_chn_file,
    mxq_file,
    old_cbr_record,
    other_ccm_file,
)

from xiangqi.notation import Style
from xiangqi.records.files import WRITERS, read_bytes
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings, save_settings

TARGET = Path(__file__).resolve().parents[2] / "data" / "fuzz"

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
ENDGAME = "3ak4/9/4b4/4P4/4P1p2/4P1B2/6p2/9/4A4/3K1A3 w - - 0 1"
STUDY = """\
[Game "Chinese Chess"]
[Event "五羊杯"]
[Date "1998.01.05"]
[Red "胡荣华"]
[Black "吕\\"钦"]
[Result "1/2-1/2"]
[ECCO "C11"]

{开局} 1. 炮二平五 马８进７ ( 1... 炮８平５ {顺炮} 2. 马二进三 马８进７ $3 ) ( 1... h9g7 2. C8=6 )
2. 马二进三! 车９平８ 3. 车一平二 马２进３ {屏风马} 1/2-1/2
"""
PAWNS = f'[FEN "{ENDGAME}"]\n\n1. 前兵进一 后卒进１ 2. 后兵平四 卒７进１ 3. 二兵平六 *\n'
WXF = "FORMAT\tWXF\nGAME\tCup\nRED\tOne;;;\nBLACK\tTwo;;;\nDATE\t24-12-2022\n/*G5*/\nSTART{\n" + (
    " 1.  C2.5  h8+7!   2.  H2+3  r9=8\n 3. +C-1 A4+5}END\n"
)
XML = (
    "<?xml version='1.0'?><qp><info><红方>甲</红方><ECCO>C03</ECCO></info><moves><m>炮二平五</m>"
    "<m c='好'>马８进７</m></moves></qp>"
)
NESTED = (
    '<n m="{}" c="start"><n c="x" m="炮二平五"><n m="马８进７"/><n m="炮８平５"><n m="马二进三"/></n></n></n>'
)
PAGE = """\
<!DOCTYPE html>
<html><head><title>五羊杯</title><script>var a = "<p>";</script></head>
<body><h1>第 1 局</h1><!-- 炮 -->
<pre>[Red "胡荣华"]
[Result "1-0"]

1. 炮二平五&nbsp;马８进７ {好&lt;棋} 2. 马二进三 车９平８ 1-0</pre>
<table><tr><td>1</td><td>&#28846;二平五</td><td>马８进７</td></tr></table></body></html>
"""
UBB_PAGE = (
    '<html><head><meta charset="gb2312"></head><body><div class="post"><p>看:<br/>{}</p></div>\n'
    "<script>var DhtmlXQ_movelist='7747062577678979';</script></body></html>"
)
LISTS = (
    f"Chapter\nPuzzle|{ENDGAME}|1. 前兵进一 卒７进１\n{START}, h2e2 h9g7, 1-0\n# remark\n"
    f"POSITION FEN {START} - - 0 1 MOVES H2E2\n{START}\n1. 炮二平五 马８进７\n2. C8=6 1-0 words\n"
    f"h2e2 9 {START}--01\n"
)
LINKS = (
    f"https://site.org/analysis/xiangqi?fen={ENDGAME.replace(' ', '_')}&turn=b\n"
    f"https://site.org/#/{ENDGAME.replace('/', '%2F').replace(' ', '%20')}\n"
    f"Black to move|{ENDGAME.split()[0]}[]|e6e7\n"
)
TAGGED = """\
[赛事 "杯赛"]
[红方 "甲"]
【黑方 "乙"】
[结果 "红胜"]

1. 炮二平五 马8进7
终局：黑胜。
2. 马二进三 车9平8
最终红方胜
变着：2. 兵七进一 炮8平9
"""
LABELLED = """\
【红方】甲 【黑方】乙

1 炮二平五 马8进7
2 马二进三 车9平8

红方：丙
1 兵七进一 卒7进1
Result: Red wins
"""
PLIES = "1. 炮二平五 2. 马8进7 3. 马二进三 4. 车9平8\n"
SPOKEN = """\
1. Cannon 2 to 5, Horse 8 forward 7
2. Mã 2 tấn 3 Xe 9 bình 8
3. ju yi ping er, mǎ èr jìn sān
Black lost.
"""
EPD = f'Second {ENDGAME.split()[0]} w - - bm e6e7; c0 "a remark";\nOne: {ENDGAME}; Two: {START}; {ENDGAME}\n'
DIGITS = "7747706279678070\n8979\n"
FOREIGN = """\
{"games": [
{"red": "甲", "black": "乙", "result": "红胜", "moves": ["炮二平五", "马8进7"]},
{"event": "杯赛", "moves": "1. C2.5 H8+7"}
]}
"""
OPENINGS = f"startpos moves h2e2 h9g7 # 中炮\nposition fen {ENDGAME} moves e6e7\n{ENDGAME} ; pawns\n"
BOOK = f"# own\n{START} h2e2 90 g0e2 20 # start\n{ENDGAME[:-8]} e6e7 5\n"
SOLVED = json.dumps({"version": 1, "solved": [ENDGAME[:-8], START]}, indent=1) + "\n"
UCI = (
    "uci\nisready\nsetoption name Hash value 16\nsetoption name MultiPV value 2\nucinewgame\n"
    f"position startpos moves h2e2 h9g7\ngo depth 2\nstop\nposition fen {ENDGAME} moves e6e7\n"
    "go nodes 100 searchmoves e6e7\nstop\ngo wtime 100 btime 100 winc 1 binc 1\nponderhit\nquit\n"
)
UCCI = (
    "ucci\nsetoption hashsize 16\nsetoption usemillisec true\nposition startpos moves h2e2\nbanmoves h9g7\n"
    f"go depth 1\nstop\nprobe fen {ENDGAME} w - - 0 1 moves e6e7\ngo time 100 increment 1 draw\nquit\n"
)
CLIENT = (
    "id name One\noption name Hash type spin default 16 min 1 max 1024\noption name Style type combo default a "
    "var a var b\nuciok\nreadyok\nreadyok\ninfo depth 3 score cp 31 nodes 100 nps 1000 time 1 pv h2e2 h9g7\n"
    "info depth 4 multipv 2 score mate -3 pv h3e3 h10g8\nbestmove h2e2 ponder h9g7\n"
)
UCCI_CLIENT = (
    "id name Two\noption usemillisec type check\nucciok\nreadyok\ninfo depth 3 score 31 pv h2e2\n"
    "info message x\npophash bestmove h2e2 lowerbound 3 depth 4\nbestmove h2e2 ponder h9g7 draw\nnobestmove\n"
    "bye\n"
)


def samples() -> Iterator[tuple[str, bytes]]:
    """Target and content of each sample."""
    (study,) = read_bytes(STUDY.encode(), "study")
    (pawns,) = read_bytes(PAWNS.encode(), "pawns")
    yield from _written("pgn", study, pawns)
    yield "pgn", WRITERS["pgn"].write(study, Style.WXF, "utf-8")
    yield "pgn", WRITERS["pgn"].write(study, Style.ICCS, "utf-8").replace(b"\n", b"\r\n")
    yield (
        "pgn",
        WRITERS["pgn"].write(study, Style.CHINESE_TRADITIONAL, "utf-8").decode().encode("big5", "replace"),
    )
    yield "pgn", "0-马四进三{..} 1-炮４退９ 1-士５进６".encode()
    for form in ("json", "xml", "dhtmlxq"):
        yield from _written(form, study, pawns)
    plain = WRITERS["xqf"].write(study, Style.CHINESE, "")
    yield "xqf", plain
    yield from (("xqf", encrypted_xqf(plain, version, range(7, 20))) for version in (11, 12, 18))
    yield "xqf", WRITERS["xqf"].write(pawns, Style.CHINESE, "")
    study.headers["Title"] = "一"
    records = [cbr_record(study), cbr_record(pawns)]
    yield from (("cbr", record) for record in (*records, old_cbr_record(study)))
    library = cbl_library(*records)
    yield "cbl", library[:4096] + library[library.index(b"CCBridge Record") :]
    yield "cbf", cbf_document().encode()
    yield "cbf", cbf_document(declaration='<?xml version="1.0" encoding="GB2312"?>\n').encode("gb18030")
    yield "dhtmlxq", DHTMLXQ_POST.encode()
    yield (
        "dhtmlxq",
        "".join(f"%u{ord(letter):04X}" if letter > "~" else letter for letter in DHTMLXQ_POST).encode(),
    )
    yield "mxq", mxq_file(*SERVER_MOVES)
    yield from (("che", che_file(*SERVER_MOVES, newer=newer)) for newer in (False, True))
    yield from (("chn", chn_file(*SERVER_MOVES, turned=turned)) for turned in (False, True))
    yield "chn", later_chn_file(*SERVER_MOVES)
    yield from (("ccm", ccm_file(*SERVER_MOVES, turned=turned)) for turned in (False, True))
    yield "ccm", other_ccm_file(*SERVER_MOVES)
    yield "xml", XML.encode()
    yield "xml", NESTED.format(ENDGAME).encode()
    yield "wxf", WXF.encode()
    yield "coordinates", b"h2e2h9g7h0g2\n"
    yield "coordinates", b"e2e1\n4k/9/9/9/9/9/9/4r/9/3Kb\n"
    yield "coordinates", b"1;h2e2,h9g7,h0g2\n2;c3c4,b7c7\n"
    yield "fen", f'{ENDGAME} bm e6e7; id "一";\n{pawns.start_fen.replace("w", "r")}\n'.encode()
    yield "fen", f"position fen {ENDGAME} moves e6e7\nposition startpos moves h2e2 h9g7\n".encode()
    yield "fen", LISTS.encode()
    yield "fen", LINKS.encode()
    yield "zip", _archive(STUDY.encode(), WXF.encode())
    yield "file", STUDY.encode("utf-16")
    yield "webpage", PAGE.encode()
    yield "dhtmlxq-page", UBB_PAGE.format(DHTMLXQ_POST.replace("\n", "<br>\n")).encode("gb18030")
    yield "move", "炮二平五\n馬8进7\nC8.6\nh7e7\nHg2\n+R+1\n63.5\n".encode()
    yield "replies", (CLIENT + UCCI_CLIENT).encode()
    yield "uci", UCI.encode()
    yield "ucci", UCCI.encode()
    yield "client", CLIENT.encode()
    yield "client", UCCI_CLIENT.encode()
    yield "openings", OPENINGS.encode()
    yield "book", BOOK.encode()
    settings = Settings(language="en", notation="chinese", unknown={"later": [1, None]})
    yield "settings", _written_by(lambda path: save_settings(settings, path))
    yield "puzzles", SOLVED.encode()
    yield "journal", WRITERS["pgn"].write(study, Style.CHINESE, "utf-8")
    yield from (("pgn", text.encode()) for text in (TAGGED, LABELLED, PLIES, SPOKEN))
    yield "fen", EPD.encode()
    yield "dhtmlxq", DIGITS.encode()
    yield "json", FOREIGN.encode()


def _archive(*contents: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number, content in enumerate(contents):
            archive.writestr(zipfile.ZipInfo(f"{number}.txt"), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _written(form: str, *games: Game) -> Iterator[tuple[str, bytes]]:
    return ((form, WRITERS[form].write(game, Style.CHINESE, "utf-8")) for game in games)


def _written_by(save: Callable[[Path], None]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        save(path)
        return path.read_bytes()


def files() -> dict[Path, bytes]:
    """Return what each file holds."""
    contents: dict[Path, bytes] = {}
    counts: dict[str, int] = {}
    for name, data in samples():
        counts[name] = counts.get(name, 0) + 1
        contents[TARGET / name / f"sample-{counts[name]}"] = data
    return contents


def main() -> None:
    """Write all files; those that are no longer made go."""
    contents = files()
    for old in TARGET.glob("*/sample-*"):
        old.unlink()
    for path, data in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
