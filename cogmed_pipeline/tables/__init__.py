"""The DuckDB file: disposable, rebuilt from the records and swapped in whole."""
