"""What a position is worth: the network, the handcrafted terms, endings known to be won."""
