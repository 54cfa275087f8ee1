-- Lists of a run's answers are paged by index, however many answers it has: all of them by the unique key of a prediction,
-- those that could not be read and those that a person corrected by these.
CREATE INDEX prediction_unread_idx ON prediction (run_id, item_version_id, condition_key, repeat) WHERE answer_key IS NULL;
CREATE INDEX prediction_by_hand_idx ON prediction (run_id, item_version_id, condition_key, repeat) WHERE read_from = 'person';
CREATE INDEX prediction_unparsed_idx ON prediction (run_id, id) WHERE answer IS NULL;
