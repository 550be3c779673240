"""What the program says, as keys with arguments, and the catalogues that put them into words.

`Message` is a sentence as data, which errors and faults carry; `Catalogue` has the wording of one language.
"""
