-- The questions people ask of the tables, each as a view.

CREATE VIEW table_1 AS
SELECT backbone, configuration, n, incomplete, round(100 * sr, 1) AS sr_percent, round(oqs_mean, 2) AS oqs_mean,
       round(oqs_sd, 2) AS oqs_sd, round(tta_mean, 2) AS tta, synthetic
FROM results
WHERE latest AND configuration IN ('baseline', 'full')
ORDER BY backbone, configuration;
COMMENT ON VIEW table_1 IS 'The paper''s Table 1 from this warehouse: each backbone as baseline and as full CogMed.';
COMMENT ON COLUMN table_1.backbone IS 'the mediator''s model';
COMMENT ON COLUMN table_1.configuration IS 'baseline or full';
COMMENT ON COLUMN table_1.n IS 'every episode asked for, failed ones included';
COMMENT ON COLUMN table_1.incomplete IS 'some of them failed or were not run: nothing here is final';
COMMENT ON COLUMN table_1.sr_percent IS 'success rate: agreements / n';
COMMENT ON COLUMN table_1.oqs_mean IS 'mean overall quality score, 1 to 10';
COMMENT ON COLUMN table_1.oqs_sd IS 'its standard deviation over episodes';
COMMENT ON COLUMN table_1.tta IS 'mean rounds to agreement, over agreements';
COMMENT ON COLUMN table_1.synthetic IS 'no language model took part in some role: says nothing about any model';

CREATE VIEW table_2 AS
SELECT r.backbone, r.configuration, r.n, r.incomplete, round(100 * r.sr, 1) AS sr_percent,
       round(100 * (r.sr - f.sr), 1) AS sr_change, round(r.oqs_mean, 2) AS oqs_mean,
       round(r.oqs_mean - f.oqs_mean, 2) AS oqs_change, round(r.tta_mean, 2) AS tta, r.synthetic
FROM results r
LEFT JOIN results f ON f.backbone = r.backbone AND f.settings = r.settings AND f.configuration = 'full'
WHERE r.latest AND r.configuration IN ('full', 'no_dbt', 'no_fsm', 'no_stk')
ORDER BY r.backbone, r.configuration;
COMMENT ON VIEW table_2 IS 'The paper''s Table 2 from this warehouse: full CogMed and what is left without each module.';
COMMENT ON COLUMN table_2.backbone IS 'the mediator''s model';
COMMENT ON COLUMN table_2.configuration IS 'full, or the module that is left out';
COMMENT ON COLUMN table_2.n IS 'every episode asked for, failed ones included';
COMMENT ON COLUMN table_2.incomplete IS 'some of them failed or were not run: nothing here is final';
COMMENT ON COLUMN table_2.sr_percent IS 'success rate: agreements / n';
COMMENT ON COLUMN table_2.sr_change IS 'in points, less that of full; for its interval and test see comparisons';
COMMENT ON COLUMN table_2.oqs_mean IS 'mean overall quality score, 1 to 10';
COMMENT ON COLUMN table_2.oqs_change IS 'less that of full';
COMMENT ON COLUMN table_2.tta IS 'mean rounds to agreement, over agreements';
COMMENT ON COLUMN table_2.synthetic IS 'no language model took part in some role: says nothing about any model';

CREATE VIEW case_across_arms AS
SELECT e.case_id, any_value(c.title) AS title, e.seed, count(*) AS arms,
       count(*) FILTER (e.outcome = 'agreement') AS agreements,
       list(e.arm ORDER BY e.arm) FILTER (e.outcome = 'agreement') AS agreed,
       list(e.arm ORDER BY e.arm) FILTER (e.outcome <> 'agreement') AS not_agreed,
       list(e.arm ORDER BY e.arm) FILTER (e.status = 'failed') AS failed,
       min(e.agreement_round) AS quickest, bool_or(e.synthetic) AS synthetic
FROM episodes e
JOIN cases c USING (case_id)
GROUP BY e.case_id, e.seed
ORDER BY agreements, e.case_id, e.seed;
COMMENT ON VIEW case_across_arms IS 'Each case on all arms, the hardest first: who settled it and who did not.';
COMMENT ON COLUMN case_across_arms.case_id IS 'the case';
COMMENT ON COLUMN case_across_arms.title IS 'its anonymized title';
COMMENT ON COLUMN case_across_arms.seed IS 'of the profiles and of every call';
COMMENT ON COLUMN case_across_arms.arms IS 'on which it was mediated';
COMMENT ON COLUMN case_across_arms.agreements IS 'how many of them came to agree';
COMMENT ON COLUMN case_across_arms.agreed IS 'the arms that came to agree; NULL where none did';
COMMENT ON COLUMN case_across_arms.not_agreed IS 'those that ended in deadlock or breakdown';
COMMENT ON COLUMN case_across_arms.failed IS 'those without an outcome';
COMMENT ON COLUMN case_across_arms.quickest IS 'rounds the quickest agreement took';
COMMENT ON COLUMN case_across_arms.synthetic IS 'no language model took part in some role';

CREATE VIEW cost_per_agreement AS
SELECT arm, any_value(backbone) AS backbone, any_value(configuration) AS configuration, count(*) AS episodes,
       count(*) FILTER (outcome = 'agreement') AS agreements, sum(calls)::BIGINT AS calls,
       sum(prompt_tokens + completion_tokens)::BIGINT AS tokens, sum(cost) AS cost,
       sum(calls) / nullif(count(*) FILTER (outcome = 'agreement'), 0) AS calls_per_agreement,
       sum(cost) / nullif(count(*) FILTER (outcome = 'agreement'), 0) AS cost_per_agreement,
       bool_or(synthetic) AS synthetic
FROM episodes
GROUP BY arm
ORDER BY cost_per_agreement NULLS LAST, calls_per_agreement NULLS LAST;
COMMENT ON VIEW cost_per_agreement IS 'What an agreement takes on each arm, the talks without one included; mediation only, ledger holds the rest.';
COMMENT ON COLUMN cost_per_agreement.arm IS 'backbone.configuration';
COMMENT ON COLUMN cost_per_agreement.backbone IS 'the mediator''s model';
COMMENT ON COLUMN cost_per_agreement.configuration IS 'of the agents';
COMMENT ON COLUMN cost_per_agreement.episodes IS 'simulated, failed ones included';
COMMENT ON COLUMN cost_per_agreement.agreements IS 'how many of them came to agree';
COMMENT ON COLUMN cost_per_agreement.calls IS 'of all episodes, those answered by the cache included';
COMMENT ON COLUMN cost_per_agreement.tokens IS 'prompt and completion';
COMMENT ON COLUMN cost_per_agreement.cost IS 'in the currency of the backbone''s prices';
COMMENT ON COLUMN cost_per_agreement.calls_per_agreement IS 'NULL where there is no agreement';
COMMENT ON COLUMN cost_per_agreement.cost_per_agreement IS 'NULL where there is no agreement';
COMMENT ON COLUMN cost_per_agreement.synthetic IS 'no language model took part in some role';

CREATE VIEW longest_talks AS
SELECT episode_id, arm, case_id, seed, outcome, rounds, count(u.position) AS utterances,
       sum(length(u.text))::BIGINT AS characters, any_value(e.synthetic) AS synthetic
FROM episodes e
JOIN utterances u USING (episode_id)
GROUP BY ALL
ORDER BY rounds DESC, characters DESC, episode_id;
COMMENT ON VIEW longest_talks IS 'Every talk, the longest first.';
COMMENT ON COLUMN longest_talks.episode_id IS 'the talk';
COMMENT ON COLUMN longest_talks.arm IS 'backbone.configuration';
COMMENT ON COLUMN longest_talks.case_id IS 'the case';
COMMENT ON COLUMN longest_talks.seed IS 'of the profiles and of every call';
COMMENT ON COLUMN longest_talks.outcome IS 'agreement, deadlock or breakdown; NULL when failed';
COMMENT ON COLUMN longest_talks.rounds IS 'completed';
COMMENT ON COLUMN longest_talks.utterances IS 'in open session';
COMMENT ON COLUMN longest_talks.characters IS 'of all utterances';
COMMENT ON COLUMN longest_talks.synthetic IS 'no language model took part in some role';

CREATE VIEW actions_by_stage AS
SELECT e.arm, s.stage, a.name AS action, count(*) AS times,
       count(*) / sum(count(*)) OVER (PARTITION BY e.arm, s.stage) AS share,
       row_number() OVER (PARTITION BY e.arm, s.stage ORDER BY count(*) DESC, a.name) AS rank,
       bool_or(e.synthetic) AS synthetic
FROM actions a
JOIN episodes e USING (episode_id)
LEFT JOIN stages s ON s.episode_id = a.episode_id AND s.round = a.round
GROUP BY e.arm, s.stage, a.name
ORDER BY e.arm, s.stage, rank;
COMMENT ON VIEW actions_by_stage IS 'What mediators do in which stage; rank 1 is what they do most.';
COMMENT ON COLUMN actions_by_stage.arm IS 'backbone.configuration';
COMMENT ON COLUMN actions_by_stage.stage IS 'NULL where no stage machine runs';
COMMENT ON COLUMN actions_by_stage.action IS 'of the strategic toolkit';
COMMENT ON COLUMN actions_by_stage.times IS 'how often, over all episodes';
COMMENT ON COLUMN actions_by_stage.share IS 'of all actions of the arm in this stage';
COMMENT ON COLUMN actions_by_stage.rank IS 'within arm and stage';
COMMENT ON COLUMN actions_by_stage.synthetic IS 'no language model took part in some role';

CREATE VIEW by_category AS
SELECT category, backbone, configuration, n, cases, small_n, round(100 * sr, 1) AS sr_percent,
       round(100 * sr_low, 1) AS low, round(100 * sr_high, 1) AS high, round(oqs_mean, 2) AS oqs_mean, synthetic
FROM results_by_category
WHERE latest
ORDER BY category, backbone, sr_percent DESC;
COMMENT ON VIEW by_category IS 'Success by kind of dispute, in percent with its 95 % interval; results_by_category has the rest.';
COMMENT ON COLUMN by_category.category IS 'kind of dispute';
COMMENT ON COLUMN by_category.backbone IS 'the mediator''s model';
COMMENT ON COLUMN by_category.configuration IS 'of the agents';
COMMENT ON COLUMN by_category.n IS 'every episode asked for, failed ones included';
COMMENT ON COLUMN by_category.cases IS 'of this kind';
COMMENT ON COLUMN by_category.small_n IS 'fewer than 20 cases: read the interval, not the rate';
COMMENT ON COLUMN by_category.sr_percent IS 'success rate: agreements / n';
COMMENT ON COLUMN by_category.low IS 'lower end of its interval';
COMMENT ON COLUMN by_category.high IS 'upper end of its interval';
COMMENT ON COLUMN by_category.oqs_mean IS 'mean overall quality score, 1 to 10';
COMMENT ON COLUMN by_category.synthetic IS 'no language model took part in some role';
