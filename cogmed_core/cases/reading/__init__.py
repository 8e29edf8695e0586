"""How files of each format become the six sections of a case."""
