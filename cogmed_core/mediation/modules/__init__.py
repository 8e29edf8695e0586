"""The cognitive modules of the paper, equals behind one protocol."""
