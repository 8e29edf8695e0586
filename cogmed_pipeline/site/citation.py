"""How to cite what a warehouse holds: a CITATION.cff and a BibTeX entry, from what really ran."""

import json
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from cogmed_pipeline.site.facts import Facts

PAPERS = (
    "CogMed: A Multi-Agent Legal Mediation Framework Fusing Cognitive Strategies and Dynamic Beliefs",
    "Investigating Multi-Agent Deliberation in Law",
)


@dataclass(frozen=True, slots=True)
class Citation:
    """The two forms of one citation."""

    cff: str
    bibtex: str


def citation(facts: Facts) -> Citation:
    """Return the citation of everything in the tables; the fingerprint changes with any result in them."""
    name, day = facts.experiment, date.fromtimestamp(facts.tables.stat().st_mtime)
    mark, note = fingerprint(facts), _note(facts)
    title = f"CogMed simulation results: experiment {name}"
    lines = {
        "cff-version": "1.2.0",
        "message": "Results of a simulation; cite them with their fingerprint. Put in who ran it.",
        "type": "dataset",
        "title": title,
        "version": mark,
        "date-released": day.isoformat(),
        "license": "Apache-2.0",
        "abstract": note,
    }
    told = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in lines.items()]
    told += ["authors:", f"  - name: {json.dumps(f'Authors of the experiment {name}')}", "references:"]
    told += ["  - type: software", '    title: "CogMed"', f'    version: "{facts.version}"', "    authors:"]
    told += ['      - name: "CogMed contributors"']
    fields = {"title": title, "author": f"{{Authors of the experiment {name}}}", "year": str(day.year)}
    fields |= {"version": mark, "note": note, "howpublished": f"CogMed {facts.version}"}
    entry = ",\n".join(f"  {key} = {{{_latex(value)}}}" for key, value in fields.items())
    return Citation("\n".join(told) + "\n", f"@misc{{cogmed-{mark[:8]},\n{entry}\n}}\n")


def fingerprint(facts: Facts) -> str:
    """Return a hash of every episode and verdict in the tables."""
    rows = [f"{row['episode_id']} {row['fingerprint']}" for row in facts.counted]
    rows += sorted(
        " ".join(
            str(row[key]) for key in ("question_set", "question_id", "framework", "backbone", "seed", "fingerprint")
        )
        for row in facts.rows("verdicts")
    )
    return sha256("\n".join(rows).encode()).hexdigest()[:16]


def _note(facts: Facts) -> str:
    backbones = ", ".join(dict.fromkeys(row["backbone"] for row in facts.results)) or "none"
    configurations = ", ".join(dict.fromkeys(row["configuration"] for row in facts.results)) or "none"
    total = facts.total
    said = [
        f"{total['finished']} of {total['n']} simulated mediations finished; backbones: {backbones}; "
        f"configurations: {configurations}."
    ]
    if verdicts := sum(row["n"] for row in facts.rows("answers")):
        said.append(f"{verdicts} verdicts on yes/no questions.")
    if facts.synthetic:
        said.append("Partly or wholly synthetic: rule-based negotiators, which say nothing about any language model.")
    said.append(f"After: {'; '.join(PAPERS)}.")
    return " ".join(said)


def _latex(text: str) -> str:
    """Return a text as BibTeX reads it, its own braces kept."""
    return "".join(f"\\{letter}" if letter in "&%$#_" else letter for letter in text)
