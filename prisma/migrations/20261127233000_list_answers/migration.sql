-- The list of a study's answers, sorted by response time, and a full-text search in texts and reasons. Without these
-- indexes each page reads all answers (bench/answers). The lists of new entries that GIN merges later are short, so that
-- no answer is saved slowly and no search reads a long one.
CREATE INDEX "response_study_id_elapsed_ms_saved_at_idx" ON "response"("study_id", "elapsed_ms", "saved_at");
CREATE INDEX "response_text_idx" ON "response" USING gin (to_tsvector('simple', answer ->> 'text'))
  WITH (gin_pending_list_limit = 256) WHERE answer ? 'text';
CREATE INDEX "step_answer_explanation_idx" ON "step_answer" USING gin (to_tsvector('simple', given ->> 'explanation'))
  WITH (gin_pending_list_limit = 256) WHERE given ? 'explanation';
