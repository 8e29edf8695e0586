-- People in the mediator's chair.

CREATE TABLE practice_sessions (
    session_id VARCHAR PRIMARY KEY,
    episode_id VARCHAR NOT NULL,
    case_id VARCHAR NOT NULL,
    backbone VARCHAR NOT NULL,
    seed INTEGER NOT NULL,
    started TIMESTAMPTZ NOT NULL,
    finished BOOLEAN NOT NULL,
    moves INTEGER NOT NULL,
    undone INTEGER NOT NULL,
    private_talks INTEGER NOT NULL,
    tools INTEGER NOT NULL,
    outcome VARCHAR,
    rounds INTEGER,
    oqs DOUBLE,
    full_outcome VARCHAR,
    full_rounds INTEGER,
    full_oqs DOUBLE,
    synthetic BOOLEAN
);
COMMENT ON TABLE practice_sessions IS 'One row a practice session: a person in the chair, beside Full with the same people. No row of results counts them.';
COMMENT ON COLUMN practice_sessions.session_id IS 'what cogmed practise --session goes on with';
COMMENT ON COLUMN practice_sessions.episode_id IS 'of the table episodes, once the session is finished';
COMMENT ON COLUMN practice_sessions.case_id IS 'the case; its file may have been given by hand';
COMMENT ON COLUMN practice_sessions.backbone IS 'played the parties and carried out the tools';
COMMENT ON COLUMN practice_sessions.seed IS 'of the people';
COMMENT ON COLUMN practice_sessions.started IS 'when the session was begun';
COMMENT ON COLUMN practice_sessions.finished IS 'closed and judged; the columns after tools are NULL before';
COMMENT ON COLUMN practice_sessions.moves IS 'moves that stand';
COMMENT ON COLUMN practice_sessions.undone IS 'moves that were taken back';
COMMENT ON COLUMN practice_sessions.private_talks IS 'of the moves, words in private to one side';
COMMENT ON COLUMN practice_sessions.tools IS 'of the moves, uses of the strategic toolkit';
COMMENT ON COLUMN practice_sessions.outcome IS 'agreement, deadlock or breakdown';
COMMENT ON COLUMN practice_sessions.rounds IS 'rounds held';
COMMENT ON COLUMN practice_sessions.oqs IS 'overall quality score, 1 to 10, mean over the sheets that have one';
COMMENT ON COLUMN practice_sessions.full_outcome IS 'outcome of configuration Full with the same people';
COMMENT ON COLUMN practice_sessions.full_rounds IS 'rounds that Full held';
COMMENT ON COLUMN practice_sessions.full_oqs IS 'overall quality score of Full';
COMMENT ON COLUMN practice_sessions.synthetic IS 'rules took a part: nothing is said of any language model';
