"""What jobs of one step take: each as it was rehearsed, corrected by how real jobs differed from their rehearsal.

A job that is still to be done and one that was done are rehearsed alike, so their ratio carries what a rehearsal
cannot know: how long a model talks, and how soon it agrees.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import sqrt

from cogmed_pipeline.estimating.amounts import AS_IT_IS, Amount, ByRole, mean_by_role, total
from cogmed_pipeline.estimating.work_list import Job

ENOUGH = 3
"""Jobs, or cases, that have to be measured before anything is concluded from how they differ."""
PRIOR = 2
"""Jobs that what is known of a wider kind counts for, beside those measured of a narrower one."""
SURE = 0.975

Factors = Mapping[str, Amount]
Kind = tuple[str, str, str, int]


def kind_of(job: Job, language: str) -> Kind:
    """Return what jobs of a step have in common: arm, judge, language, rounds; blank where they have none."""
    return (job.cell.arm.key if job.cell else "", job.judge, language, job.rounds)


def expecting(
    rehearsed: Mapping[Job, ByRole], known: Mapping[Job, ByRole], language: Callable[[Job], str]
) -> "Expecting":
    """Return what is to be expected, by jobs or by their kinds, whichever is nearer to the jobs that are known."""
    own = Expecting(rehearsed, known, language, by_kind=False)
    if len(known) < ENOUGH:
        return own
    return min(own, Expecting(rehearsed, known, language, by_kind=True), key=Expecting.missed)


class Expecting:
    """What a job takes: its rehearsal, or the mean of its kind, times what measuring has shown.

    Args:
        rehearsed: jobs to do and jobs done, or enough of them that every kind is there.
        known: what the jobs done took.
        language: the language a job is done in: prompts and replies of another are of another length.
        by_kind: a job is taken for the mean of its kind, not for what came of its own rehearsal.
    """

    def __init__(
        self,
        rehearsed: Mapping[Job, ByRole],
        known: Mapping[Job, ByRole],
        language: Callable[[Job], str],
        *,
        by_kind: bool,
    ) -> None:
        self._known = known
        self._rehearsed = rehearsed
        self._language = language
        kinds: dict[Kind, list[ByRole]] = defaultdict(list)
        for job, amounts in rehearsed.items():
            kinds[self._kind(job)].append(amounts)
        self._means = {kind: mean_by_role(items) for kind, items in kinds.items()}
        self._by_kind = by_kind
        self._alike: dict[Hashable, list[Job]] = defaultdict(list)
        for job in known:
            for group in self._groups(job):
                self._alike[group].append(job)
        self._factors: dict[Hashable, Factors] = {}

    def of(self, job: Job) -> dict[str, Amount]:
        """Return what a job takes, by role."""
        factors: Factors = {}
        for group in self._groups(job):
            if group not in self._factors:
                self._factors[group] = self._corrected(self._alike[group], factors)
            factors = self._factors[group]
        return {role: one * factors.get(role, AS_IT_IS) for role, one in self._as_rehearsed(job).items()}

    def missed(self) -> float:
        """Return the sum of squares by which the calls of known jobs differ from what is expected of them."""
        return sum((_calls(amounts) - _calls(self.of(job))) ** 2 for job, amounts in self._known.items())

    def spread(self, jobs: Sequence[Job]) -> float | None:
        """Return by what fraction the calls of jobs may be off (95 %); the jobs of a case are off together."""
        real, expected = defaultdict[str, float](float), defaultdict[str, float](float)
        for job, amounts in self._known.items():
            if job.rounds:
                continue  # how far jobs of other settings differ says little of these
            real[job.case_id] += _calls(amounts)
            expected[job.case_id] += _calls(self.of(job))
        if len(real) < ENOUGH or not jobs:
            return None
        from scipy.special import stdtrit  # a quarter of a second, which no other command is to wait for

        cases = len({job.case_id for job in jobs})
        variance = sum((real[case] / expected[case] - 1) ** 2 for case in real) / (len(real) - 1)
        return float(stdtrit(len(real) - 1, SURE)) * sqrt(variance * (1 / len(real) + 1 / cases))

    def _kind(self, job: Job) -> Kind:
        return kind_of(job, self._language(job))

    def _groups(self, job: Job) -> list[Hashable]:
        """Return what a job has in common with others, the widest first."""
        backbone = job.judge or (job.cell.arm.backbone if job.cell else "")
        *alike, rounds = self._kind(job)
        return [(), (backbone,), (backbone, self._language(job)), tuple(alike), (*alike, rounds)]

    def _as_rehearsed(self, job: Job) -> ByRole:
        mean = self._means[self._kind(job)]
        return mean if self._by_kind else self._rehearsed.get(job, mean)

    def _corrected(self, jobs: Sequence[Job], wider: Factors) -> Factors:
        """Return measured over rehearsed by role, mixed with what the wider group showed: the fewer jobs, the more."""
        if not jobs:
            return wider
        weight = len(jobs) / (len(jobs) + PRIOR) if wider else 1.0
        pairs = [(self._known[job], self._as_rehearsed(job)) for job in jobs]
        shown = {
            role: total(real.get(role, Amount()) for real, _ in pairs)
            / total(rehearsed.get(role, Amount()) for _, rehearsed in pairs)
            for role in dict.fromkeys(role for _, rehearsed in pairs for role in rehearsed)
        }
        mixed = {role: one.times(weight) + wider.get(role, one).times(1 - weight) for role, one in shown.items()}
        return {**wider, **mixed}


def _calls(roles: ByRole) -> float:
    return total(roles.values()).calls
