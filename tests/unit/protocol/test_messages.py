"""Lines to messages and back, in both dialects."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi.engine.common.types import Option
from xiangqi.errors import ProtocolError
from xiangqi.protocol.line_words import has_tenth_rank, is_move, shift_ranks
from xiangqi.protocol.messages import (
    BanMoves,
    BestMove,
    Bye,
    ClockTimes,
    Command,
    Go,
    Handshake,
    HandshakeDone,
    Identity,
    InfoMessage,
    IsReady,
    Note,
    OptionOffer,
    PonderHit,
    ProbeAnswer,
    ProbeTable,
    QuitEngine,
    Ready,
    Reply,
    SetOption,
    SetPosition,
    StartNewGame,
    Stop,
)
from xiangqi.protocol.ucci import Ucci
from xiangqi.protocol.uci import Uci

UCI, UCCI, UCCI_SECONDS = Uci(), Ucci(milliseconds=True), Ucci()
FEN = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("uci", Handshake("uci")),
        ("ucci\n", Handshake("ucci")),
        ("  isready  ", IsReady()),
        ("joho isready", IsReady()),
        ("ucinewgame", StartNewGame()),
        ("setoption newgame", StartNewGame()),
        ("setoption name Clear Hash", SetOption("Clear Hash")),
        ("setoption name Hash value 64", SetOption("Hash", "64")),
        ("setoption name Book File value a b.dat", SetOption("Book File", "a b.dat")),
        ("setoption usemillisec true", SetOption("usemillisec", "true")),
        ("setoption bookfiles C:\\my books\\a.dat", SetOption("bookfiles", "C:\\my books\\a.dat")),
        ("position startpos", SetPosition()),
        ("position startpos moves h2e2 H9-G7", SetPosition(None, ("h2e2", "H9-G7"))),
        (f"position fen {FEN} moves e1e2", SetPosition(FEN, ("e1e2",))),
        ("banmoves h2e2 b2e2", BanMoves(("h2e2", "b2e2"))),
        ("go", Go()),
        ("go infinite", Go(infinite=True)),
        ("go depth infinite", Go(infinite=True)),
        ("go nodes 99999999999999999999999", Go(nodes=10**18)),
        ("go depth 5 nodes 100 mate 3 movetime 20", Go(depth=5, nodes=100, mate=3, movetime_ms=20)),
        ("go frobnicate depth 5 quickly", Go(depth=5)),
        ("go searchmoves h2e2 b2e2 depth 3", Go(depth=3, search_moves=("h2e2", "b2e2"))),
        (
            "go ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 5",
            Go(ponder=True, red=ClockTimes(1000, 10, 5), black=ClockTimes(2000, 20, 5)),
        ),
        ("go wtime -300 btime 5", Go(red=ClockTimes(0), black=ClockTimes(5))),
        ("stop", Stop()),
        ("ponderhit draw", PonderHit(offers_draw=True)),
        (f"probe fen {FEN}", ProbeTable(SetPosition(FEN))),
        ("quit", QuitEngine()),
        ("", None),
        ("hello world", None),
    ],
)
def test_commands_are_read(line: str, command: Command | None) -> None:
    assert UCI.parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "go"),
    [
        ("go time 10", Go(movetime_ms=10_000)),
        ("go time 600 increment 5 opptime 1 oppincrement 2", Go(mover=ClockTimes(600_000, 5_000))),
        ("go draw time 600 movestogo 12", Go(mover=ClockTimes(600_000, 0, 12), offers_draw=True)),
        ("go ponder time 3 increment 0", Go(ponder=True, mover=ClockTimes(3_000))),
    ],
)
def test_ucci_times_are_seconds_unless_agreed_otherwise(line: str, go: Go) -> None:
    assert UCCI_SECONDS.parse_command(line) == go
    ms = UCCI.parse_command(line)
    assert isinstance(ms, Go)
    clock, other = ms.mover, go.mover
    assert (ms.movetime_ms or 0) * 1000 == (go.movetime_ms or 0)
    assert (clock.time_ms * 1000 if clock else None) == (other.time_ms if other else None)


@pytest.mark.parametrize("limits", ["movetime 200", "wtime 60000 btime 50000 winc 100 binc 0"])
def test_words_of_uci_are_milliseconds_in_ucci_too(limits: str) -> None:
    assert UCCI_SECONDS.parse_command(f"go {limits}") == UCI.parse_command(f"go {limits}")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("go depth", "a whole number should follow 'depth'$"),
        ("go depth x", "'x'"),
        ("go depth -1", "below zero"),
        ("go searchmoves depth 3", "searchmoves"),
        ("position", "startpos"),
        ("position fen", "FEN"),
        ("position somewhere", "startpos"),
        ("position startpos moves h2e2 zz99", "'zz99'"),
        ("banmoves xyz", "'xyz'"),
        ("setoption", "name"),
        ("setoption name", "name"),
        ("setoption name value 3", "name"),
        ("probe", "startpos"),
    ],
)
def test_nonsense_is_named(line: str, part: str) -> None:
    with pytest.raises(ProtocolError, match=part):
        UCI.parse_command(line)


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("id name Pikafish 2024", Identity("name", "Pikafish 2024")),
        ("option name Clear Hash type button", OptionOffer(Option("Clear Hash", "button"))),
        (
            "option name Hash type spin default 16 min 1 max 1024",
            OptionOffer(Option("Hash", "spin", "16", 1, 1024)),
        ),
        (
            "option name Style type combo default Normal var Solid var Very Risky",
            OptionOffer(Option("Style", "combo", "Normal", choices=("Solid", "Very Risky"))),
        ),
        ("option name File type string default <empty>", OptionOffer(Option("File", "string"))),
        ("option name Odd type miracle", None),
        ("uciok", HandshakeDone("uci")),
        ("readyok", Ready()),
        ("info string hello there", Note("hello there")),
        (
            "info depth 2 seldepth 9 multipv 2 score cp -3 upperbound nodes 5 nps 6 hashfull 7 time 8 pv a0a1",
            InfoMessage(2, 9, 2, -3, None, "upper", 5, 6, 7, 8, ("a0a1",)),
        ),
        ("info depth 3 score mate -2 currmove h2e2", InfoMessage(depth=3, mate=-2)),
        ("info depth x score cp y nodes", None),
        ("info currmove h2e2 currmovenumber 1", None),
        ("bestmove h2e2 ponder h9g7", BestMove("h2e2", "h9g7")),
        ("bestmove h10g8", BestMove("h10g8")),
        ("bestmove (none)", BestMove(None)),
        ("bestmove", BestMove(None)),
        ("bestmove 0000 ponder nonsense", BestMove(None)),
        ("nonsense", None),
        ("", None),
    ],
)
def test_uci_replies_are_read(line: str, reply: Reply | None) -> None:
    assert UCI.parse_reply(line) == reply


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("option usemillisec type check default false", OptionOffer(Option("usemillisec", "check", "false"))),
        (
            "option randomness type combo var none var small default none",
            OptionOffer(Option("randomness", "combo", "none", choices=("none", "small"))),
        ),
        (
            "option hashsize type spin min 0 max 1024 default 0",
            OptionOffer(Option("hashsize", "spin", "0", 0, 1024)),
        ),
        ("ucciok", HandshakeDone("ucci")),
        ("info time 100 nodes 2000", InfoMessage(time_ms=100, nodes=2000)),
        ("info depth 6 score 100 pv h2e2", InfoMessage(depth=6, score_cp=450, pv=("h2e2",))),
        ("info depth 6 score 9997", InfoMessage(depth=6, mate=2)),
        ("info depth 6 score -9998", InfoMessage(depth=6, mate=-1)),
        ("info message hello", Note("hello")),
        ("bestmove h2e2 ponder h9g7 draw", BestMove("h2e2", "h9g7", draw=True)),
        ("bestmove h2e2 resign", BestMove("h2e2", resign=True)),
        ("nobestmove", BestMove(None)),
        ("pophash bestmove h2e2", ProbeAnswer("h2e2")),
        ("pophash lowerbound 20 depth 3", ProbeAnswer(lower=InfoMessage(depth=3, score_cp=90))),
        (
            "pophash bestmove h2e2 lowerbound 20 depth 3 upperbound 9995 depth 3",
            ProbeAnswer("h2e2", InfoMessage(depth=3, score_cp=90), InfoMessage(depth=3, mate=3)),
        ),
        ("pophash bestmove x lowerbound much depth", ProbeAnswer()),
        ("pophash", ProbeAnswer()),
        ("bye", Bye()),
    ],
)
def test_ucci_replies_are_read(line: str, reply: Reply) -> None:
    assert UCCI.parse_reply(line) == reply


def test_ucci_says_one_limit_and_seconds_where_it_must() -> None:
    go = Go(movetime_ms=1500, depth=9, nodes=7)
    assert UCCI.format_command(go) == "go time 1500"
    assert UCCI_SECONDS.format_command(go) == "go time 1"
    assert UCCI_SECONDS.format_command(Go(movetime_ms=10)) == "go time 1"
    assert UCCI.format_command(Go(depth=9, nodes=7)) == "go nodes 7"
    assert UCCI.format_command(Go()) == "go depth infinite"
    assert UCI.format_command(Go()) == "go infinite"


def test_what_a_dialect_cannot_say_is_not_said() -> None:
    assert UCI.format_reply(Bye()) == ""
    assert UCI.format_reply(ProbeAnswer("h2e2")) == ""


def test_further_lines_of_a_search_are_told_apart_in_ucci() -> None:
    best = InfoMessage(depth=4, multipv=1, score_cp=45, pv=("h2e2",))
    second = replace(best, multipv=2, score_cp=-9, pv=("b0c2",))
    assert UCCI.format_reply(best) == "info depth 4 score 10 pv h2e2"
    assert UCCI.format_reply(second) == "info depth 4 multipv 2 score -2 pv b0c2"
    assert UCCI.parse_reply(UCCI.format_reply(second)) == second


def test_ranks_are_shifted_within_the_board() -> None:
    assert shift_ranks("H9-G7", 1) == "h10g8"
    assert shift_ranks("h10g8", -1) == "h9g7"
    assert shift_ranks("h0g2", -1) is None
    assert shift_ranks("h10g8", 1) is None
    assert shift_ranks("nonsense", 0) is None
    assert has_tenth_rank("h10g8")
    assert not has_tenth_rank("h0g2")
    assert not is_move("h11g8")


# Everything that can be said survives being written and read.

names = st.text("abcXYZ019_-", min_size=1, max_size=12).filter(lambda text: text not in ("name", "newgame"))
numbers = st.integers(0, 10**9)
some = st.none() | numbers
moves = st.lists(st.from_regex(r"[a-i][0-9][a-i][0-9]", fullmatch=True), max_size=5).map(tuple)
positions = st.builds(SetPosition, st.sampled_from([None, FEN]), moves)
clocks = st.none() | st.builds(ClockTimes, numbers, numbers, st.none() | st.integers(1, 99))
uci_goes = st.builds(
    lambda go, togo: replace(
        go,
        infinite=go.infinite
        or (go.depth is go.nodes is go.mate is go.movetime_ms is go.red is go.black is None),
        red=replace(go.red, moves_to_go=togo) if go.red else None,
        black=replace(go.black, moves_to_go=togo) if go.black else None,
    ),
    st.builds(
        Go,
        ponder=st.booleans(),
        infinite=st.booleans(),
        depth=some,
        nodes=some,
        mate=some,
        movetime_ms=some,
        red=clocks,
        black=clocks,
        search_moves=moves,
    ),
    st.none() | st.integers(1, 99),
)
ucci_goes = st.one_of(
    st.builds(Go, ponder=st.booleans(), infinite=st.just(True)),
    st.builds(Go, ponder=st.booleans(), depth=numbers),
    st.builds(Go, ponder=st.booleans(), nodes=numbers),
    st.builds(Go, ponder=st.booleans(), movetime_ms=numbers),
    st.builds(Go, ponder=st.booleans(), mover=st.builds(ClockTimes, numbers, numbers)),
    st.builds(Go, ponder=st.booleans(), mover=st.builds(ClockTimes, numbers, st.just(0), st.integers(1, 99))),
    st.builds(Go, infinite=st.just(True), offers_draw=st.just(True)),
)
plain_commands = st.one_of(
    st.sampled_from([IsReady(), StartNewGame(), Stop(), QuitEngine(), PonderHit()]),
    st.builds(SetOption, names, st.none() | names),
    positions,
    st.builds(BanMoves, moves),
    st.builds(ProbeTable, positions),
)
bounded = st.sampled_from(["exact", "lower", "upper"])
infos = st.builds(
    InfoMessage, numbers, some, st.integers(1, 9), some, st.none(), bounded, some, some, some, some, moves
)


@given(st.just(Handshake("uci")) | uci_goes | plain_commands)
def test_uci_commands_survive_the_wire(command: Command) -> None:
    assert UCI.parse_command(UCI.format_command(command)) == command


@given(st.just(Handshake("ucci")) | ucci_goes | plain_commands)
def test_ucci_commands_survive_the_wire(command: Command) -> None:
    assert UCCI.parse_command(UCCI.format_command(command)) == command


@given(infos.map(lambda info: info if info.score_cp is not None else replace(info, bound="exact")))
def test_uci_news_survive_the_wire(info: InfoMessage) -> None:
    assert UCI.parse_reply(UCI.format_reply(info)) == info


@given(st.integers(-300, 300).filter(bool), numbers)
def test_mates_survive_the_wire_of_ucci(mate: int, depth: int) -> None:
    mate = max(-90, min(90, mate))
    assert UCCI.parse_reply(UCCI.format_reply(InfoMessage(depth=depth, mate=mate))) == InfoMessage(
        depth=depth, mate=mate
    )


@given(st.sampled_from([UCI, UCCI]), moves.filter(bool), st.booleans(), st.booleans())
def test_answers_survive_the_wire(dialect: Uci | Ucci, line: tuple[str, ...], draw: bool, resign: bool) -> None:
    answer = BestMove(line[0], line[1] if len(line) > 1 else None)
    if dialect is UCCI:
        answer = replace(answer, draw=draw, resign=resign and not draw)
    assert dialect.parse_reply(dialect.format_reply(answer)) == answer
    assert dialect.parse_reply(dialect.format_reply(BestMove(None))) == BestMove(None)


# Whatever comes, only ProtocolError leaves the reader of commands, and nothing the reader of replies.

VOCABULARY = """
uci ucci isready setoption name value position startpos fen moves go depth nodes time infinite ponder draw
stop quit searchmoves h2e2 h10g8 a0 -1 0 99999999999 banmoves probe info score cp mate pv option type spin
default min max var combo check string bestmove (none) nobestmove pophash id message uciok ½ \u0661 9
"""
soup = st.lists(st.sampled_from(VOCABULARY.split()) | st.text(max_size=4), max_size=14).map(" ".join) | st.text(
    max_size=60
)


@given(soup)
def test_no_line_breaks_the_readers(line: str) -> None:
    for dialect in (UCI, UCCI, UCCI_SECONDS):
        with contextlib.suppress(ProtocolError):
            dialect.parse_command(line)
        dialect.parse_reply(line)
