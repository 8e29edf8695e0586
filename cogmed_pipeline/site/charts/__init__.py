"""The charts, drawn by pygal: plain figures in, an SVG file out that needs nothing else."""

import sys

import pygal

# Pygal adds a finder for plugins of its own to the path of every import; we use none, and Python 3.11 warns of it
# whenever anybody's import fails.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != pygal.__name__]
