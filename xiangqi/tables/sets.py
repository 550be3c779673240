"""Sets of materials that are worth making together."""

from __future__ import annotations

from typing import Final

from xiangqi.errors import TableError
from xiangqi.i18n.message import Message
from xiangqi.tables.material import Endgame

SMALL: Final = """
    KRKAABB KNKAABB KCAAKAABB KCBBKAABB KPAKAABB KPPKAABB KNPKABB KCPKABB KRKR KNKN KCKN KPKP KNKP KCKP KPPKP
    KNPKP
"""
"""Half a minute of one core."""

ALL: Final = f"""{SMALL}
    KRKAABB KCPKAB KCCKAB KPPKN KPPKC KCAABBKAB KCAABBKBB KCPAKABB KCPAKAAB KCPBKABB KPPAKAB KCCKN KNPKN KRPKR
    KPPKPB KCCKAABB KCPKAABB KCCAKAABB KCPABKAB KNPKNA KCAABBKN KRKNAABB KNPKPA KNNKC KNNKCA KCPKP KCPKC KCPKN
"""
"""What the program brings along."""

NAMED: Final = {"small": SMALL, "all": ALL}


def materials_of(name: str) -> list[Endgame]:
    """The materials of a set.

    Raises:
        TableError: there is no such set.
    """
    if name not in NAMED:
        raise TableError(Message("detail.no_table_set", name=repr(name), known=", ".join(NAMED)))
    return [Endgame.parse(material) for material in NAMED[name].split()]
