-- The tables people query. Every table is rebuilt from the record files; nothing is kept only here.

CREATE TABLE cases (
    case_id VARCHAR PRIMARY KEY,
    source_file VARCHAR NOT NULL,
    source_sha256 VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    reason VARCHAR,
    category VARCHAR,
    language VARCHAR,
    title VARCHAR,
    parties STRUCT(seat VARCHAR, name VARCHAR, role VARCHAR, claim VARCHAR)[],
    summary VARCHAR,
    process VARCHAR,
    settlement VARCHAR
);
COMMENT ON TABLE cases IS 'Every file and row of the raw folder, the ones left out included, each with its reason.';
COMMENT ON COLUMN cases.status IS 'accepted, excluded (by a criterion of eligibility) or quarantined (unreadable)';
COMMENT ON COLUMN cases.summary IS 'what the agents are told; without the outcome';
COMMENT ON COLUMN cases.process IS 'what the real mediator did (anonymized)';
COMMENT ON COLUMN cases.settlement IS 'the real outcome (anonymized)';

CREATE TABLE issues (
    case_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    title VARCHAR NOT NULL,
    description VARCHAR NOT NULL,
    PRIMARY KEY (case_id, number)
);
COMMENT ON TABLE issues IS 'The disputed issues of each case.';

CREATE TABLE profiles (
    case_id VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    goal VARCHAR NOT NULL,
    bottom_line VARCHAR NOT NULL,
    personality VARCHAR NOT NULL,
    PRIMARY KEY (case_id, seed, seat)
);
COMMENT ON TABLE profiles IS 'Private profiles, drawn once a (case, seed) and shared by every arm.';

CREATE TABLE episodes (
    episode_id VARCHAR PRIMARY KEY,
    case_id VARCHAR NOT NULL,
    arm VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    configuration VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    status VARCHAR NOT NULL,
    outcome VARCHAR,
    rounds INTEGER NOT NULL,
    agreement_round INTEGER,
    settlement VARCHAR,
    error_kind VARCHAR,
    error VARCHAR,
    synthetic BOOLEAN NOT NULL,
    calls INTEGER NOT NULL,
    cached_calls INTEGER NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    cost DOUBLE NOT NULL,
    wall_s DOUBLE,
    fingerprint VARCHAR NOT NULL,
    settings VARCHAR,
    latest BOOLEAN NOT NULL
);
COMMENT ON TABLE episodes IS 'One simulated mediation a row; synthetic rows say nothing about any language model.';
COMMENT ON COLUMN episodes.settings IS 'under which settings it counts in the results; NULL where it counts nowhere: its case, model or prompts have changed, or its seed is no longer asked for';
COMMENT ON COLUMN episodes.latest IS 'those are the settings of the last run';
COMMENT ON COLUMN episodes.status IS 'finished or failed; a failed episode has an error and no outcome';
COMMENT ON COLUMN episodes.outcome IS 'agreement, deadlock or breakdown; NULL when failed';
COMMENT ON COLUMN episodes.synthetic IS 'some role was played without a language model';
COMMENT ON COLUMN episodes.wall_s IS 'seconds the episode took when it was last simulated';
COMMENT ON COLUMN episodes.cost IS 'in the currency of the backbone''s prices';

CREATE TABLE utterances (
    episode_id VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    position INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    stage VARCHAR,
    text VARCHAR NOT NULL,
    acceptance VARCHAR,
    accepted INTEGER,
    tabled INTEGER,
    PRIMARY KEY (episode_id, position)
);
COMMENT ON TABLE utterances IS 'What was said in open session.';
COMMENT ON COLUMN utterances.stage IS 'NULL where no stage machine runs';
COMMENT ON COLUMN utterances.acceptance IS 'undecided, accept, reject or withdraw; NULL for the mediator';
COMMENT ON COLUMN utterances.accepted IS 'number of the proposal the speaker stands by';
COMMENT ON COLUMN utterances.tabled IS 'number of the proposal tabled in this utterance';

CREATE TABLE proposals (
    episode_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    PRIMARY KEY (episode_id, number)
);
COMMENT ON TABLE proposals IS 'Every proposal put on the table.';

CREATE TABLE stages (
    episode_id VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    proposed VARCHAR NOT NULL,
    stage VARCHAR NOT NULL,
    refused BOOLEAN NOT NULL,
    reason VARCHAR NOT NULL,
    PRIMARY KEY (episode_id, round)
);
COMMENT ON TABLE stages IS 'Every evaluation of the stage machine; refused where the proposed transition was illegal.';

CREATE TABLE condensations (
    episode_id VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    until INTEGER NOT NULL,
    text VARCHAR NOT NULL,
    PRIMARY KEY (episode_id, until)
);
COMMENT ON TABLE condensations IS 'Summaries that stood for the beginning of a dialogue which no longer fitted a context window.';
COMMENT ON COLUMN condensations.round IS 'when it was needed';
COMMENT ON COLUMN condensations.until IS 'position of the last utterance it stood for; all utterances are in their table';

CREATE TABLE actions (
    episode_id VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    arguments JSON NOT NULL,
    result VARCHAR NOT NULL
);
COMMENT ON TABLE actions IS 'Calls of the strategic toolkit by the mediator.';

CREATE TABLE beliefs (
    episode_id VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    about VARCHAR NOT NULL,
    perceived_goal VARCHAR NOT NULL,
    emotional_valence DOUBLE NOT NULL,
    flexibility DOUBLE NOT NULL
);
COMMENT ON TABLE beliefs IS 'What each litigant believed of each other one, by round.';
COMMENT ON COLUMN beliefs.emotional_valence IS '-1 hostile to 1 warm';
COMMENT ON COLUMN beliefs.flexibility IS '0 will not move to 1 will move all the way';

CREATE TABLE usage (
    episode_id VARCHAR NOT NULL,
    role VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    calls INTEGER NOT NULL,
    cached_calls INTEGER NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    cached_tokens BIGINT,
    completion_tokens BIGINT NOT NULL,
    cost DOUBLE NOT NULL,
    estimated BOOLEAN NOT NULL,
    PRIMARY KEY (episode_id, role, backbone)
);
COMMENT ON TABLE usage IS 'Calls, tokens and cost of each role in each mediation; ledger holds all other calls too.';
COMMENT ON COLUMN usage.cached_calls IS 'those that the cache answered when the episode was last made; cost is what they once took';
COMMENT ON COLUMN usage.cached_tokens IS 'prompt tokens that the endpoint had in a cache of its own, as far as it says so; NULL where nobody counted';
COMMENT ON COLUMN usage.estimated IS 'some tokens were estimated: the endpoint reported none';

CREATE TABLE judgements (
    episode_id VARCHAR NOT NULL,
    judge VARCHAR NOT NULL,
    repeat INTEGER NOT NULL,
    "order" VARCHAR NOT NULL,
    feasibility DOUBLE,
    professionalism DOUBLE,
    creativity DOUBLE,
    oqs DOUBLE,
    unscored_reason VARCHAR,
    rationale VARCHAR,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (episode_id, judge, repeat)
);
COMMENT ON TABLE judgements IS 'Scores from 1 to 10, or the reason why there are none.';
COMMENT ON COLUMN judgements."order" IS 'which text the judge read first: reference_first or simulated_first; the repeats take turns';
COMMENT ON COLUMN judgements.oqs IS 'mean of the three dimensions; NULL when unscored';

CREATE TABLE settings (
    settings VARCHAR PRIMARY KEY,
    latest BOOLEAN NOT NULL,
    experiment VARCHAR NOT NULL,
    rounds INTEGER NOT NULL,
    temperature DOUBLE NOT NULL,
    language VARCHAR NOT NULL,
    mediator VARCHAR NOT NULL,
    stage_evaluator VARCHAR NOT NULL,
    profiler VARCHAR NOT NULL,
    litigant VARCHAR NOT NULL,
    judges VARCHAR[] NOT NULL
);
COMMENT ON TABLE settings IS 'The settings under which there are results; rows of different settings are never counted together.';
COMMENT ON COLUMN settings.settings IS 'hash of all settings that the arms of an experiment share, with its models and prompts';

CREATE TABLE results (
    settings VARCHAR NOT NULL,
    latest BOOLEAN NOT NULL,
    experiment VARCHAR NOT NULL,
    rounds INTEGER NOT NULL,
    temperature DOUBLE NOT NULL,
    language VARCHAR NOT NULL,
    protocol VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    configuration VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    seeds INTEGER[] NOT NULL,
    same_cases BOOLEAN NOT NULL,
    failed INTEGER NOT NULL,
    not_run INTEGER NOT NULL,
    incomplete BOOLEAN NOT NULL,
    unjudged INTEGER NOT NULL,
    agreements INTEGER NOT NULL,
    deadlocks INTEGER NOT NULL,
    breakdowns INTEGER NOT NULL,
    sr DOUBLE NOT NULL,
    sr_low DOUBLE,
    sr_high DOUBLE,
    sr_worst DOUBLE NOT NULL,
    sr_best DOUBLE NOT NULL,
    oqs_n INTEGER NOT NULL,
    oqs_unscored INTEGER NOT NULL,
    oqs_mean DOUBLE,
    oqs_sd DOUBLE,
    oqs_low DOUBLE,
    oqs_high DOUBLE,
    oqs_agreed_n INTEGER NOT NULL,
    oqs_agreed_mean DOUBLE,
    oqs_agreed_low DOUBLE,
    oqs_agreed_high DOUBLE,
    tta_mean DOUBLE,
    tta_low DOUBLE,
    tta_high DOUBLE,
    tta_survival_mean DOUBLE,
    tta_survival_low DOUBLE,
    tta_survival_high DOUBLE,
    tta_median DOUBLE,
    synthetic BOOLEAN NOT NULL,
    paper_sr DOUBLE,
    paper_oqs DOUBLE,
    paper_tta DOUBLE,
    PRIMARY KEY (settings, backbone, configuration)
);
COMMENT ON TABLE results IS 'One row an arm and settings; n counts every episode asked for, failed ones included.';
COMMENT ON COLUMN results.sr IS 'agreements / n, as a fraction of 1';
COMMENT ON COLUMN results.sr_worst IS 'success rate if no failed or missing episode came to agree';
COMMENT ON COLUMN results.sr_best IS 'success rate if every failed or missing episode came to agree';
COMMENT ON COLUMN results.tta_mean IS 'rounds to agreement, over agreements only (paper)';
COMMENT ON COLUMN results.tta_survival_mean IS 'rounds without agreement up to the limit (Kaplan-Meier): talks that never agreed are censored, not left out';
COMMENT ON COLUMN results.tta_median IS 'rounds until half of the talks had agreed (Kaplan-Meier); NULL where they never had';
COMMENT ON COLUMN results.paper_sr IS 'the paper''s figure for the same arm, as a fraction of 1';

CREATE TABLE question_sets (
    question_set VARCHAR PRIMARY KEY,
    source_file VARCHAR NOT NULL,
    source_sha256 VARCHAR NOT NULL,
    questions INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    problem VARCHAR
);
COMMENT ON TABLE question_sets IS 'Every file of yes/no questions; problem says why it holds none.';

CREATE TABLE left_out_questions (
    question_set VARCHAR NOT NULL,
    row INTEGER NOT NULL,
    reason VARCHAR NOT NULL,
    PRIMARY KEY (question_set, row)
);
COMMENT ON TABLE left_out_questions IS 'Rows that are no question, each with its reason; rows count from 1 without the header.';

CREATE TABLE questions (
    question_set VARCHAR NOT NULL,
    question_id VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    instruction VARCHAR NOT NULL,
    language VARCHAR NOT NULL,
    gold BOOLEAN,
    slice VARCHAR,
    PRIMARY KEY (question_set, question_id)
);
COMMENT ON TABLE questions IS 'Yes/no questions.';
COMMENT ON COLUMN questions.gold IS 'the right answer, true for yes; NULL where nobody knows it. No agent ever sees it';
COMMENT ON COLUMN questions.slice IS 'the kind of question, as the set names it';

CREATE TABLE verdicts (
    question_set VARCHAR NOT NULL,
    question_id VARCHAR NOT NULL,
    framework VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    slice VARCHAR,
    gold BOOLEAN,
    status VARCHAR NOT NULL,
    answer BOOLEAN,
    correct BOOLEAN,
    unanswered VARCHAR,
    rationale VARCHAR,
    calls INTEGER NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    cost DOUBLE NOT NULL,
    error_kind VARCHAR,
    error VARCHAR,
    synthetic BOOLEAN NOT NULL,
    fingerprint VARCHAR NOT NULL,
    PRIMARY KEY (question_set, question_id, framework, backbone, seed)
);
COMMENT ON TABLE verdicts IS 'What each framework on each backbone answered; synthetic rows say nothing about any language model.';
COMMENT ON COLUMN verdicts.status IS 'finished or failed; a failed verdict has an error and no answer';
COMMENT ON COLUMN verdicts.answer IS 'true for yes; NULL when unanswered or failed, never guessed';
COMMENT ON COLUMN verdicts.correct IS 'answer = gold; false when unanswered, NULL when failed or without a right answer';
COMMENT ON COLUMN verdicts.unanswered IS 'tie or silence: why a finished verdict has no answer';
COMMENT ON COLUMN verdicts.cost IS 'in the currency of the backbone''s prices';

CREATE TABLE verdict_steps (
    question_set VARCHAR NOT NULL,
    question_id VARCHAR NOT NULL,
    framework VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    position INTEGER NOT NULL,
    round INTEGER NOT NULL,
    agent VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    stated VARCHAR,
    answer BOOLEAN
);
COMMENT ON TABLE verdict_steps IS 'Everything said in a deliberation, in order.';
COMMENT ON COLUMN verdict_steps.stated IS 'the answer in the agent''s own words; NULL where none was asked for';
COMMENT ON COLUMN verdict_steps.answer IS 'what stated commits to; NULL where that is nothing';

CREATE TABLE verdict_results (
    question_set VARCHAR NOT NULL,
    framework VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    not_run INTEGER NOT NULL,
    incomplete BOOLEAN NOT NULL,
    correct INTEGER NOT NULL,
    unanswered INTEGER NOT NULL,
    ties INTEGER NOT NULL,
    accuracy DOUBLE,
    accuracy_low DOUBLE,
    accuracy_high DOUBLE,
    accuracy_worst DOUBLE,
    accuracy_best DOUBLE,
    accuracy_answered DOUBLE,
    commonest DOUBLE,
    yes_rate DOUBLE,
    balanced_accuracy DOUBLE,
    balanced_accuracy_low DOUBLE,
    balanced_accuracy_high DOUBLE,
    mcc DOUBLE,
    mcc_low DOUBLE,
    mcc_high DOUBLE,
    f1 DOUBLE,
    f1_low DOUBLE,
    f1_high DOUBLE,
    unanswered_rate DOUBLE,
    unanswered_low DOUBLE,
    unanswered_high DOUBLE,
    calls BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    cost DOUBLE NOT NULL,
    calls_per_correct DOUBLE,
    calls_per_correct_low DOUBLE,
    calls_per_correct_high DOUBLE,
    cost_per_correct DOUBLE,
    cost_per_correct_low DOUBLE,
    cost_per_correct_high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (question_set, framework, backbone)
);
COMMENT ON TABLE verdict_results IS 'One row a set, framework and backbone; n counts every verdict asked for, failed ones included.';
COMMENT ON COLUMN verdict_results.accuracy IS 'correct / n; an unanswered question is not right';
COMMENT ON COLUMN verdict_results.commonest IS 'accuracy of always giving the set''s more common right answer: what accuracy has to be held against';
COMMENT ON COLUMN verdict_results.balanced_accuracy IS 'mean recall of yes and no; NULL where the set holds only one right answer';
COMMENT ON COLUMN verdict_results.mcc IS 'correlation of answer and right answer; NULL where either is always the same';
COMMENT ON COLUMN verdict_results.f1 IS 'of the answer yes';

CREATE TABLE verdict_comparisons (
    question_set VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    framework_a VARCHAR NOT NULL,
    framework_b VARCHAR NOT NULL,
    pairs INTEGER NOT NULL,
    both_right INTEGER NOT NULL,
    only_a INTEGER NOT NULL,
    only_b INTEGER NOT NULL,
    neither INTEGER NOT NULL,
    difference DOUBLE,
    low DOUBLE,
    high DOUBLE,
    test VARCHAR NOT NULL,
    p DOUBLE NOT NULL,
    p_adjusted DOUBLE NOT NULL,
    agreement DOUBLE,
    agreement_low DOUBLE,
    agreement_high DOUBLE,
    alpha DOUBLE,
    alpha_low DOUBLE,
    alpha_high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (question_set, backbone, framework_a, framework_b)
);
COMMENT ON TABLE verdict_comparisons IS 'Two frameworks on the same questions and seeds: who is right more often, and how alike they answer.';
COMMENT ON COLUMN verdict_comparisons.p_adjusted IS 'Holm, over the pairs of frameworks of the set and backbone';
COMMENT ON COLUMN verdict_comparisons.agreement IS 'share of equal answers, where both answered; alpha is agreement beyond chance';

CREATE TABLE complementarity (
    question_set VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    frameworks VARCHAR[] NOT NULL,
    n INTEGER NOT NULL,
    never_solved INTEGER NOT NULL,
    always_solved INTEGER NOT NULL,
    best VARCHAR NOT NULL,
    best_accuracy DOUBLE,
    oracle DOUBLE,
    oracle_low DOUBLE,
    oracle_high DOUBLE,
    oracle_gain DOUBLE,
    vote DOUBLE,
    vote_low DOUBLE,
    vote_high DOUBLE,
    vote_unanswered INTEGER NOT NULL,
    vote_gain DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (question_set, backbone)
);
COMMENT ON TABLE complementarity IS 'What the frameworks solve together, over the questions and seeds that all of them finished.';
COMMENT ON COLUMN complementarity.oracle IS 'share solved by at least one: what choosing well could reach';
COMMENT ON COLUMN complementarity.vote IS 'accuracy of a majority vote over the frameworks; a tie is no answer';

CREATE TABLE contributions (
    question_set VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    slice VARCHAR,
    framework VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    correct INTEGER NOT NULL,
    accuracy DOUBLE,
    accuracy_low DOUBLE,
    accuracy_high DOUBLE,
    unanswered INTEGER NOT NULL,
    solved_only INTEGER,
    missed_only INTEGER,
    synthetic BOOLEAN NOT NULL
);
COMMENT ON TABLE contributions IS 'Each framework''s part, over the whole set (slice NULL) and over each kind of question.';
COMMENT ON COLUMN contributions.solved_only IS 'questions that no other framework solved';
COMMENT ON COLUMN contributions.missed_only IS 'questions that every other framework solved';

CREATE TABLE movements (
    question_set VARCHAR NOT NULL,
    framework VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    n INTEGER NOT NULL,
    right_to_wrong INTEGER NOT NULL,
    wrong_to_right INTEGER NOT NULL,
    stayed_right INTEGER NOT NULL,
    stayed_wrong INTEGER NOT NULL,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (question_set, framework, backbone, round)
);
COMMENT ON TABLE movements IS 'Answers that agents gave again, by round; one that commits to nothing counts as wrong.';

CREATE TABLE pressures (
    question_set VARCHAR NOT NULL,
    framework VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    opposed_right INTEGER NOT NULL,
    gave_in INTEGER NOT NULL,
    sycophancy DOUBLE,
    sycophancy_low DOUBLE,
    sycophancy_high DOUBLE,
    opposed_wrong INTEGER NOT NULL,
    held_out INTEGER NOT NULL,
    stubbornness DOUBLE,
    stubbornness_low DOUBLE,
    stubbornness_high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (question_set, framework, backbone)
);
COMMENT ON TABLE pressures IS 'How agents bear it when what they hear speaks against them.';
COMMENT ON COLUMN pressures.sycophancy IS 'share of right answers given up when spoken against';
COMMENT ON COLUMN pressures.stubbornness IS 'share of wrong answers kept when spoken against';

CREATE VIEW verdict_transcripts AS
SELECT question_set, question_id, framework, backbone, seed,
       string_agg(format('[{}] {}: {}{}', round, agent, text, coalesce(' => ' || stated, '')), chr(10) ORDER BY position)
           AS transcript
FROM verdict_steps
GROUP BY ALL;
COMMENT ON VIEW verdict_transcripts IS 'A verdict as one text to read: round, who spoke, what was said and answered.';

CREATE VIEW solved_by AS
SELECT question_set, question_id, backbone, seed, any_value(slice) AS slice, any_value(gold) AS gold,
       list(framework ORDER BY framework) FILTER (correct) AS solved,
       list(framework ORDER BY framework) FILTER (NOT correct AND answer IS NOT NULL) AS wrong,
       list(framework ORDER BY framework) FILTER (answer IS NULL) AS unanswered
FROM verdicts
WHERE gold IS NOT NULL
GROUP BY ALL;
COMMENT ON VIEW solved_by IS 'Who solved which question: solved only by one, by none, by all.';

CREATE TABLE contests (
    question_id VARCHAR PRIMARY KEY,
    case_id VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    aspect VARCHAR NOT NULL,
    a VARCHAR NOT NULL,
    b VARCHAR NOT NULL
);
COMMENT ON TABLE contests IS 'What the questions of the set episodes.contests compare: is a at least as good as b?';
COMMENT ON COLUMN contests.a IS 'an episode, or real: the settlement that was really reached';

CREATE VIEW answers AS
SELECT question_set, framework, backbone, count(*) AS n, count(*) FILTER (answer) AS yes,
       count(*) FILTER (NOT answer) AS no, count(*) FILTER (answer IS NULL AND status = 'finished') AS unanswered,
       count(*) FILTER (status = 'failed') AS failed, sum(calls)::BIGINT AS calls, sum(cost) AS cost,
       bool_or(synthetic) AS synthetic
FROM verdicts
GROUP BY ALL;
COMMENT ON VIEW answers IS 'What was answered, right or wrong: also of sets without right answers.';

CREATE VIEW preferences AS
SELECT one.case_id, one.seed, one.aspect, one.a, one.b, v.framework, v.backbone, v.answer AS a_at_least_b,
       w.answer AS b_at_least_a, v.synthetic OR w.synthetic AS synthetic,
       CASE WHEN v.answer IS NULL OR w.answer IS NULL THEN NULL
            WHEN v.answer AND w.answer THEN 'equal'
            WHEN v.answer THEN 'a'
            WHEN w.answer THEN 'b'
            ELSE 'contradiction' END AS preferred
FROM contests one
JOIN contests other ON other.a = one.b AND other.b = one.a AND other.aspect = one.aspect
     AND other.case_id = one.case_id AND other.seed = one.seed
JOIN verdicts v ON v.question_set = 'episodes.contests' AND v.question_id = one.question_id
JOIN verdicts w ON w.question_set = v.question_set AND w.question_id = other.question_id
     AND w.framework = v.framework AND w.backbone = v.backbone AND w.seed = v.seed
WHERE one.a < one.b;
COMMENT ON VIEW preferences IS 'Which of two settlements a panel prefers, asked in both orders; NULL where one went unanswered.';
COMMENT ON COLUMN preferences.preferred IS 'a, b, equal, or contradiction: neither is at least as good as the other';
