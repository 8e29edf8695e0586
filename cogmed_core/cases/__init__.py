"""From a file that somebody brought to a case agents may see: read, select, anonymise, structure."""
