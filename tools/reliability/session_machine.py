"""A stateful test of `update`: every intent and every event of the session, in any order, by Hypothesis.

    python -m tools.reliability.session_machine --examples 2000 --steps 120

Each kind of input has a rule of its own, made from the registry of handlers, so that no new one is forgotten.
Others do what people and workers do most: make a legal move, answer an order (in part, late, twice, out of
order or with a failure), let time pass, open a record, begin a game. After each step the state must not
contradict itself, everything that is shown can be derived from it, a game that is being played has been
changed by nothing but its players, help is shown only in the game that it was asked for, and the program does
not end while something unsaved would be lost. A failure is shrunk to the shortest sequence that shows it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from typing import Final

from hypothesis import HealthCheck, Phase, note, seed, settings
from hypothesis import strategies as st
from hypothesis.control import current_build_context
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from tools.reliability import feature_answers  # noqa: F401 (adds answers)
from tools.reliability.same_examples import draw_by_the_seed_alone
from tools.reliability.session_answers import answer, judged
from tools.reliability.session_checks import derive
from tools.reliability.session_values import GAMES, PLAYERS, RECORDS, ValueMaker
from tools.reliability.session_watch import Watch
from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.coach.questions import ExplainPosition
from xiangqi.app.effect import Effect
from xiangqi.app.event import Event, Input, Tick
from xiangqi.app.exercises.practice import Train
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.resign_draw import Resign
from xiangqi.app.intent import Intent
from xiangqi.app.library.explorer import ToggleExplorer
from xiangqi.app.records.asks_reading import GamesRead
from xiangqi.app.records.browse import GoBack, GoLast
from xiangqi.app.records.editing import KeepVariation
from xiangqi.app.records.loading import PasteText
from xiangqi.app.records.preview import ShowLine
from xiangqi.app.session import dispatch, turns, view
from xiangqi.app.session.intents import Hint, StartReview, ToggleAnalysis
from xiangqi.app.session.players import Setup
from xiangqi.app.session.training import ExerciseSet, TrainingRequest
from xiangqi.app.update import Answer, initial_state, update
from xiangqi.storage.settings import Settings

WITHOUT_RULE: Final = {
    "PutGameAside": "only the answer to its question carries it out, with a request for a record"
}
"""Kinds of inputs without a rule of their own, each with the reason."""

_MOST_ORDERS: Final = 12
_ASKED: Final[tuple[Intent, ...]] = (
    *(Hint(), Hint(), Hint(at_once=True)),
    *(ExplainPosition(), ToggleAnalysis(), StartReview(), ToggleExplorer()),
)
"""Questions about the game on the board, whose answers come later."""


class SessionMachine(RuleBasedStateMachine):
    """A session, with the people and workers who send it inputs."""

    def __init__(self) -> None:
        super().__init__()
        self.state = initial_state(Settings(language="en"), "2026.01.31", begun=False)
        self._orders: list[Effect] = []  # not yet answered, the latest last
        self._watch = Watch()

    def send(self, message: Input) -> None:
        """Send an input, and check what it has done."""
        before = self.state
        if before.quitting:  # the window has gone, and the next start is another session
            return
        if current_build_context().is_final:
            note(repr(message))
        self.state, effects = update(before, message)
        self._orders = [*self._orders, *effects][-_MOST_ORDERS:]
        self._watch.see(before, self.state, message, effects)
        derive(self.state)

    # ---- What is done most ----

    def play(self, chance: random.Random) -> None:
        """Make a move on the board, mostly a legal one."""
        self.send(PlayText(ValueMaker(self.state, chance).move().iccs))

    def reply(self, chance: random.Random) -> None:
        """Answer an order, mostly the latest; it may be answered again."""
        if not self._orders:
            return
        place = -1 if chance.random() < 0.6 else chance.randrange(len(self._orders))
        order = self._orders[place]
        if chance.random() < 0.3:
            del self._orders[place]
        self._answer(order, chance)

    def _answer(self, order: Effect, chance: random.Random) -> None:
        message = answer(order, chance)
        if message is not None:
            self.send(message)

    def pass_time(self, chance: random.Random) -> None:
        """Let some time pass."""
        self.send(Tick(ValueMaker(self.state, chance).now()))

    def begin(self, chance: random.Random) -> None:
        """Begin a game against the computer, or between two people, whatever is on the board."""
        self.send(NewGame(Setup(PLAYERS[0], chance.choice(PLAYERS[1:3]))))
        self.send(Answer(True))

    def read(self, chance: random.Random) -> None:
        """Open a record that is pasted."""
        self.send(PasteText(chance.choice(RECORDS)))
        if self.state.loading is not None:
            self.send(GamesRead(self.state.loading.id, "", None, GAMES[:1], chance.random() < 0.7))

    def study(self, chance: random.Random) -> None:
        """Analyse or review what is on the board."""
        self.send(chance.choice((ToggleAnalysis(), StartReview())))
        self.analyse(chance)

    def analyse(self, chance: random.Random) -> None:
        """Let the engine that analyses judge the position on the board, or the next one of a review."""
        self.send(Tick(self.state.now + 0.5))
        analysis = self.state.analysis
        if analysis is None or analysis.search is None or analysis.search.done:
            return
        for message in judged(analysis.search, chance):
            self.send(message)
        self.send(Tick(self.state.now + 0.5))

    def look_back(self, chance: random.Random) -> None:
        """Go to the end of a line and back again, step by step, while the analysis engine follows."""
        if not view.line(self.state).moves:
            self.read(chance)
        if self.state.analysis is None:
            self.send(ToggleAnalysis())
        self.send(GoLast())
        for _ in range(chance.randrange(1, 4)):
            self.analyse(chance)
            self.send(GoBack())

    def ask(self, chance: random.Random) -> None:
        """Ask for a hint, and let up to three replies arrive."""
        self.send(Hint())
        for _ in range(chance.randrange(4)):
            self.reply(chance)

    def turn_away(self, chance: random.Random) -> None:
        """Ask for help with a game, and turn to another document before all answers have come."""
        play = self.state.document.play
        if play is None or not turns.is_human_turn(play) or chance.random() < 0.5:
            self.begin(chance)
        self.send(chance.choice(_ASKED))
        if self.state.question is not None:  # two people agree to help
            self.send(Answer(True))
        for _ in range(chance.randrange(4)):
            self.reply(chance)
        asked = self._orders[-3:]
        chance.choice((self.begin, self.begin, self.give_up, self.read, self.train))(chance)
        for order in asked:
            self._answer(order, chance)

    def give_up(self, _chance: random.Random) -> None:
        """Resign the game on the board."""
        self.send(Resign())
        self.send(Answer(True))

    def keep(self, chance: random.Random) -> None:
        """Look at a line from the position on the board, and keep it."""
        shown = view.line(self.state).ply
        self.send(ShowLine(shown, ValueMaker(self.state, chance).moves()))
        self.send(KeepVariation())

    def train(self, chance: random.Random) -> None:
        """Begin exercises."""
        self.send(Train(TrainingRequest(ExerciseSet.TODAY)))
        self.reply(chance)

    def agree(self, chance: random.Random) -> None:
        """Answer a question, mostly with yes."""
        self.send(Answer(chance.random() < 0.8))


_OFTEN: Final[dict[Callable[[SessionMachine, random.Random], None], int]] = {
    SessionMachine.play: 8,
    SessionMachine.reply: 12,
    SessionMachine.pass_time: 6,
    SessionMachine.begin: 5,
    SessionMachine.read: 3,
    SessionMachine.study: 4,
    SessionMachine.analyse: 6,
    SessionMachine.look_back: 8,
    SessionMachine.ask: 6,
    SessionMachine.turn_away: 10,
    SessionMachine.keep: 7,
    SessionMachine.train: 2,
    SessionMachine.agree: 4,
}
"""The most frequent actions, with the number of rules for each."""


def rules_of_kinds() -> dict[str, Callable[[SessionMachine, random.Random], None]]:
    """Return a rule for each kind of input that has a handler, by the names of the kind and its module."""
    found: dict[str, Callable[[SessionMachine, random.Random], None]] = {}
    for kind in sorted(dispatch.handled(), key=lambda kind: (kind.__name__, kind.__module__)):
        if issubclass(kind, Intent | Event) and kind.__name__ not in WITHOUT_RULE:
            feature = kind.__module__.removeprefix("xiangqi.app.").replace(".", "_")
            found[f"{kind.__name__}_of_{feature}"] = _sending(kind)
    return found


def _sending(kind: type[Input]) -> Callable[[SessionMachine, random.Random], None]:
    def send(machine: SessionMachine, chance: random.Random) -> None:
        machine.send(ValueMaker(machine.state, chance).message(kind))

    return send


def machine_of_everything() -> type[SessionMachine]:
    """Return the machine with a rule for each kind of input, and those for the most frequent actions."""
    chances = st.randoms(use_true_random=False)
    rules = rules_of_kinds()
    for often, count in _OFTEN.items():
        rules |= {f"{often.__name__}_{number}": often for number in range(count)}
    members: dict[str, object] = {}
    for name, does in rules.items():
        members[name] = rule(chance=chances)(_named(name, does))
    return type("EveryInput", (SessionMachine,), members)


def _named(
    name: str, does: Callable[[SessionMachine, random.Random], None]
) -> Callable[[SessionMachine, random.Random], None]:
    """Return the same function under a name of its own, by which Hypothesis chooses among rules."""

    def step(self: SessionMachine, chance: random.Random) -> None:
        does(self, chance)

    step.__name__ = step.__qualname__ = name
    return step


def run(examples: int, steps: int, *, seeded: bool, shrinks: bool, chosen_seed: int | None = None) -> None:
    """Run sessions.

    Args:
        examples: the number of sessions.
        steps: the largest number of inputs of each.
        seeded: whether they are the same each time.
        shrinks: whether a failure is shrunk, which takes many more sessions.
        chosen_seed: chooses the sessions; None for others each time, unless they are `seeded`.

    Raises:
        AssertionError: a state is wrong; or whatever `update` has raised. A note has the inputs.
    """
    draw_by_the_seed_alone()
    phases = (Phase.generate, Phase.shrink) if shrinks else (Phase.generate,)
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=seeded,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    machine = machine_of_everything()
    if chosen_seed is not None:
        machine = seed(chosen_seed)(machine)
    run_state_machine_as_test(machine, settings=chosen)


def main() -> int:
    """Run the command; a failure ends it with a traceback and the inputs that led to it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=1000, help="sessions")
    parser.add_argument("--steps", type=int, default=100, help="inputs of each session, at most")
    parser.add_argument("--same", action="store_true", help="the same sessions each time")
    parser.add_argument("--seed", type=int, help="chooses the sessions; others each time without it")
    options = parser.parse_args()
    run(options.examples, options.steps, seeded=options.same, shrinks=True, chosen_seed=options.seed)
    print(f"{options.examples} sessions of up to {options.steps} inputs: nothing was wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
