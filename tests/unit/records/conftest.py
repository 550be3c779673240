"""With this file pytest puts the folder on the path, so that the tests below find trees, truth and damage."""
