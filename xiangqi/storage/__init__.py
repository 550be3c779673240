"""What is kept between runs: settings and the journal of the running game."""
