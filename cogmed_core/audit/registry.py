"""Every detector by name, and the audit of an episode by all of them."""

from collections.abc import Mapping

from cogmed_core.audit import (
    actions,
    bottom_line,
    calibration,
    concessions,
    drift,
    leaks,
    pressure,
    repetition,
    stages,
    unsaid,
)
from cogmed_core.audit.detector import Detector
from cogmed_core.audit.evidence import Evidence
from cogmed_core.audit.terms.compare import compare_with_real
from cogmed_core.domain.audit import EpisodeAudit
from cogmed_core.domain.case import Case

DETECTORS: Mapping[str, Detector] = {
    "bottom_line": bottom_line.detect,
    "leaks": leaks.detect,
    "repetition": repetition.detect,
    "actions": actions.detect,
    "stages": stages.detect,
    "pressure": pressure.detect,
    "concessions": concessions.detect,
    "unsaid": unsaid.detect,
    "calibration": calibration.detect,
    "drift": drift.detect,
}
"""A new detector is one file and one line here."""


def audit(case: Case, evidence: Evidence, fingerprint: str) -> EpisodeAudit:
    """Return everything that the rules find in a finished episode; the same episode gives the same audit."""
    found = [finding for detect in DETECTORS.values() for finding in detect(evidence)]
    return EpisodeAudit(
        episode_id=evidence.episode.episode_id,
        fingerprint=fingerprint,
        synthetic=evidence.episode.synthetic,
        findings=tuple(sorted(found, key=lambda finding: finding.round or 0)),
        concessions=concessions.concessions(evidence),
        beliefs=calibration.belief_errors(evidence),
        terms=compare_with_real(evidence, case),
    )
