-- What people gave, and how judges stand against them.

CREATE TABLE ratings (
    export VARCHAR NOT NULL,
    rater VARCHAR NOT NULL,
    episode_id VARCHAR NOT NULL,
    feasibility DOUBLE NOT NULL,
    professionalism DOUBLE NOT NULL,
    creativity DOUBLE NOT NULL,
    oqs DOUBLE NOT NULL,
    comment VARCHAR NOT NULL,
    attentive BOOLEAN NOT NULL,
    holds BOOLEAN NOT NULL,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (export, rater, episode_id)
);
COMMENT ON TABLE ratings IS 'Scores that people gave on blind sheets, with the judges'' scale and anchors.';
COMMENT ON COLUMN ratings.export IS 'the export that the sheet belongs to';
COMMENT ON COLUMN ratings.rater IS 'as the sheet was made out';
COMMENT ON COLUMN ratings.episode_id IS 'which the rater was not told';
COMMENT ON COLUMN ratings.feasibility IS '1 to 10';
COMMENT ON COLUMN ratings.professionalism IS '1 to 10';
COMMENT ON COLUMN ratings.creativity IS '1 to 10';
COMMENT ON COLUMN ratings.oqs IS 'mean of the three';
COMMENT ON COLUMN ratings.comment IS 'in the rater''s words';
COMMENT ON COLUMN ratings.attentive IS 'the rater got every attention item right; who did not has no part in rating_agreement';
COMMENT ON COLUMN ratings.holds IS 'the episode is the one that was rated; false where it was simulated again since';
COMMENT ON COLUMN ratings.synthetic IS 'some role of the episode was played without a language model';

CREATE TABLE rating_agreement (
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
COMMENT ON TABLE rating_agreement IS 'How far people agree with each other, and every judge and the panel with people.';
COMMENT ON COLUMN rating_agreement.dimension IS 'oqs, feasibility, professionalism or creativity';
COMMENT ON COLUMN rating_agreement."between" IS 'people, or judge and people (the mean over attentive raters)';
COMMENT ON COLUMN rating_agreement.raters IS 'whom it is about; panel: mean of the judges';
COMMENT ON COLUMN rating_agreement.statistic IS 'alpha, icc, icc_of_mean, kappa, spearman; bias: what the first gives more, with its limits of agreement and its slope over the scale';
COMMENT ON COLUMN rating_agreement.n IS 'episodes behind it; the interval resamples them';
COMMENT ON COLUMN rating_agreement.value IS 'NULL where the ratings do not define it';
COMMENT ON COLUMN rating_agreement.low IS '95 %';
COMMENT ON COLUMN rating_agreement.high IS '95 %';
COMMENT ON COLUMN rating_agreement.synthetic IS 'synthetic episodes or judges are among them';
