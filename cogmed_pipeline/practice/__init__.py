"""Practice: a person in the mediator's chair, on a local page or in the terminal."""
