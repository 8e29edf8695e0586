-- What people decided about settlements.

CREATE TABLE reviews (
    episode_id VARCHAR PRIMARY KEY,
    state VARCHAR NOT NULL,
    reviewer VARCHAR,
    reviewed_at TIMESTAMPTZ,
    because VARCHAR,
    text VARCHAR NOT NULL,
    notice VARCHAR NOT NULL,
    decisions INTEGER NOT NULL,
    synthetic BOOLEAN NOT NULL
);
COMMENT ON TABLE reviews IS 'Every settlement with the state of its review. A decision holds for the wording it was made about.';
COMMENT ON COLUMN reviews.state IS 'pending, approved, rejected or revised';
COMMENT ON COLUMN reviews.text IS 'the wording to show: the reviewer''s where it was revised';
COMMENT ON COLUMN reviews.notice IS 'has to stand with the text wherever it is shown';
COMMENT ON COLUMN reviews.decisions IS 'how many were ever made; earlier wordings included';

CREATE TABLE review_decisions (
    episode_id VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    state VARCHAR NOT NULL,
    reviewer VARCHAR NOT NULL,
    reviewed_at TIMESTAMPTZ NOT NULL,
    because VARCHAR NOT NULL,
    revision VARCHAR,
    holds BOOLEAN NOT NULL,
    PRIMARY KEY (episode_id, number)
);
COMMENT ON TABLE review_decisions IS 'Every decision ever made about a settlement, oldest first.';
COMMENT ON COLUMN review_decisions.holds IS 'it is the last one about the present wording';

CREATE VIEW settlements AS
SELECT e.episode_id, e.case_id, e.backbone, e.configuration, e.seed, r.state AS review, r.reviewer, r.reviewed_at,
       r.because, r.text, r.notice, r.notice || chr(10) || chr(10) || r.text AS text_with_notice, r.synthetic
FROM reviews r JOIN episodes e USING (episode_id);
COMMENT ON VIEW settlements IS 'Settlements to read and hand out, with the state of their review and the notice that belongs to each.';
