"""The work of the workers of exercises: choosing them, judging answers, rounds of the repertoire."""
