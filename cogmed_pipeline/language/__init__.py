"""The language that commands speak: English in the code, Chinese from a catalogue keyed by the English template."""
