-- Every call that was made for a record that is there, and every refusal.

CREATE TABLE ledger (
    step VARCHAR NOT NULL,
    item VARCHAR NOT NULL,
    case_id VARCHAR,
    arm VARCHAR,
    seed INTEGER,
    role VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    calls INTEGER NOT NULL,
    cached_calls INTEGER NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    cached_tokens BIGINT,
    completion_tokens BIGINT NOT NULL,
    cost DOUBLE NOT NULL,
    currency VARCHAR,
    estimated BOOLEAN NOT NULL,
    seconds DOUBLE,
    wasted BOOLEAN NOT NULL,
    PRIMARY KEY (step, item, role, backbone, wasted)
);
COMMENT ON TABLE ledger IS 'Calls, tokens and cost of everything that asked a model: scenarios, profiles, episodes, judgements, verdicts.';
COMMENT ON COLUMN ledger.item IS 'the record that the calls were made for';
COMMENT ON COLUMN ledger.cached_calls IS 'those that the cache answered when the record was last made; cost is what they once took';
COMMENT ON COLUMN ledger.cached_tokens IS 'prompt tokens that the endpoint had in a cache of its own, as far as it says so; NULL where nobody counted';
COMMENT ON COLUMN ledger.seconds IS 'for which the other calls were under way, summed up; NULL where nobody measured';
COMMENT ON COLUMN ledger.wasted IS 'asked ahead of time and then not needed (protocol speculative); paid for all the same, and not in usage';

CREATE TABLE refusals (
    step VARCHAR NOT NULL,
    item VARCHAR NOT NULL,
    case_id VARCHAR,
    arm VARCHAR,
    seed INTEGER,
    role VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    category VARCHAR NOT NULL
);
COMMENT ON TABLE refusals IS 'What endpoints refused to answer, by their own category; the record that asked is failed or unscored.';
