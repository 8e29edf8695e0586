-- What judges said beside the quality score, and how far they can be believed.

CREATE TABLE dimension_scores (
    episode_id VARCHAR NOT NULL,
    judge VARCHAR NOT NULL,
    repeat INTEGER NOT NULL,
    dimension VARCHAR NOT NULL,
    score DOUBLE,
    unscored_reason VARCHAR,
    rationale VARCHAR,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (episode_id, judge, repeat, dimension)
);
COMMENT ON TABLE dimension_scores IS 'How the talks were conducted, 1 to 10: a rubric of its own, never part of the quality score. Empty unless judge_conduct is on.';
COMMENT ON COLUMN dimension_scores.dimension IS 'procedural_fairness, voluntariness, transparency or rights_protection';

CREATE TABLE dimension_results (
    backbone VARCHAR NOT NULL,
    configuration VARCHAR NOT NULL,
    dimension VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    unscored INTEGER NOT NULL,
    mean DOUBLE,
    sd DOUBLE,
    low DOUBLE,
    high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (backbone, configuration, dimension)
);
COMMENT ON TABLE dimension_results IS 'Each dimension by arm, under the settings of the last run: mean of the panel, with its interval by bootstrap over cases.';
COMMENT ON COLUMN dimension_results.n IS 'episodes that somebody scored';
COMMENT ON COLUMN dimension_results.unscored IS 'finished episodes that nobody scored';

CREATE TABLE judge_agreement (
    dimension VARCHAR NOT NULL,
    "between" VARCHAR NOT NULL,
    raters VARCHAR[] NOT NULL,
    statistic VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    value DOUBLE,
    low DOUBLE,
    high DOUBLE,
    synthetic BOOLEAN NOT NULL
);
COMMENT ON TABLE judge_agreement IS 'How far judges agree with each other, and each with itself over repeats.';
COMMENT ON COLUMN judge_agreement."between" IS 'judges (each one''s mean over repeats) or repeats (of one judge)';
COMMENT ON COLUMN judge_agreement.statistic IS 'alpha (Krippendorff, interval), icc (2,1), icc_of_mean (2,k), kappa (quadratic weights), or bias: what the first gives more than the second';
COMMENT ON COLUMN judge_agreement.n IS 'episodes behind it; the interval resamples them';

CREATE TABLE position_bias (
    judge VARCHAR NOT NULL,
    dimension VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    simulated_first DOUBLE,
    reference_first DOUBLE,
    difference DOUBLE,
    low DOUBLE,
    high DOUBLE,
    test VARCHAR NOT NULL,
    p DOUBLE NOT NULL,
    p_adjusted DOUBLE NOT NULL,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (judge, dimension)
);
COMMENT ON TABLE position_bias IS 'What a judge gives more when it reads the simulated talks before the real outcome; needs judge_repeats of 2 or more.';
COMMENT ON COLUMN position_bias.n IS 'episodes scored in both orders';
COMMENT ON COLUMN position_bias.p_adjusted IS 'Holm, over judges and dimensions';
