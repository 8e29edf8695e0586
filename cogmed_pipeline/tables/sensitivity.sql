-- What changes when one choice of the experiment is another.

CREATE TABLE sensitivity (
    factor VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    configuration VARCHAR NOT NULL,
    metric VARCHAR NOT NULL,
    pairs INTEGER NOT NULL,
    cases INTEGER NOT NULL,
    base DOUBLE,
    variant DOUBLE,
    difference DOUBLE,
    low DOUBLE,
    high DOUBLE,
    test VARCHAR NOT NULL,
    p DOUBLE NOT NULL,
    p_adjusted DOUBLE NOT NULL,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (factor, value, backbone, configuration, metric)
);
COMMENT ON TABLE sensitivity IS 'Each variant of [sensitivity] against the experiment itself, paired on the same case and seed. Empty where the experiment has none.';
COMMENT ON COLUMN sensitivity.factor IS 'the one choice that is another: temperature, rounds, litigant or judge';
COMMENT ON COLUMN sensitivity.value IS 'what it is in the variant';
COMMENT ON COLUMN sensitivity.backbone IS 'of the arm';
COMMENT ON COLUMN sensitivity.configuration IS 'of the arm';
COMMENT ON COLUMN sensitivity.metric IS 'sr, oqs or tta (over pairs in which both agreed)';
COMMENT ON COLUMN sensitivity.pairs IS '(case, seed) pairs that have a value under both';
COMMENT ON COLUMN sensitivity.cases IS 'independent units: a case with its seeds is one';
COMMENT ON COLUMN sensitivity.base IS 'mean under the experiment itself, over these pairs';
COMMENT ON COLUMN sensitivity.variant IS 'mean under the variant, over these pairs';
COMMENT ON COLUMN sensitivity.difference IS 'variant − base';
COMMENT ON COLUMN sensitivity.low IS '95 %';
COMMENT ON COLUMN sensitivity.high IS '95 %';
COMMENT ON COLUMN sensitivity.test IS 'of no difference';
COMMENT ON COLUMN sensitivity.p IS 'before adjustment';
COMMENT ON COLUMN sensitivity.p_adjusted IS 'Holm, over all variants and arms of the metric';
COMMENT ON COLUMN sensitivity.synthetic IS 'a rule-based program took part on either side';
