"""The output of the match command: one line per game, and the result as text or as one object."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

from xiangqi.cli.parts import language
from xiangqi.core.constants import RED
from xiangqi.i18n.languages import SOURCE
from xiangqi.i18n.message import Message
from xiangqi.jobs.work import Headway
from xiangqi.match.game import MovePace
from xiangqi.match.series import Finished, MatchScore
from xiangqi.match.sprt import Sprt
from xiangqi.match.statistics import estimate

_RESULTS = ("0-1", "1-0")


def progress(finished: Finished, standing: MatchScore, names: tuple[str, str], test: Sprt | None) -> str:
    """Return a line about one game and the standing after it."""
    pairing, played = finished.pairing, finished.played
    red, black = names if pairing.first_is_red else reversed(names)
    result = "1/2-1/2" if played.winner is None else _RESULTS[played.winner == RED]
    line = language.say(
        "cli.match.game",
        number=pairing.number + 1,
        red=red,
        black=black,
        result=result,
        end=_end(finished),
        plies=language.say("records.moves", count=(len(played.moves) + 1) // 2),
    )
    ratio = f"  llr {test.ratio(standing.tally.pairs):+.2f}" if test else ""
    return f"{line}  {_results(standing)}{ratio}"


def time_left(headway: Headway | None) -> str:
    """Return the speed and the remaining time, as the end of a game's line; "" if unknown or none is left."""
    return "" if headway is None or headway.done == headway.of else f"  ({language.tell(str(headway))})"


def _end(finished: Finished) -> str:
    played = finished.played
    reason = _reason(played.reason)
    return f"{reason}: {language.tell(played.detail)}" if played.detail else reason


def _reason(code: str) -> str:
    """Return a reason in the player's language, but in the source language as the code that scripts read."""
    return code if language.current() == SOURCE else language.say(f"cli.match.end.{code}")


def _results(standing: MatchScore) -> str:
    losses, draws, wins = standing.tally.results
    return f"+{wins} ={draws} -{losses}"


def in_words(standing: MatchScore, names: tuple[str, str], test: Sprt | None) -> Iterator[str]:
    """Yield the result line by line."""
    found = estimate(standing.tally)
    yield language.say("cli.match.names", first=names[0], second=names[1])
    yield language.say(
        "cli.match.score",
        games=standing.tally.games,
        results=_results(standing),
        score=f"{found.score:.1%}",
    )
    yield language.say(
        "cli.match.elo",
        elo=_elo(found.elo),
        low=_elo(found.low),
        high=_elo(found.high),
        los=f"{found.los:.1%}",
    )
    yield language.say("cli.match.pairs", counts=" ".join(map(str, standing.tally.pairs)))
    if test is not None:
        low, high = test.bounds
        ratio, verdict = test.ratio(standing.tally.pairs), test.verdict(standing.tally.pairs)
        hypotheses = f"SPRT [{test.elo0:g}, {test.elo1:g}]"
        decided = language.say(f"cli.match.verdict.{verdict.name.lower()}")
        yield f"{hypotheses}: llr {ratio:+.2f} ({low:+.2f}, {high:+.2f}), {decided}"
    ends = sorted(standing.ends.items(), key=lambda item: -item[1])
    counted = ", ".join(f"{_reason(reason)} {count}" for reason, count in ends)
    yield language.say("cli.match.ends", ends=counted or Message("cli.match.none"))
    for name, pace in zip(names, standing.paces, strict=True):
        yield f"{name}: {_pace(pace)}"
    for finished in standing.forfeits:
        yield language.say("cli.match.forfeit", number=finished.pairing.number + 1, end=_end(finished))


def _elo(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "−∞"


def _pace(pace: MovePace) -> str:
    if not pace.seconds:
        return language.say("cli.match.no_move")
    mean_ms = 1000 * sum(pace.seconds) / len(pace.seconds)
    parts = [language.say("cli.match.moves", count=len(pace.seconds), mean=f"{mean_ms:.1f}")]
    if pace.late_s:
        parts.append(language.say("cli.match.late", late=f"{pace.late_s * 1000:.0f}"))
    if pace.depths:
        parts.append(language.say("cli.match.depth", depth=f"{median(pace.depths):g}"))
    if pace.nodes:
        parts.append(language.say("cli.match.speed", speed=f"{pace.nodes / sum(pace.seconds):,.0f}"))
    return ", ".join(parts)


def as_object(standing: MatchScore, names: tuple[str, str], test: Sprt | None) -> dict[str, object]:
    """Return the result as data, with null for an infinite Elo. The field names are part of the interface."""
    found = estimate(standing.tally)
    losses, draws, wins = standing.tally.results
    answer: dict[str, object] = {
        "a": names[0],
        "b": names[1],
        "games": standing.tally.games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": found.score,
        "elo": _finite(found.elo),
        "elo_low": _finite(found.low),
        "elo_high": _finite(found.high),
        "los": found.los,
        "pairs": standing.tally.pairs,
        "ends": dict(standing.ends),
        "forfeits": [_forfeit(finished, names) for finished in standing.forfeits],
        "pace": [_pace_object(pace) for pace in standing.paces],
    }
    if test is not None:
        answer["sprt"] = {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "llr": test.ratio(standing.tally.pairs),
            "bounds": list(test.bounds),
            "verdict": test.verdict(standing.tally.pairs).name.lower(),
        }
    return answer


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None


def _forfeit(finished: Finished, names: tuple[str, str]) -> dict[str, object]:
    return {
        "game": finished.pairing.number + 1,
        "loser": names[0] if finished.half_points == 0 else names[1],
        "reason": finished.played.reason,
        "detail": finished.played.detail,
    }


def _pace_object(pace: MovePace) -> dict[str, object]:
    spent = sum(pace.seconds)
    return {
        "moves": len(pace.seconds),
        "mean_ms": 1000 * spent / len(pace.seconds) if pace.seconds else None,
        "worst_late_ms": 1000 * pace.late_s,
        "median_depth": median(pace.depths) if pace.depths else None,
        "nps": round(pace.nodes / spent) if pace.nodes else None,
    }
