-- Arms against each other, against the paper, and by kind of dispute.

CREATE TABLE comparisons (
    settings VARCHAR NOT NULL,
    latest BOOLEAN NOT NULL,
    metric VARCHAR NOT NULL,
    arm_a VARCHAR NOT NULL,
    arm_b VARCHAR NOT NULL,
    pairs INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    value_a DOUBLE,
    value_b DOUBLE,
    difference DOUBLE,
    low DOUBLE,
    high DOUBLE,
    test VARCHAR NOT NULL,
    p DOUBLE NOT NULL,
    p_adjusted DOUBLE,
    family INTEGER NOT NULL,
    effect VARCHAR NOT NULL,
    effect_value DOUBLE,
    effect_low DOUBLE,
    effect_high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (settings, metric, arm_a, arm_b)
);
COMMENT ON TABLE comparisons IS 'The comparisons declared beforehand, paired on the same case and seed: a − b with its interval and test.';
COMMENT ON COLUMN comparisons.metric IS 'sr, oqs, rounds (without agreement, every talk counted; lower is quicker) or tta (over pairs in which both agreed)';
COMMENT ON COLUMN comparisons.cases IS 'independent units: a case with its seeds is one';
COMMENT ON COLUMN comparisons.left_out IS 'pairs in which one side failed, was not run, or has no value';
COMMENT ON COLUMN comparisons.p_adjusted IS 'Holm, over the family; NULL where there is no pair and so no test';
COMMENT ON COLUMN comparisons.family IS 'how many tests of this metric were adjusted together';
COMMENT ON COLUMN comparisons.effect IS 'odds ratio of the discordant pairs, matched rank-biserial correlation, or Cohen''s dz over cases';

CREATE TABLE paper_comparisons (
    metric VARCHAR NOT NULL,
    arm_a VARCHAR NOT NULL,
    arm_b VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    value_a DOUBLE NOT NULL,
    value_b DOUBLE NOT NULL,
    difference DOUBLE NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL,
    test VARCHAR NOT NULL,
    p DOUBLE NOT NULL,
    p_adjusted DOUBLE NOT NULL,
    section VARCHAR,
    claim VARCHAR,
    holds BOOLEAN,
    PRIMARY KEY (metric, arm_a, arm_b)
);
COMMENT ON TABLE paper_comparisons IS 'The same comparisons on the paper''s published figures (50 cases an arm, no pairs), and which of its claims hold.';
COMMENT ON COLUMN paper_comparisons.n IS 'cases of each arm';
COMMENT ON COLUMN paper_comparisons.claim IS 'what the paper says of the pair, in our words; NULL where it says nothing';
COMMENT ON COLUMN paper_comparisons.holds IS 'the difference goes the claimed way and p_adjusted is below 0.05';

CREATE TABLE results_by_category (
    settings VARCHAR NOT NULL,
    latest BOOLEAN NOT NULL,
    category VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    configuration VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    small_n BOOLEAN NOT NULL,
    incomplete BOOLEAN NOT NULL,
    agreements INTEGER NOT NULL,
    sr DOUBLE NOT NULL,
    sr_low DOUBLE,
    sr_high DOUBLE,
    oqs_n INTEGER NOT NULL,
    oqs_mean DOUBLE,
    oqs_low DOUBLE,
    oqs_high DOUBLE,
    tta_mean DOUBLE,
    tta_low DOUBLE,
    tta_high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (settings, category, backbone, configuration)
);
COMMENT ON TABLE results_by_category IS 'The results for each kind of dispute.';
COMMENT ON COLUMN results_by_category.small_n IS 'fewer than 20 cases: read the interval, not the rate';

CREATE VIEW results_beside_paper AS
SELECT settings, latest, rounds, backbone, configuration, n, incomplete,
       sr, sr_low, sr_high, paper_sr, sr - paper_sr AS sr_difference, paper_sr BETWEEN sr_low AND sr_high AS sr_within,
       oqs_n, oqs_mean, oqs_low, oqs_high, paper_oqs, oqs_mean - paper_oqs AS oqs_difference,
       paper_oqs BETWEEN oqs_low AND oqs_high AS oqs_within,
       agreements, tta_mean, tta_low, tta_high, paper_tta, tta_mean - paper_tta AS tta_difference,
       paper_tta BETWEEN tta_low AND tta_high AS tta_within, synthetic
FROM results
WHERE paper_sr IS NOT NULL;
COMMENT ON VIEW results_beside_paper IS 'Ours, the paper''s, the difference, and whether the paper''s figure lies within our interval.';
