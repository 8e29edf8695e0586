"""English cases: captions, titles, capitalised names, firms by their form, addresses by their street or postcode."""
