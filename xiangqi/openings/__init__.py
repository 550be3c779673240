"""Openings: their usual names, and the moves that masters play in them (docs/openings.md).

A code is one of the 260 codes of ECCO, the classification that Xiangqi players use. Mirror images count as
the same opening.

>>> from xiangqi.board import Move
>>> from xiangqi.openings import full_name, opening_of
>>> found = opening_of([Move.from_iccs(move) for move in ("h2e2", "h9g7", "h0g2", "h7i7", "i0h0", "i9h9")])
>>> found.code, found.ply, str(full_name(found.code))
('B20', 6, 'Central Cannon against Left Three-Step Tiger')
"""

from xiangqi.openings.catalogue import (
    CODES,
    FAMILIES,
    UNUSUAL,
    ancestors,
    code_of,
    codes_called,
    codes_in_family,
    codes_meant,
    family_of,
    full_name,
    is_code,
    main_name,
    number_of,
    prepare_search,
    variation_name,
)
from xiangqi.openings.classifying import LONGEST, ClassifiedOpening, moves_of, opening_of
from xiangqi.openings.places import as_in_books, mirrored, mirrored_place, place_of, turned_place

__all__ = [
    "CODES",
    "FAMILIES",
    "LONGEST",
    "UNUSUAL",
    "ClassifiedOpening",
    "ancestors",
    "as_in_books",
    "code_of",
    "codes_called",
    "codes_in_family",
    "codes_meant",
    "family_of",
    "full_name",
    "is_code",
    "main_name",
    "mirrored",
    "mirrored_place",
    "moves_of",
    "number_of",
    "opening_of",
    "place_of",
    "prepare_search",
    "turned_place",
    "variation_name",
]
