"""What a run will take, worked out beforehand without asking any endpoint anything."""
