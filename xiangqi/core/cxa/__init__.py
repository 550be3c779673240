"""Repetition under the Chinese rules, as kernels. "C5" and the like are the articles of docs/rules.md.

The terms of these modules:

- S is the side that moved, O its opponent. *Before* and *after* are the positions before and after a move, S to
  move in both, as if O passed.
- The workspace, `ws` in the kernels, is the slot of the state array where WORKSPACE_SIZE free slots begin. All
  that the kernels note besides the position lies there.
- A set of physical pieces is an int64 with a bit for each slot of a piece.
- A pair is an attacker and its target (C5). A record lists what a side can win in a position, pair by pair.
- The account is a search for what one side, the account's side, can win (C4).
- A target is rooted if it can be retaken at once (C4). A crossed pawn floats: it counts for nothing against
  other pieces (C3). A piece is free if it is lost anyway (C7).
- An offer is an exchange that the opponent may accept or not (C6). A series is a chain of checks that ends with
  a capture (C5). A chase is joint if the attacker needs another piece for it (C9).
- A mute piece only blocks: it neither attacks nor protects. A standing check was on the board already.
"""
