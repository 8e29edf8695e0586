"""Every word a model is told, as files: ``zh/`` and ``en/`` hold the same tree."""
