"""The tables that an operator asks for by name, in the order of the data's walk."""
