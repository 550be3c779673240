"""The panel in which a document is looked at before it is written."""
