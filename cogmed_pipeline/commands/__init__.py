"""The commands of ``cogmed``, one file each; as thin as the assets."""
