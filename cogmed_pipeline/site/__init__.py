"""The report site: static pages in both languages, built from the tables and the record files."""
