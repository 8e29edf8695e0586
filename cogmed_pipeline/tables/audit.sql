-- What the audit computed from the records of each finished episode; rules, no model.

CREATE TABLE findings (
    episode_id VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    round INTEGER,
    seat VARCHAR,
    detail VARCHAR NOT NULL,
    synthetic BOOLEAN NOT NULL
);
COMMENT ON TABLE findings IS 'What the rules found: leaks, broken bottom lines, loops, pressure, drift … An absence proves nothing beyond the rules.';
COMMENT ON COLUMN findings.severity IS 'note, warning or serious';
COMMENT ON COLUMN findings.round IS 'NULL where it concerns the whole episode';
COMMENT ON COLUMN findings.seat IS 'who did it, or whom it concerns';

CREATE TABLE concessions (
    episode_id VARCHAR NOT NULL,
    seat VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    currency VARCHAR NOT NULL,
    opening DOUBLE NOT NULL,
    closing DOUBLE NOT NULL,
    moved DOUBLE NOT NULL,
    gap_share DOUBLE,
    borne DOUBLE,
    weaker BOOLEAN NOT NULL,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (episode_id, seat)
);
COMMENT ON TABLE concessions IS 'How far each party moved from its first offer to its last, or to what it agreed to.';
COMMENT ON COLUMN concessions.unit IS 'sum, or share of a cost';
COMMENT ON COLUMN concessions.opening IS 'what flows to the claiming side by the first offer';
COMMENT ON COLUMN concessions.moved IS 'towards the other side; negative where it went away from it';
COMMENT ON COLUMN concessions.gap_share IS 'moved over the distance to the other side''s opening';
COMMENT ON COLUMN concessions.borne IS 'part of all movement of both sides that its side made';
COMMENT ON COLUMN concessions.weaker IS 'the weaker party, as far as names, roles and the kind of dispute tell';

CREATE TABLE calibration (
    episode_id VARCHAR NOT NULL,
    round INTEGER NOT NULL,
    seat VARCHAR NOT NULL,
    about VARCHAR NOT NULL,
    flexibility DOUBLE NOT NULL,
    could_move DOUBLE,
    did_move DOUBLE,
    true_flexibility DOUBLE,
    error DOUBLE,
    goal_error DOUBLE,
    interests_found DOUBLE,
    synthetic BOOLEAN NOT NULL
);
COMMENT ON TABLE calibration IS 'Each belief about a litigant beside what the simulation knows.';
COMMENT ON COLUMN calibration.could_move IS 'room to the bottom line over the way to the other side, 0 to 1';
COMMENT ON COLUMN calibration.did_move IS 'later movement over the way to the other side, 0 to 1';
COMMENT ON COLUMN calibration.true_flexibility IS 'the larger of could_move and did_move';
COMMENT ON COLUMN calibration.error IS 'believed less true flexibility';
COMMENT ON COLUMN calibration.goal_error IS 'difference of the goals'' figures over the larger; NULL where one names none';
COMMENT ON COLUMN calibration.interests_found IS 'part of the true goal''s interests that the belief names';

CREATE TABLE terms (
    episode_id VARCHAR NOT NULL,
    field VARCHAR NOT NULL,
    ours VARCHAR NOT NULL,
    "real" VARCHAR NOT NULL,
    verdict VARCHAR NOT NULL,
    precision DOUBLE,
    recall DOUBLE,
    synthetic BOOLEAN NOT NULL,
    PRIMARY KEY (episode_id, field)
);
COMMENT ON TABLE terms IS 'The agreement beside the real one, field by field, and the statutes cited beside the legal basis.';
COMMENT ON COLUMN terms.verdict IS 'equal, near (figures within 10 %, sets that overlap), different, only_ours, only_real or neither';
COMMENT ON COLUMN terms.precision IS 'of what is in ours, the part that is in the real one; for sets';
COMMENT ON COLUMN terms.recall IS 'of what is in the real one, the part that is in ours; for sets';

CREATE VIEW findings_by_arm AS
WITH audited AS (
    SELECT settings, latest, backbone, configuration, count(*) AS episodes, bool_or(synthetic) AS synthetic
    FROM episodes WHERE status = 'finished' AND settings IS NOT NULL GROUP BY ALL
), found AS (
    SELECT e.settings, e.backbone, e.configuration, f.kind, f.severity,
           count(*) AS findings, count(DISTINCT f.episode_id) AS episodes_with
    FROM findings f JOIN episodes e USING (episode_id) GROUP BY ALL
)
SELECT found.*, audited.latest, audited.episodes, episodes_with / audited.episodes AS share, audited.synthetic
FROM found JOIN audited USING (settings, backbone, configuration);
COMMENT ON VIEW findings_by_arm IS 'How many of an arm''s finished episodes have a finding of each kind.';

CREATE VIEW calibration_by_round AS
SELECT e.settings, e.latest, e.backbone, e.configuration, c.round, count(c.error) AS n, avg(c.error) AS bias, avg(abs(c.error)) AS mean_error,
       CASE WHEN count(c.error) > 2 AND stddev_pop(c.flexibility) > 0 AND stddev_pop(c.true_flexibility) > 0
            THEN corr(c.flexibility, c.true_flexibility) END AS correlation,
       avg(c.goal_error) AS goal_error, count(c.goal_error) AS goal_n,
       avg(c.interests_found) AS interests_found, bool_or(c.synthetic) AS synthetic
FROM calibration c JOIN episodes e USING (episode_id) WHERE e.settings IS NOT NULL GROUP BY ALL;
COMMENT ON VIEW calibration_by_round IS 'Beliefs against the truth by round: error, bias, correlation, each with its n.';

CREATE VIEW terms_by_field AS
SELECT e.settings, e.latest, e.backbone, e.configuration, t.field, count(*) AS agreements,
       count(*) FILTER (verdict <> 'neither') AS comparable,
       count(*) FILTER (verdict = 'equal') AS equal, count(*) FILTER (verdict = 'near') AS near,
       count(*) FILTER (verdict = 'different') AS different, count(*) FILTER (verdict = 'only_ours') AS only_ours,
       count(*) FILTER (verdict = 'only_real') AS only_real,
       avg(t.precision) AS precision, count(t.precision) AS precision_n,
       avg(t.recall) AS recall, count(t.recall) AS recall_n, bool_or(t.synthetic) AS synthetic
FROM terms t JOIN episodes e USING (episode_id) WHERE e.settings IS NOT NULL GROUP BY ALL;
COMMENT ON VIEW terms_by_field IS 'How near an arm''s agreements come to the real ones, field by field.';
