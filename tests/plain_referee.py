"""The rule of repetition once more, as plainly as possible and sharing no code with the program.

A position is a dict from (file, rank) to a piece; a piece is a tuple (colour "r" or "b", letter, number), and
the number makes it a physical piece. Slow on purpose: every function is a sentence of docs/rules.md. The tests
compare the referee's kernels with it on generated cycles.
"""

from __future__ import annotations

from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
Piece: TypeAlias = tuple[str, str, int]
Position: TypeAlias = dict[Square, Piece]

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def read(fen: str) -> Position:
    position: Position = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
                continue
            position[file, 9 - row] = ("r" if letter.isupper() else "b", letter.upper(), len(position))
            file += 1
    return position


def square(name: str) -> Square:
    return "abcdefghi".index(name[0]), int(name[1])


def play(position: Position, origin: Square, target: Square) -> Position:
    after = dict(position)
    after[target] = after.pop(origin)
    return after


def on_board(point: Square) -> bool:
    return 0 <= point[0] <= 8 and 0 <= point[1] <= 9


def in_palace(point: Square, colour: str) -> bool:
    return 3 <= point[0] <= 5 and (point[1] <= 2 if colour == "r" else 7 <= point[1] <= 9)


def own_half(point: Square, colour: str) -> bool:
    return (point[1] <= 4) == (colour == "r")


def between(position: Position, a: Square, b: Square) -> int | None:
    """Return how many pieces stand between two points of one line; None when they share none."""
    if a == b or (a[0] != b[0] and a[1] != b[1]):
        return None
    dx, dy = (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])
    count, x, y = 0, a[0] + dx, a[1] + dy
    while (x, y) != b:
        count += (x, y) in position
        x, y = x + dx, y + dy
    return count


def reaches(position: Position, a: Square, b: Square) -> bool:
    """Return whether the piece on `a` fits a capture on `b`, whatever stands there."""
    colour, letter, _ = position[a]
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = sorted((abs(dx), abs(dy)))
    if letter == "R":
        return between(position, a, b) == 0
    if letter == "C":
        return between(position, a, b) == 1
    if letter == "N":
        leg = (a[0] + dx // 2, a[1]) if abs(dx) == 2 else (a[0], a[1] + dy // 2)
        if abs(dx) == 2 and dx < 0:
            leg = (a[0] - 1, a[1])
        if abs(dy) == 2 and dy < 0:
            leg = (a[0], a[1] - 1)
        return steps == [1, 2] and leg not in position
    if letter == "A":
        return steps == [1, 1] and in_palace(b, colour)
    if letter == "B":
        return steps == [2, 2] and own_half(b, colour) and (a[0] + dx // 2, a[1] + dy // 2) not in position
    if letter == "K":
        return steps == [0, 1] and in_palace(b, colour)
    forward = 1 if colour == "r" else -1
    return (dx, dy) == (0, forward) or (abs(dx) == 1 and dy == 0 and not own_half(a, colour))


def other(colour: str) -> str:
    return "b" if colour == "r" else "r"


def attackers(position: Position, colour: str) -> set[Piece]:
    """Return the pieces that attack the king of a colour, the facing king included."""
    king = next(point for point, piece in position.items() if piece[:2] == (colour, "K"))
    return {
        piece
        for point, piece in position.items()
        if piece[0] != colour
        and (
            reaches(position, point, king)
            or (piece[1] == "K" and between(position, point, king) == 0 and point[0] == king[0])
        )
    }


def d3(position: Position, a: Square, t: Square, known: set[Piece]) -> bool:
    """`a` could capture `t`; attackers of its king in `known` are disregarded (D8)."""
    return reaches(position, a, t) and attackers(play(position, a, t), position[a][0]) <= known


def d4(position: Position, a: Square, t: Square) -> bool:
    victim = position[t]
    return position[a][1] not in "KP" and victim[1] != "K" and not (victim[1] == "P" and own_half(t, victim[0]))


def d5(position: Position, a: Square, t: Square) -> set[str]:
    """Kinds of protection, "direct" and "opened", that `t` really has against `a`."""
    enemy = position[t][0]
    known = attackers(position, enemy)
    taken = play(position, a, t)
    return {
        "direct" if reaches(position, guard, t) else "opened"
        for guard, piece in taken.items()
        if piece[0] == enemy and d3(taken, guard, t, known)
    }


def d7(position: Position, a: Square, t: Square) -> bool:
    same = position[a][1] == position[t][1]
    return same and d3(position, t, a, attackers(position, position[t][0]))


def can_capture(position: Position, a: Square, t: Square) -> bool:
    return d3(position, a, t, attackers(position, position[a][0])) and d4(position, a, t)


def privileged(attacker: Piece, victim: Piece) -> bool:
    """A horse or cannon threatens a chariot, protected or not (D6)."""
    return attacker[1] in "NC" and victim[1] == "R"


def threat(position: Position, a: Square, t: Square) -> bool:
    if not can_capture(position, a, t) or d7(position, a, t):
        return False
    return privileged(position[a], position[t]) or not d5(position, a, t)


def newly_threatened(position: Position, origin: Square, target: Square) -> set[Piece]:
    after = play(position, origin, target)
    colour = position[origin][0]
    found = set()
    for a, attacker in after.items():
        for t, victim in after.items():
            if attacker[0] == colour != victim[0] and threat(after, a, t):
                before = origin if a == target else a
                if (
                    not can_capture(position, before, t)
                    or d7(position, before, t)
                    or (
                        not privileged(attacker, victim)
                        and "direct" in d5(position, before, t)
                        and not d5(after, a, t)
                    )
                ):
                    found.add(victim)
    return found


def on_legs(position: Position, colour: str) -> set[Piece]:
    """Enemy chariots on the leg of a horse of `colour` that would otherwise give check (D13)."""
    enemy = other(colour)
    found = set()
    for point, piece in position.items():
        if piece[:2] == (enemy, "R"):
            without = {p: q for p, q in position.items() if p != point}
            fresh = attackers(without, enemy) - attackers(position, enemy)
            if any(attacker[1] == "N" for attacker in fresh):
                found.add(piece)
    return found


def weight(moves: list[tuple[Position, Square, Square]]) -> int:
    """Weight of one side's moves of a cycle, each with the position before it."""
    colour = moves[0][0][moves[0][1]][0]
    afters = [play(*move) for move in moves]
    if all(attackers(after, other(colour)) for after in afters):
        return 3
    chased = set.intersection(*(newly_threatened(*move) for move in moves))
    pinned = set.intersection(*(on_legs(after, colour) for after in afters))
    return 2 if chased & pinned else 1 if chased else 0


def judge(fen: str, moves: list[str]) -> tuple[int, int]:
    """Weights (Red, Black) of a whole cycle: the moves lead back to the first position."""
    position = read(fen)
    sides: dict[str, list[tuple[Position, Square, Square]]] = {"r": [], "b": []}
    for move in moves:
        origin, target = square(move[:2]), square(move[2:4])
        sides[position[origin][0]].append((position, origin, target))
        position = play(position, origin, target)
    return weight(sides["r"]), weight(sides["b"])
