"""Packaged data: the tagger's weights and the word lists. ``README.md`` says where each comes from."""
