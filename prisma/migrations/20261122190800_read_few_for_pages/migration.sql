-- Answers that were given without options are counted, and drawn for a person to judge, by index: those of a run in an order
-- that nothing about them decides, and what one person has judged.
CREATE INDEX prediction_open_ended_idx ON prediction (run_id, md5(id::text)) WHERE condition ->> 'prompt' = 'open-ended';
CREATE INDEX judgement_user_idx ON judgement (user_id) WHERE user_id IS NOT NULL;

-- The page that watches a study counts ids that differ from another in case only; hardly any do.
CREATE INDEX entry_identity_case_variant_idx ON entry_identity (study_id) WHERE is_case_variant;
