"""Everything the program says to the player, as keys: the window owns the words in each language.

A sentence travels as a key and its arguments; `ui.i18n` has a text with ``{argument}`` places for every
member. Arguments that are themselves words of the program (sides, reasons) are keys too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Say(str, Enum):
    """Keys of notices (toasts and questions); the arguments of each are named beside it."""

    # Moves and games
    NOT_AT_THE_END = "not_at_the_end"  # looking at an earlier position: End returns, "play from here" goes on
    BROWSING = "browsing"  # this is a record: "play from here" starts a game
    NOTHING_TO_UNDO = "nothing_to_undo"  # no change to the record
    NO_VARIATION = "no_variation"  # the shown move stands in the main line, or has no alternative there
    NO_MOVE_TO_MARK = "no_move_to_mark"  # the start position
    NOTHING_FOLLOWS = "nothing_follows"  # nothing to delete
    DELETED = "deleted"  # undo brings it back
    GAME_KEEPS_MOVES = "game_keeps_moves"  # an edit would take away or displace what has been played
    BAD_MOVE_TEXT = "bad_move_text"  # text, detail
    SETTING_UP = "setting_up"  # what was asked for means nothing while a position is set up
    NOT_YOUR_TURN = "not_your_turn"
    GAME_IS_OVER = "game_is_over"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NOTHING_TO_REDO = "nothing_to_redo"
    NO_GAME = "no_game"  # nothing to resign or offer in
    TIMED_GAME = "timed_game"  # no move is taken back or played again in it
    NO_HINT = "no_hint"  # in a timed game
    NO_LONGER_RATED = "no_longer_rated"  # quiet; the game does not count for the rating
    GAME_IS_PAUSED = "game_is_paused"
    NOTHING_TO_PAUSE = "nothing_to_pause"  # neither a clock nor an engine runs
    REPEATED = "repeated"  # quiet; count: how often this position has now occurred; limit: when it is judged
    NO_CYCLE = "no_cycle"  # no judged repetition to go through
    DRAW_DECLINED = "draw_declined"
    BAD_POSITION = "bad_position"  # detail: a game cannot be played from there
    COMPOSED_POSITION = "composed_position"  # detail: why it cannot arise; it is played all the same
    BAD_FEN = "bad_fen"  # detail: what is pasted into the position editor is no position
    TOO_MANY_PIECES = "too_many_pieces"  # most: as many of one colour as a board holds, beside the king
    GAME_RESUMED = "game_resumed"  # count: moves, of two plies each
    # Engine
    ENGINE_RESTARTED = "engine_restarted"  # detail
    ENGINE_FAILED = "engine_failed"  # detail: no hint
    ENGINE_FILE_REFUSED = "engine_file_refused"  # detail: a book or network, and why the engine does without
    COMMAND_UNREADABLE = "command_unreadable"
    ENGINE_ADDED = "engine_added"  # name
    ENGINE_REMOVED = "engine_removed"  # name
    BUTTON_PRESSED = "button_pressed"  # name: of an engine's option
    # Analysis
    NO_ANALYSIS = "no_analysis"  # people are playing by the clock
    ANALYSIS_FAILED = "analysis_failed"  # detail: the engine that analyses
    NO_MOVES_TO_REVIEW = "no_moves_to_review"
    REVIEWED = "reviewed"  # every move has been judged
    NO_MISTAKES = "no_mistakes"  # none is marked in this line
    MISTAKES_FROM_START = "mistakes_from_start"  # none is marked further on
    MISTAKES_FROM_END = "mistakes_from_end"
    NO_MORE_MISTAKES = "no_more_mistakes"  # none is marked in this direction
    COACH_FAILED = "coach_failed"  # detail: it has nothing to say
    # Puzzles
    PUZZLE_SOLVED = "puzzle_solved"
    PUZZLE_FAILED = "puzzle_failed"  # the game has ended otherwise than the puzzle asks
    NO_MORE_PUZZLES = "no_more_puzzles"  # in this direction
    NOT_JUDGED = "not_judged"  # a move in an exercise
    EXERCISE_OPEN = "exercise_open"  # nothing is analysed before it is solved
    NOTHING_TO_GUESS = "nothing_to_guess"  # no move follows, or the game goes on
    CARD_REMOVED = "card_removed"  # out of the deck
    NO_EXERCISES = "no_exercises"  # none fits what was asked for
    PRACTICE_FAILED = "practice_failed"  # detail
    PRACTICE_LOST = "practice_lost"  # detail
    WAITING_DAMAGED = "waiting_damaged"  # name: where a copy of the file is
    SOLVED_DAMAGED = "solved_damaged"  # name: where the list of solved puzzles was set aside
    SOLVED_UNWRITABLE = "solved_unwritable"  # detail
    # Files
    CANNOT_OPEN = "cannot_open"  # name, detail
    CANNOT_SAVE = "cannot_save"  # name, detail
    SAVED = "saved"  # name: the path
    SAVED_WITHOUT = "saved_without"  # name: the path; missing: what the format has no place for
    HOLDS_OTHER_GAMES = "holds_other_games"  # name: of the file that would lose them
    NO_GAMES_IN_FILE = "no_games_in_file"  # name
    RECORD_FAULT = "record_fault"  # ply, token, place, detail: opened up to the fault
    PASTE_UNREADABLE = "paste_unreadable"  # detail
    COPIED = "copied"
    CLIPBOARD_FAILED = "clipboard_failed"
    NOTHING_TO_PASTE = "nothing_to_paste"
    RUNS_INTERPRETED = "runs_interpreted"
    JOURNAL_UNWRITABLE = "journal_unwritable"  # detail
    JOURNAL_DELAYED = "journal_delayed"  # the disk does not answer; the last move or change is not kept yet
    JOURNAL_DAMAGED = "journal_damaged"  # name: where it was set aside; count: moves salvaged
    DRAFT_RECOVERED = "draft_recovered"  # name: of the file with what an earlier run had not saved
    JOURNAL_KEPT = "journal_kept"  # name: the unfinished game that was set aside
    UNSTORED_GAME_KEPT = "unstored_game_kept"  # name: the file of a game that the library did not take
    UNSTORED_GAME_TAKEN = "unstored_game_taken"  # name: who played the game that is in the library after all
    SETTINGS_DAMAGED = "settings_damaged"  # name: where the file was set aside
    LIBRARY_FAILED = "library_failed"  # detail
    LIBRARY_REFUSED = "library_refused"  # detail: something could not be read there, written or deleted
    EXPORTED = "exported"  # count, name: the path
    ASK_DELETE_GAME = "ask_delete_game"  # name: who played
    CANNOT_SEARCH = "cannot_search"  # detail: what is on the board cannot be looked for
    NO_PIECES = "no_pieces"  # on the board, of which something is to be looked for
    MORE_FOUND = "more_found"  # listed, count
    NOTHING_FOUND = "nothing_found"  # no game of the library is like that
    SETTINGS_UNWRITABLE = "settings_unwritable"  # detail
    # Questions, answered by Answer(yes)
    ASK_RESIGN = "ask_resign"
    ASK_REPLACE_GAME = "ask_replace_game"  # the running game is unfinished and would be left
    ASK_TAKE_BACK = "ask_take_back"  # side: who asks, of the other person at the screen
    ASK_DRAW = "ask_draw"  # side: who offers, to the other person at the screen
    ASK_BUILT_IN = "ask_built_in"  # detail: the engine failed; go on with the built-in one?
    ASK_OVERWRITE = "ask_overwrite"  # name: a file of that name exists
    ASK_FILE_WRITTEN = "ask_file_written"  # name: another program has written to the file, or replaced it
    ASK_FILE_GONE = "ask_file_gone"  # name: the file that was read or written is no longer there
    ASK_SAVE = "ask_save"  # name: of the open record, which has unsaved changes
    ASK_SAVE_UNNAMED = "ask_save_unnamed"  # the same of one that is no file


@dataclass(frozen=True)
class Notice:
    """One sentence: a key and its arguments.

    Attributes:
        key: what is said.
        arguments: (name, value) pairs for the places in the text.
    """

    key: Say
    arguments: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def of(cls, key: Say, **arguments: object) -> Notice:
        """A notice with its arguments as numbers and texts, which may be messages."""
        return cls(key, tuple((n, v if isinstance(v, int) else str(v)) for n, v in arguments.items()))
