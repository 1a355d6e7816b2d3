"""The quietedit command: how it is all started."""
