"""The pages of the report, one file each: rows in, a page with its figures out."""
