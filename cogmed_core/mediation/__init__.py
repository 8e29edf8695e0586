"""The simulation: a mediator and litigants at a table, taken through rounds by a controller."""
