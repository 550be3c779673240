"""Named sets of materials."""

from __future__ import annotations

from typing import Final

from xiangqi.errors import TableError
from xiangqi.i18n.message import Message
from xiangqi.tables.material import Endgame

SMALL: Final = """
    KRKAABB KNKAABB KCAAKAABB KCBBKAABB KPAKAABB KPPKAABB KNPKABB KCPKABB KRKR KNKN KCKN KPKP KNKP KCKP KPPKP
    KNPKP
"""
"""They take half a minute of one core."""

ALL: Final = f"""{SMALL}
    KCCKN KPPKC KRPKR KNPKN KPPKNB KPPKPB KPPAKAB KPPBKAB KCABKABB KCBKAABB KCPAKAAB KCPAKABB KCPBKABB KNNKAABB
    KNAKAABB KNAKN KNPKAABB KPBKABB KRKNAB KRKNBB KRKNAA KRPKAABB KCAABBKAB KCAABBKBB KCCAKAABB KRBBKABB
    KRBKAABB KRAABBKAA KRAABBKAB KRAABBKBB KRAABKAAB KRAABKABB KRAAKAABB KRABBKAAB KNAABBK KNAKP
"""
"""The tables that are shipped, and a few of the small set that are not."""

NAMED: Final = {"small": SMALL, "all": ALL}


def materials_of(name: str) -> list[Endgame]:
    """The materials of a set.

    Raises:
        TableError: there is no such set.
    """
    if name not in NAMED:
        raise TableError(Message("detail.no_table_set", name=repr(name), known=", ".join(NAMED)))
    return [Endgame.parse(material) for material in NAMED[name].split()]
