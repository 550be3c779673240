"""The program's messages, as keys with arguments, and the catalogues that put them into words.

`Message` is a sentence as data, as carried by errors and faults; `Catalogue` has the wording of one language.
"""
