"""Asset checks: those that block stop what would be wrong after them; the others report, beside what they look at."""

from collections.abc import Callable, Iterator

import dagster as dg

from cogmed_pipeline.defs.cases import profiles, scenarios
from cogmed_pipeline.defs.judging import judgements
from cogmed_pipeline.defs.simulation import episodes
from cogmed_pipeline.defs.tables import database
from cogmed_pipeline.steps import soundness
from cogmed_pipeline.steps.soundness import Finding
from cogmed_pipeline.tables.soundness import tables_equal_records as equal
from cogmed_pipeline.workshop import Workshop

SHOWN = 50
"""Places a check names."""

ON_EPISODES = {
    "every_episode_has_a_file": "Every episode that was ever asked for, of a case that is there, has its record.",
    "few_failures": "At most a tenth of the episodes failed; they stay in every denominator.",
    "arms_balanced": "Every arm of a backbone was asked for the same cases and seeds: only such arms compare.",
    "same_profiles_in_every_arm": "Every episode was made from the profiles and settings of now, in every arm.",
}
ON_JUDGEMENTS = {
    "scores_in_range": "Every score is from 1 to 10, or there is a reason why there is none.",
    "few_unscored": "At most a tenth of the judgements have no score.",
}


@dg.asset_check(asset=scenarios, blocking=True)
def both_parties_present(workshop: dg.ResourceParam[Workshop]) -> dg.AssetCheckResult:
    """Every scenario seats two named parties or more; otherwise there is nobody to mediate between."""
    return _result(soundness.both_parties_present(workshop))


@dg.asset_check(asset=profiles, blocking=True)
def one_profile_a_party(workshop: dg.ResourceParam[Workshop]) -> dg.AssetCheckResult:
    """Every profile set has just the parties of its scenario; all arms share it."""
    return _result(soundness.one_profile_a_party(workshop))


@dg.asset_check(asset=database)
def tables_equal_records(workshop: dg.ResourceParam[Workshop]) -> dg.AssetCheckResult:
    """Every episode, score and case of the tables is what its record says, and none is missing."""
    return _result(equal(workshop))


def _together(
    asset: dg.AssetsDefinition, told: dict[str, str], look: Callable[[Workshop], dict[str, Finding]]
) -> dg.AssetChecksDefinition:
    """Return checks that are answered by one look at the records."""
    name = f"{asset.key.to_user_string()}_sound"

    @dg.multi_asset_check(
        name=name, specs=[dg.AssetCheckSpec(check, asset=asset, description=text) for check, text in told.items()]
    )
    def sound(workshop: dg.ResourceParam[Workshop]) -> Iterator[dg.AssetCheckResult]:
        for check, finding in look(workshop).items():
            yield _result(finding, check, asset.key)

    return sound


def _result(finding: Finding, name: str | None = None, asset: dg.AssetKey | None = None) -> dg.AssetCheckResult:
    where = {"where": dg.MetadataValue.json(list(finding.where[:SHOWN]))} if finding.where else {}
    severity = dg.AssetCheckSeverity.WARN if name else dg.AssetCheckSeverity.ERROR
    return dg.AssetCheckResult(
        passed=finding.holds, check_name=name, asset_key=asset, severity=severity, metadata={**finding.figures, **where}
    )


on_episodes = _together(episodes, ON_EPISODES, soundness.episodes_sound)
on_judgements = _together(judgements, ON_JUDGEMENTS, soundness.judgements_sound)
