"""The Chinese rules of repetition once more, as plainly as possible and sharing no code with the program.

Numbers such as C5 are the articles of docs/rules.md. A square is ``9 * rank + file``; a piece is a number from
1, which stays with it wherever it goes. Slow on purpose: every function is a sentence of the rules. The tests
compare the referee with it on generated cycles.
"""

from __future__ import annotations

RED, BLACK = 0, 1
MATE = 1000  # more than all pieces together
PLIES = 6  # after the first capture an exchange is followed so far, then on the last point alone (C4)
CHECKS = 2  # checks before the first capture (C5), or to win back (C4)
CHECKS_TO_MATE = 7  # (C2)
CHECKS_AFTER_OFFER = 3  # (C6)
MOST_POSITIONS = 20_000  # of one search for mate; beyond, TooDeepError
WORTH = {"R": 10, "N": 5, "C": 5, "A": 2, "B": 2, "P": 0, "K": 0}

Pair = tuple[int, int]


class TooDeepError(Exception):
    """A search for mate that is longer than a test can wait for."""


class Lines:
    """What an empty board allows, for every square."""

    def __init__(self) -> None:
        self.rays: list[list[list[int]]] = []
        self.horse: list[list[tuple[int, int]]] = []
        self.horse_to: list[list[tuple[int, int]]] = [[] for _ in range(90)]
        self.diagonal: list[list[int]] = []
        self.leap: list[list[tuple[int, int]]] = []
        self.step: list[list[int]] = []
        self.near: list[list[bool]] = []
        for square in range(90):
            x, y = square % 9, square // 9
            self.rays.append(
                [
                    [9 * (y + dy * n) + x + dx * n for n in range(1, 10) if inside(x + dx * n, y + dy * n)]
                    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
                ]
            )
            self.horse.append(
                [
                    (9 * (y + dy) + x + dx, 9 * (y + leg_y) + x + leg_x)
                    for dx, dy, leg_x, leg_y in (
                        (1, 2, 0, 1),
                        (-1, 2, 0, 1),
                        (1, -2, 0, -1),
                        (-1, -2, 0, -1),
                        (2, 1, 1, 0),
                        (2, -1, 1, 0),
                        (-2, 1, -1, 0),
                        (-2, -1, -1, 0),
                    )
                    if inside(x + dx, y + dy)
                ]
            )
            for target, leg in self.horse[square]:
                self.horse_to[target].append((square, leg))
            corners = [(dx, dy) for dx in (1, -1) for dy in (1, -1)]
            self.diagonal.append([9 * (y + dy) + x + dx for dx, dy in corners if inside(x + dx, y + dy)])
            self.leap.append(
                [
                    (9 * (y + 2 * dy) + x + 2 * dx, 9 * (y + dy) + x + dx)
                    for dx, dy in corners
                    if inside(x + 2 * dx, y + 2 * dy)
                ]
            )
            self.step.append(
                [
                    9 * (y + dy) + x + dx
                    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
                    if inside(x + dx, y + dy)
                ]
            )
        for square in range(90):
            points = [square, *self.step[square]]
            for ray in self.rays[square]:
                points += ray
            for point, leg in self.horse_to[square]:
                points += [point, leg]
            self.near.append([point in points for point in range(90)])


def inside(x: int, y: int) -> bool:
    return 0 <= x <= 8 and 0 <= y <= 9


LINES = Lines()


def in_palace(square: int, side: int) -> bool:
    return 3 <= square % 9 <= 5 and (square < 27 if side == RED else square >= 63)


def at_home(square: int, side: int) -> bool:
    return (square < 45) == (side == RED)


class Position:
    """The pieces on the board; `mute` is one that only stands in the way, `standing` are checks disregarded."""

    def __init__(self, fen: str) -> None:
        self.board: list[int] = [0] * 90
        self.at: list[int] = [-1]
        self.kind: list[str] = [""]
        self.side: list[int] = [-1]
        self.king: list[int] = [0, 0]
        self.mute: int = 0
        self.standing: dict[int, int] = {}
        for row, text in enumerate(fen.split()[0].split("/")):
            file = 0
            for letter in text:
                if letter.isdigit():
                    file += int(letter)
                    continue
                square = 9 * (9 - row) + file
                self.board[square] = len(self.at)
                self.at.append(square)
                self.kind.append(letter.upper())
                self.side.append(RED if letter.isupper() else BLACK)
                if letter in "kK":
                    self.king[self.side[-1]] = len(self.at) - 1
                file += 1

    def play(self, origin: int, target: int) -> int:
        taken = self.board[target]
        piece = self.board[origin]
        self.board[origin] = 0
        self.board[target] = piece
        self.at[piece] = target
        if taken:
            self.at[taken] = -1
        return taken

    def take_back(self, origin: int, target: int, taken: int) -> None:
        piece = self.board[target]
        self.board[origin] = piece
        self.at[piece] = origin
        self.board[target] = taken
        if taken:
            self.at[taken] = target

    def checkers(self, side: int) -> list[int]:
        """The pieces that attack a king, those of `standing` left out while they stand where they stood."""
        if self.at[self.king[side]] < 0:  # thought away (C7(c))
            return []
        found = self.attackers(side)
        if found and (self.mute or self.standing):
            found = [p for p in found if p != self.mute and self.standing.get(p, -1) != self.at[p]]
        return found

    def attackers(self, side: int) -> list[int]:
        king = self.at[self.king[side]]
        board, kinds, sides = self.board, self.kind, self.side
        found: list[int] = []
        for ray in LINES.rays[king]:
            screened = False
            for square in ray:
                piece = board[square]
                if piece:
                    if sides[piece] != side:
                        kind = kinds[piece]
                        if kind == "C" if screened else kind == "R" or kind == "K":
                            found.append(piece)
                    if screened:
                        break
                    screened = True
        for point in LINES.step[king]:
            piece = board[point]
            if piece and kinds[piece] == "P" and sides[piece] != side:
                ahead = 9 if side == BLACK else -9  # where its pawns go
                if king - point == ahead or abs(king - point) == 1:
                    found.append(piece)
        for point, leg in LINES.horse_to[king]:
            piece = board[point]
            if piece and kinds[piece] == "N" and sides[piece] != side and not board[leg]:
                found.append(piece)
        return found

    def fits(self, piece: int, target: int) -> bool:
        return target in self.targets(piece)

    def targets(self, piece: int) -> list[int]:
        """Where a piece can go, own king's safety aside."""
        square, kind, side = self.at[piece], self.kind[piece], self.side[piece]
        board = self.board
        if square < 0 or piece == self.mute:
            return []
        if kind in "RC":
            return self.along_lines(square, 1 if kind == "R" else 2, side)
        if kind == "N":
            points = [point for point, leg in LINES.horse[square] if not board[leg]]
        elif kind == "B":
            points = [p for p, eye in LINES.leap[square] if not board[eye] and at_home(p, side)]
        elif kind == "A":
            points = [point for point in LINES.diagonal[square] if in_palace(point, side)]
        elif kind == "K":
            points = [point for point in LINES.step[square] if in_palace(point, side)]
        else:
            forward = 9 if side == RED else -9
            home = at_home(square, side)
            points = [
                p for p in LINES.step[square] if p - square == forward or (not home and abs(p - square) == 1)
            ]
        return [point for point in points if not board[point] or self.side[board[point]] != side]

    def along_lines(self, square: int, takes: int, side: int) -> list[int]:
        """Where a chariot goes, which takes the first piece it meets, or a cannon, which takes the second."""
        found: list[int] = []
        for ray in LINES.rays[square]:
            met = 0
            for point in ray:
                other = self.board[point]
                if other:
                    met += 1
                    if met == takes:
                        if self.side[other] != side:
                            found.append(point)
                        break
                elif met == 0:
                    found.append(point)
        return found

    def safe(self, origin: int, target: int, side: int) -> bool:
        taken = self.play(origin, target)
        exposed = self.checkers(side)
        self.take_back(origin, target, taken)
        return not exposed

    def safe_ones(self, moves: list[tuple[int, int]], side: int) -> list[tuple[int, int]]:
        """Those moves of a side that leave its king safe.

        What attacks a king depends on the squares of LINES.near alone, so other moves change nothing in it.
        """
        near = LINES.near[self.at[self.king[side]]]
        exposed = bool(self.checkers(side))
        return [
            (origin, target)
            for origin, target in moves
            if (self.safe(origin, target, side) if near[origin] or near[target] else not exposed)
        ]

    def moves(self, side: int, captures: bool) -> list[tuple[int, int]]:
        """All moves of a side, or its captures alone, that fit the pieces; kings are not taken."""
        enemy = self.king[1 - side]
        found: list[tuple[int, int]] = []
        for piece in range(1, len(self.at)):
            if self.side[piece] == side:
                for target in self.targets(piece):
                    taken = self.board[target]
                    if taken != enemy and (taken or not captures):
                        found.append((self.at[piece], target))
        return found

    def legal(self, side: int) -> list[tuple[int, int]]:
        return self.safe_ones(self.moves(side, False), side)

    def captures(self, side: int) -> list[tuple[int, int]]:
        """Legal captures, those of the dearest pieces first."""
        found = self.safe_ones(self.moves(side, True), side)
        found.sort(key=lambda move: -WORTH[self.kind[self.board[move[1]]]])
        return found

    def checks(self, side: int) -> list[tuple[int, int]]:
        """Legal moves that give check."""
        near = LINES.near[self.at[self.king[1 - side]]]
        checked = bool(self.checkers(1 - side))
        found: list[tuple[int, int]] = []
        for origin, target in self.moves(side, False):
            check = checked
            if near[origin] or near[target]:
                taken = self.play(origin, target)
                check = bool(self.checkers(1 - side))
                self.take_back(origin, target, taken)
            if check:
                found.append((origin, target))
        return self.safe_ones(found, side) if found else found

    def can_take(self, a: int, t: int) -> bool:
        target = self.at[t]
        return (
            self.at[a] >= 0
            and target >= 0
            and self.fits(a, target)
            and self.safe(self.at[a], target, self.side[a])
        )

    def crossed(self, piece: int) -> bool:
        return self.kind[piece] == "P" and not at_home(self.at[piece], self.side[piece])

    def counts(self, piece: int) -> bool:
        """Whether a piece can be chased."""
        return self.kind[piece] != "K" and (self.kind[piece] != "P" or self.crossed(piece))

    def name(self) -> bytes:
        return bytes(self.board)


def balance(d: int, p: int) -> int:
    """C3: the balance of an exchange, where crossed pawns float."""
    if p > 0 and d < 0:
        return 0 if d > -10 * p else d + p
    if p < 0 and d > 0:
        return 0 if d < -10 * p else d + p
    return d + p


# Mates by checks (C2)


class Mates:
    """Whether a side mates by an unbroken series of checks; positions that were seen are remembered."""

    def __init__(self, position: Position, side: int, exchanges: set[Pair]) -> None:
        self.position = position
        self.side = side
        self.exchanges = {(position.at[a], position.at[t]): (a, t) for a, t in exchanges}
        self.seen: dict[tuple[bytes, int], bool] = {}

    def is_exchange(self, origin: int, target: int) -> bool:
        """Whether a capture is an exchange that stands as it stood at first."""
        pair = (self.position.board[origin], self.position.board[target])
        return self.exchanges.get((origin, target)) == pair

    def checking(self) -> list[tuple[int, int]]:
        return [move for move in self.position.checks(self.side) if not self.is_exchange(move[0], move[1])]

    def mates(self, most: int) -> bool:
        return most > 0 and any(self.is_mating(origin, target, most) for origin, target in self.checking())

    def is_mating(self, origin: int, target: int, most: int) -> bool:
        """Whether a checking move mates at last."""
        position = self.position
        taken = position.play(origin, target)
        name = position.name()
        lost = False
        for checks in range(1, most + 1):
            if (name, checks) not in self.seen:
                if len(self.seen) > MOST_POSITIONS:
                    raise TooDeepError
                self.seen[name, checks] = self.is_lost(checks - 1)
            lost = self.seen[name, checks]
            if lost:
                break
        position.take_back(origin, target, taken)
        return lost

    def is_lost(self, most: int) -> bool:
        """Whether every answer to the check on the board allows mate within `most` more."""
        position = self.position
        answers = position.legal(1 - self.side)
        if answers and not most:
            return False
        for origin, target in answers:
            taken = position.play(origin, target)
            mated = self.mates(most)
            position.take_back(origin, target, taken)
            if not mated:
                return False
        return True


def mating_moves(position: Position, side: int, exchanges: set[Pair]) -> set[Pair]:
    """First moves, as (piece, target square), of mates by checks; exchanges do not count."""
    search = Mates(position, side, exchanges)
    return {
        (position.board[origin], target)
        for origin, target in search.checking()
        if search.is_mating(origin, target, CHECKS_TO_MATE)
    }


# Exchanges (C4)


class Account:
    """One exchange followed for a side: what it may not take, and which of its pieces are worth nothing."""

    def __init__(self, position: Position, side: int) -> None:
        self.position = position
        self.side = side
        self.point = -1  # the square of the target
        self.offers: set[Pair] = set()
        self.left_out: set[int] = set()
        self.lost: set[int] = set()
        self.in_series = False
        self.after_gain = False  # in a series, once something has been won
        self.moved: list[int] = []

    def after_capture(self, d: int, p: int, taken: int, by: int) -> tuple[int, int]:
        """The balance once a piece, which stands on the board still, is taken."""
        sign = 1 if by == self.side else -1
        if taken in self.lost and taken not in self.moved:
            return d, p
        if self.position.crossed(taken):
            if self.after_gain and by != self.side:
                return d - 1, p
            return d, p + sign
        return d + sign * WORTH[self.position.kind[taken]], p

    def first(self, origin: int, target: int, low: int = -2 * MATE, high: int = 2 * MATE) -> int:
        """What a capture wins with best play of both sides; beyond `low` and `high` a bound of it."""
        position = self.position
        d, p = self.after_capture(0, 0, position.board[target], self.side)
        self.point = target
        piece = position.board[origin]
        taken = position.play(origin, target)
        if self.in_series:
            self.moved.append(piece)
        value = self.answer(PLIES, d, p, CHECKS, low, high, target)
        if self.in_series:
            self.moved.pop()
        position.take_back(origin, target, taken)
        return value

    def answer(self, plies: int, d: int, p: int, checks: int, low: int, high: int, last: int) -> int:
        """The other side's turn; `last` is where it has just lost a piece, -1 for nowhere."""
        position, other = self.position, 1 - self.side
        best = 2 * MATE
        if position.checkers(other):
            moves = position.legal(other)
            if not moves:
                return MATE
            if plies == 0:
                return balance(d, p)
        else:
            best = balance(d, p)
            if best <= low:
                return best
            if plies == 0:
                return self.played_out(d, p, last, other)
            moves = position.captures(other)
            if checks:
                moves = moves + self.quiet_checks(other)
        for origin, target in moves:
            victim = position.board[target]
            left = checks
            e, q = d, p
            if victim:
                e, q = self.after_capture(d, p, victim, other)
            taken = position.play(origin, target)
            if not victim and position.checkers(self.side):
                left = checks - 1
            value = self.go_on(plies - 1, e, q, max(left, 0), low, min(high, best), target if victim else -1)
            position.take_back(origin, target, taken)
            best = min(best, value)
            if best <= low:
                break
        return best

    def quiet_checks(self, side: int) -> list[tuple[int, int]]:
        return [move for move in self.position.checks(side) if not self.position.board[move[1]]]

    def allowed(self, origin: int, target: int, last: int) -> bool:
        position = self.position
        piece, taken = position.board[origin], position.board[target]
        if (piece, taken) in self.offers:
            return False
        if taken in self.left_out and target not in (self.point, last):
            return False
        return position.kind[piece] not in "KP" or target in (self.point, last)

    def go_on(self, plies: int, d: int, p: int, checks: int, low: int, high: int, last: int) -> int:
        """The side's own turn after its first capture; `last` as for answer."""
        position, side = self.position, self.side
        best = -2 * MATE
        if position.checkers(side):
            moves = position.legal(side)
            if not moves:
                return -MATE
            if plies == 0:
                return balance(d, p)
        else:
            best = balance(d, p)
            if best >= high:
                return best
            if plies == 0:
                return self.played_out(d, p, last, side)
            moves = [move for move in position.captures(side) if self.allowed(move[0], move[1], last)]
            if self.in_series and plies >= 4:
                moves = moves + self.quiet_checks(side)
        for origin, target in moves:
            victim = position.board[target]
            piece = position.board[origin]
            e, q = d, p
            if victim:
                e, q = self.after_capture(d, p, victim, side)
            taken = position.play(origin, target)
            if self.in_series:
                self.moved.append(piece)
            value = self.answer(plies - 1, e, q, checks, max(low, best), high, target if victim else -1)
            if self.in_series:
                self.moved.pop()
            position.take_back(origin, target, taken)
            best = max(best, value)
            if best >= high:
                break
        return best

    def played_out(self, d: int, p: int, last: int, turn: int) -> int:
        """What comes of it if from now on both sides take on one point alone."""
        if last < 0:
            return balance(d, p)
        return plain_answer(Account(self.position, self.side), last, d, p, turn)

    # Winning by checks (C5)

    def by_checks(self, only: int = 0, low: int = -2 * MATE, high: int = 2 * MATE) -> int:
        """The best gain of a series that begins with a check; `only`: the piece that must be taken first."""
        self.in_series = True
        best = self.series(CHECKS, 0, 0, only, True, low, high)
        self.in_series = False
        return best

    def series(self, checks: int, d: int, p: int, only: int, begins: bool, low: int, high: int) -> int:
        """Own turn before the first capture."""
        position, side = self.position, self.side
        best = -2 * MATE
        if not begins and not position.checkers(side):
            best = balance(d, p)
        for origin, target in position.captures(side) if best < high else ():
            piece, victim = position.board[origin], position.board[target]
            if (
                not position.counts(victim)
                or (only and victim != only)
                or position.kind[piece] in "KP"
                or (piece, victim) in self.offers
                or victim in self.left_out
            ):
                continue
            e, q = self.after_capture(d, p, victim, side)
            position.play(origin, target)
            if not begins or position.checkers(1 - side):
                self.moved.append(piece)
                self.point = target
                self.after_gain = True
                best = max(best, self.answer(PLIES, e, q, CHECKS, max(best, low), high, target))
                self.after_gain = False
                self.moved.pop()
            position.take_back(origin, target, victim)
        for origin, target in position.checks(side) if checks and best < high else ():
            if not position.board[target] or not position.counts(position.board[target]):
                self.moved.append(position.board[origin])
                taken = position.play(origin, target)
                best = max(best, self.series_answer(checks - 1, d, p, only, max(best, low), high))
                position.take_back(origin, target, taken)
                self.moved.pop()
                if best >= high:
                    break
        return best

    def series_answer(self, checks: int, d: int, p: int, only: int, low: int, high: int) -> int:
        """The other side answers a quiet check of the series."""
        position, other = self.position, 1 - self.side
        moves = position.legal(other)
        if not moves:
            return MATE
        best = 2 * MATE
        for origin, target in moves:
            victim = position.board[target]
            e, q = d, p
            if victim:
                e, q = self.after_capture(d, p, victim, other)
            taken = position.play(origin, target)
            best = min(best, self.series(checks, e, q, only, False, low, min(best, high)))
            position.take_back(origin, target, taken)
            if best <= low:
                break
        return best


def plain(position: Position, origin: int, target: int) -> int:
    """The exchange on the target's square alone: captures there, either side may stop."""
    account = Account(position, position.side[position.board[origin]])
    d, p = account.after_capture(0, 0, position.board[target], account.side)
    taken = position.play(origin, target)
    value = plain_answer(account, target, d, p, 1 - account.side)
    position.take_back(origin, target, taken)
    return value


def plain_answer(account: Account, point: int, d: int, p: int, turn: int) -> int:
    position = account.position
    best = balance(d, p)
    for piece in range(1, len(position.at)):
        if position.side[piece] != turn or not position.can_take(piece, position.board[point]):
            continue
        origin = position.at[piece]
        e, q = account.after_capture(d, p, position.board[point], turn)
        taken = position.play(origin, point)
        value = plain_answer(account, point, e, q, 1 - turn)
        position.take_back(origin, point, taken)
        best = max(best, value) if turn == account.side else min(best, value)
    return best


def rooted(position: Position, a: int, t: int) -> bool:
    """Whether the other side can retake at once."""
    origin, target = position.at[a], position.at[t]
    side = position.side[t]
    position.play(origin, target)
    found = any(position.can_take(g, a) for g in range(1, len(position.at)) if position.side[g] == side)
    position.take_back(origin, target, t)
    return found


def pairs(position: Position, side: int) -> list[Pair]:
    """Captures that are possible: attacker and a target that can be chased."""
    return [
        (position.board[origin], position.board[target])
        for origin, target in position.captures(side)
        if position.counts(position.board[target])
    ]


def exchanges(position: Position, side: int) -> dict[Pair, int]:
    """C6: pairs that can take each other, unless the other side is mated if it does.

    Each with what that wins for the other side: 1 something, 0 nothing, -1 less.
    """
    found: dict[Pair, int] = {}
    for a, t in pairs(position, side):
        if position.kind[a] != position.kind[t] or position.kind[a] == "P" or not position.can_take(t, a):
            continue
        origin, target = position.at[t], position.at[a]
        value = Account(position, 1 - side).first(origin, target, -1, 1)
        position.play(origin, target)
        mated = False
        if not position.checkers(1 - side):
            mated = Mates(position, side, set()).mates(CHECKS_AFTER_OFFER)
        position.take_back(origin, target, a)
        if not mated:
            found[a, t] = max(-1, min(1, value))
    return found


def offers(position: Position, side: int) -> set[Pair]:
    """C6: pairs that offer an exchange."""
    return {pair for pair, value in exchanges(position, side).items() if value >= 0}


class Wins:
    """What a side wins in a position if it is to move: value and root for each pair (C4 to C8)."""

    def __init__(self, position: Position, side: int, moved: int, arrived: int) -> None:
        """`moved`: the piece that is moved in this turn; `arrived`: what the other side moved before."""
        self.position = position
        self.side = side
        self.moved = moved
        self.arrived = arrived
        self.exchanges = exchanges(position, side)
        self.offers = {pair for pair, value in self.exchanges.items() if value >= 0}
        self.lost = standing_wins(position, 1 - side)
        self.value: dict[Pair, int] = {}
        self.is_rooted: dict[Pair, bool] = {}
        self.possible = pairs(position, side)

    def even(self) -> set[Pair]:
        """Offers that win nothing for the other side either."""
        return {pair for pair, value in self.exchanges.items() if value == 0}

    def judge(self, won_before: set[int]) -> None:
        for a, t in self.possible:
            if (a, t) not in self.offers:
                value = pair_value(self.position, a, t, self.offers, self.lost_for(a, t), won_before)
                if value is not None:
                    self.value[a, t] = value
                    self.is_rooted[a, t] = rooted(self.position, a, t)

    def lost_for(self, a: int, t: int) -> set[int]:
        """C7: own pieces that are lost anyhow, without those that take part in the chase of t."""
        if t == self.arrived:
            return set()
        found = set()
        for piece in self.lost:
            if piece == a or self.guards(a, piece) or (piece == self.moved and self.holds(t)):
                continue
            value = plain(self.position, self.position.at[a], self.position.at[t])
            self.position.mute = piece
            without = plain(self.position, self.position.at[a], self.position.at[t])
            self.position.mute = 0
            if without >= value:
                found.add(piece)
        return found

    def guards(self, a: int, piece: int) -> bool:
        """Whether one piece could retake where another of its side stands."""
        self.position.side[piece] = 1 - self.side
        found = self.position.fits(a, self.position.at[piece])
        self.position.side[piece] = self.side
        return found

    def holds(self, t: int) -> bool:
        """C7(c): t could save itself if the piece that moves were absent, but not with it on the board."""
        position, piece = self.position, self.moved
        if can_save(position, t):
            return False
        square = position.at[piece]
        position.board[square] = 0
        position.at[piece] = -1
        free = can_save(position, t)
        position.board[square] = piece
        position.at[piece] = square
        return free

    def by_checks(self, won_before: set[int]) -> int:
        account = Account(self.position, self.side)
        account.offers, account.lost, account.left_out = self.offers, self.lost, won_before
        return account.by_checks()

    def won(self) -> set[int]:
        """Targets that count as won in the position before a move."""
        return {t for (a, t), v in self.value.items() if v > 0 or (v == 0 and not self.is_rooted[a, t])}


def can_save(position: Position, t: int) -> bool:
    """Whether a piece has a move after which nothing wins it."""
    origin, side = position.at[t], position.side[t]
    for target in position.targets(t):
        if not position.safe(origin, target, side) or position.board[target] == position.king[1 - side]:
            continue
        gain = WORTH[position.kind[position.board[target]]] if position.board[target] else 0
        taken = position.play(origin, target)
        worst = max(
            (plain(position, position.at[a], target) for a, victim in pairs(position, 1 - side) if victim == t),
            default=0,
        )
        position.take_back(origin, target, taken)
        if worst <= gain:
            return True
    return False


def standing_wins(position: Position, side: int) -> set[int]:
    """The pieces that a side would win if it were to move, exchange offers left out."""
    found: set[int] = set()
    offered = offers(position, side)
    for a, t in pairs(position, side):
        if t not in found and (a, t) not in offered:
            value = pair_value(position, a, t, offered, set(), set(), 0, 1)
            if value is not None and value > 0:
                found.add(t)
    account = Account(position, side)
    account.offers = offered
    return found | targets_by_checks(account, found)


def targets_by_checks(account: Account, known: set[int]) -> set[int]:
    """What can be won first by a series of checks."""
    position = account.position
    if account.by_checks(0, 0, 1) <= 0:
        return set()
    return {
        t
        for t in range(1, len(position.at))
        if position.side[t] != account.side
        and position.at[t] >= 0
        and t not in known
        and position.counts(t)
        and account.by_checks(t, 0, 1) > 0
    }


def pair_value(
    position: Position,
    a: int,
    t: int,
    offered: set[Pair],
    lost: set[int],
    won_before: set[int],
    low: int = -2 * MATE,
    high: int = 2 * MATE,
) -> int | None:
    """What the pair wins, or a bound beyond `low` and `high`; None for a king or pawn that may chase (C8)."""
    origin, target = position.at[a], position.at[t]
    account = Account(position, position.side[a])
    account.offers, account.lost = offered, lost
    if plain(position, origin, target) <= 0:
        account.left_out = won_before - {t}
    value = account.first(origin, target, low, high)
    if position.kind[a] not in "KP":
        return value
    if position.kind[a] == "P":
        position.play(origin, target)
        uncovered = [piece for piece in position.checkers(position.side[t]) if piece != a]
        position.take_back(origin, target, t)
        if uncovered:
            return value
    return value if alone(position, a, t) <= 0 < value else None


def alone(position: Position, a: int, t: int) -> int:
    """The capture alone, which no other piece supports."""
    d, p = Account(position, position.side[a]).after_capture(0, 0, t, position.side[a])
    gain = balance(d, p)
    if not rooted(position, a, t):
        return gain
    origin, target = position.at[a], position.at[t]
    position.play(origin, target)  # a pawn may cross the river by taking
    e, q = Account(position, position.side[a]).after_capture(d, p, a, 1 - position.side[a])
    position.take_back(origin, target, t)
    return min(gain, balance(e, q))


class Move:
    """A move of the cycle with its class, "check", "threat", "chase" or "idle", and what it chases."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.pairs: dict[Pair, int] = {}
        self.gain = 0
        self.mating: set[Pair] = set()
        self.joint = False

    def __repr__(self) -> str:
        return f"{self.kind}{' joint' if self.joint else ''} {self.pairs or self.gain or self.mating or ''}"


def classify(position: Position, origin: int, target: int, arrived: int) -> Move:
    """Class of a move (5). The position is before the move; `arrived` is the piece that moved last."""
    piece = position.board[origin]
    side = position.side[piece]
    answered = position.checkers(side)
    position.play(origin, target)
    try:
        if position.checkers(1 - side):
            return Move("check")
        if answered and position.kind[piece] == "K":
            return Move("idle")
        after = Wins(position, side, piece, arrived)
        mating = mating_moves(position, side, set(after.exchanges))
    finally:
        position.take_back(origin, target, 0)
    position.standing = {checker: position.at[checker] for checker in answered}
    try:
        before = Wins(position, side, piece, arrived)
        if answered:
            mating -= mating_moves(position, side, set(before.exchanges))
        if mating:
            move = Move("threat")
            move.mating = mating
            return move
        before.judge(set())
        won = before.won()
    finally:
        position.standing = {}
    position.play(origin, target)
    try:
        after.judge(won)
        new = new_wins(before, after)
        if new:
            if all(position.kind[t] in "AB" for _, t in new) and is_only_attacker(position, piece):
                position.take_back(origin, target, 0)
                position.standing = {checker: position.at[checker] for checker in answered}
                saved = meets_threat(position, side)
                position.standing = {}
                position.play(origin, target)
                if saved:
                    return Move("idle")
            move = Move("chase")
            move.pairs = new
            move.joint = is_joint(position, new, piece, after)
            return move
        gain = after.by_checks(won)
    finally:
        position.take_back(origin, target, 0)
    if gain > 0:
        position.standing = {checker: position.at[checker] for checker in answered}
        earlier = before.by_checks(won)
        position.standing = {}
        if gain > earlier:
            move = Move("chase")
            move.gain = gain
            return move
    return Move("exchange" if after.even() - before.even() else "idle")


def new_wins(before: Wins, after: Wins) -> dict[Pair, int]:
    """C5: pairs that win now and did not, or win more now."""
    new = {}
    for pair, value in after.value.items():
        if value > 0:
            if pair not in before.value or value > before.value[pair]:
                new[pair] = value
        elif value == 0 and not after.is_rooted[pair] and pair not in before.possible:
            new[pair] = 0
    return new


def meets_threat(position: Position, side: int) -> bool:
    """Whether the other side, were it to move, would mate by checks."""
    return bool(mating_moves(position, 1 - side, set(exchanges(position, 1 - side))))


def is_only_attacker(position: Position, piece: int) -> bool:
    """C8a: whether its side has no other piece that can attack."""
    attackers = [
        other
        for other in range(1, len(position.at))
        if position.at[other] >= 0
        and position.side[other] == position.side[piece]
        and (position.kind[other] in "RNC" or position.crossed(other))
    ]
    return attackers == [piece]


def is_joint(position: Position, new: dict[Pair, int], moved: int, after: Wins) -> bool:
    """C9: whether a chase is one by several pieces together."""
    most = max(new.values())
    return all(is_joint_pair(position, a, t, moved, after) for (a, t), value in new.items() if value == most)


def is_joint_pair(position: Position, a: int, t: int, moved: int, after: Wins) -> bool:
    origin, target = position.at[a], position.at[t]
    side = position.side[a]
    screen = moved != a and position.kind[a] == "C" and is_screen(position, a, t, moved)
    if moved != a and not screen and after.holds(t):
        return True
    position.play(origin, target)
    checks = a in position.checkers(1 - side)
    position.take_back(origin, target, t)
    if checks and not rooted(position, a, t):
        return False
    if screen and position.can_take(moved, t):
        return True
    if plain(position, origin, target) <= 0:
        return False
    for other in range(1, len(position.at)):
        if other != a and position.side[other] == side and position.at[other] >= 0:
            position.mute = other
            value = plain(position, origin, target)
            position.mute = 0
            if value <= 0:
                return True
    return False


def is_screen(position: Position, cannon: int, t: int, piece: int) -> bool:
    """Whether a piece stands between a cannon and its target."""
    low, high = sorted((position.at[cannon], position.at[t]))
    step = 9 if low % 9 == high % 9 else 1
    return position.at[piece] in range(low + step, high, step)


def square(name: str) -> int:
    return 9 * int(name[1]) + "abcdefghi".index(name[0])


def classes(fen: str, moves: list[str]) -> list[Move]:
    """The moves of one whole cycle, classified."""
    position = Position(fen)
    found = []
    whole = [(square(text[:2]), square(text[2:4])) for text in moves]
    start = Position(fen)
    for origin, target in whole[:-1]:
        start.play(origin, target)
    arrived = start.board[whole[-1][0]]
    for origin, target in whole:
        piece = position.board[origin]
        found.append(classify(position, origin, target, arrived))
        position.play(origin, target)
        arrived = piece
    return found


def verdict(fen: str, moves: list[Move]) -> int | None:
    """C1: the side that loses, or None."""
    first = RED if fen.split()[1] in "wr" else BLACK
    sides = [moves[(side != first) :: 2] for side in (RED, BLACK)]
    checks = [all(move.kind == "check" for move in own) for own in sides]
    forbidden = [all(move.kind not in ("idle", "exchange") for move in own) for own in sides]
    joint = [any(move.joint for move in own) for own in sides]
    if checks[RED] != checks[BLACK]:
        return RED if checks[RED] else BLACK
    if forbidden[RED] != forbidden[BLACK]:
        return RED if forbidden[RED] else BLACK
    if forbidden[RED] and joint[RED] != joint[BLACK]:
        return BLACK if joint[RED] else RED
    return None


def judge(fen: str, moves: list[str]) -> tuple[int | None, list[Move]]:
    """Loser and classes of a whole cycle: the moves lead back to the first position."""
    found = classes(fen, moves)
    return verdict(fen, found), found
