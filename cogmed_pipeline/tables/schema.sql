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
    fingerprint VARCHAR NOT NULL
);
COMMENT ON TABLE episodes IS 'One simulated mediation a row; synthetic rows say nothing about any language model.';
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
    completion_tokens BIGINT NOT NULL,
    cost DOUBLE NOT NULL,
    PRIMARY KEY (episode_id, role, backbone)
);
COMMENT ON TABLE usage IS 'Calls, tokens and cost of each role.';

CREATE TABLE judgements (
    episode_id VARCHAR NOT NULL,
    judge VARCHAR NOT NULL,
    repeat INTEGER NOT NULL,
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
COMMENT ON COLUMN judgements.oqs IS 'mean of the three dimensions; NULL when unscored';

CREATE TABLE results (
    backbone VARCHAR NOT NULL,
    configuration VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    not_run INTEGER NOT NULL,
    incomplete BOOLEAN NOT NULL,
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
    oqs_agreed_mean DOUBLE,
    tta_mean DOUBLE,
    tta_low DOUBLE,
    tta_high DOUBLE,
    synthetic BOOLEAN NOT NULL,
    paper_sr DOUBLE,
    paper_oqs DOUBLE,
    paper_tta DOUBLE,
    PRIMARY KEY (backbone, configuration)
);
COMMENT ON TABLE results IS 'One row an arm; n counts every episode asked for, failed ones included.';
COMMENT ON COLUMN results.sr IS 'agreements / n, as a fraction of 1';
COMMENT ON COLUMN results.sr_worst IS 'success rate if no failed or missing episode came to agree';
COMMENT ON COLUMN results.sr_best IS 'success rate if every failed or missing episode came to agree';
COMMENT ON COLUMN results.tta_mean IS 'rounds to agreement, over agreements only (paper)';
COMMENT ON COLUMN results.paper_sr IS 'the paper''s figure for the same arm, as a fraction of 1';
