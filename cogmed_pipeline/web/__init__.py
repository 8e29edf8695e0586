"""What every page of ours is made of, in the report and in practice: base template, style, words, transcripts."""
