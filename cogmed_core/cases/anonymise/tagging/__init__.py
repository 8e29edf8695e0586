"""A small recurrent tagger: which words of a Chinese text are people, places and organisations."""
