"""Games with a star, which the player wants to find again."""

from __future__ import annotations

from xiangqi.library.schema import translated
from xiangqi.library.store import Store


def stars(store: Store) -> frozenset[int]:
    """Return the numbers of the games with a star.

    Raises:
        LibraryError: the library cannot be read.
    """
    with translated(store.path):
        return frozenset(int(number) for (number,) in store.database.execute("SELECT game FROM star"))


def put_star(store: Store, number: int, *, starred: bool) -> None:
    """Give a game a star, or remove its star; must be called inside a transaction.

    Raises:
        LibraryError: there is no such game.
    """
    store.row(number)
    change = "INSERT OR IGNORE INTO star VALUES (?)" if starred else "DELETE FROM star WHERE game = ?"
    store.database.execute(change, (number,))
