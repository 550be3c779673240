"""A session without display, engine or files: messages in, state and effects out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from xiangqi.app.board_input.moving import PlayText
from xiangqi.app.effect import Effect
from xiangqi.app.event import Input
from xiangqi.app.game.play import NewGame
from xiangqi.app.game.search_effects import SearchDone, StartSearch
from xiangqi.app.session.document import Document
from xiangqi.app.session.intents import UseHelp
from xiangqi.app.session.mode import GameInProgress
from xiangqi.app.session.players import Player, PlayerKind, Setup
from xiangqi.app.session.replay import ResumeOffer
from xiangqi.app.session.state import AppState, Panel, Question
from xiangqi.app.update import Answer, initial_state, update
from xiangqi.board import Move
from xiangqi.fen import START_FEN
from xiangqi.records.tree import Game
from xiangqi.storage.settings import Settings

E = TypeVar("E")

HUMAN = Player()
COMPUTER = Player(PlayerKind.COMPUTER, 2)
ENGINE = Player(PlayerKind.ENGINE, 2, ("some-engine", "--fast"))


def offer_of(setup: Setup, *moves: str, flipped: bool = False, damaged: bool = False) -> ResumeOffer:
    """Return an unfinished game of an earlier run."""
    game = Game(start_fen=setup.start_fen)
    tip = game.root
    for move in moves:
        tip = tip.add(Move.from_iccs(move))
    return ResumeOffer(Document.of(0, game, GameInProgress(tip, setup)).at(tip), flipped, damaged)


@dataclass
class Session:
    """Feeds messages to update and keeps the state and the effects of the last `send`."""

    state: AppState = field(default_factory=lambda: initial_state(Settings(language="en")))
    effects: tuple[Effect, ...] = ()
    uses_help: bool = True  # whether the player says yes when asked whether to use help in a rated game

    def send(self, *messages: Input) -> tuple[Effect, ...]:
        """Send messages one after the other; the effects of all of them are returned and kept."""
        self.effects = ()
        for message in messages:
            self.state, more = update(self.state, message)
            self.effects += more
            if self.uses_help and self.state.question is not None:
                self._agree(self.state.question)
        return self.effects

    def _agree(self, question: Question) -> None:
        if isinstance(question.then, UseHelp):
            self.state, more = update(self.state, Answer(True))
            self.effects += more

    def play(self, *texts: str) -> tuple[Effect, ...]:
        """Return the moves by people, as text."""
        return self.send(*(PlayText(text) for text in texts))

    def reply(self, text: str) -> tuple[Effect, ...]:
        """Return the engine's move for the search at hand."""
        assert self.state.search is not None
        return self.send(SearchDone(self.state.search.id, Move.from_iccs(text)))

    def new(self, red: Player, black: Player, fen: str = START_FEN, **values: Any) -> tuple[Effect, ...]:
        """Return a new game between two players."""
        return self.send(NewGame(Setup(red, black, fen, **values)))

    def start(self) -> tuple[Effect, ...]:
        """Begin the game that is filled in on the page of a new game, as its Start does."""
        assert self.state.panel is Panel.NEW_GAME
        return self.send(NewGame(self.state.draft, moves=self.state.draft_moves))

    def found(self, kind: type[E]) -> list[E]:
        """Return the effects of one kind among the last ones."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def one(self, kind: type[E]) -> E:
        """Return the only effect of a kind."""
        (effect,) = self.found(kind)
        return effect

    @property
    def said(self) -> list[str]:
        """Keys of the toasts on show."""
        return [toast.message.key.removeprefix("toast.") for toast in self.state.toasts]

    @property
    def moves(self) -> str:
        """The moves of the running game."""
        return " ".join(move.iccs for move in self.state.play.moves)

    @property
    def thinking(self) -> bool:
        """Whether the last messages set an engine to work."""
        return bool(self.found(StartSearch))
