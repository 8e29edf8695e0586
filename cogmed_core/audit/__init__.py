"""What no judge sees: leaks, broken bottom lines, loops, pressure, conformance, calibration. Computed, not judged."""
