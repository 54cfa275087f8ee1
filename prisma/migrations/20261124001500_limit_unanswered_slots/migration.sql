-- Slots without an answer that one network may hold in a study (lib/domain/survey/arrival-rules.ts); null: no limit.
CREATE FUNCTION unanswered_slot_limit(stage stage, arrival_rules jsonb) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN stage = 'simulation' THEN NULL
              WHEN arrival_rules ? 'networkCap' THEN (arrival_rules ->> 'networkCap')::int
              ELSE 20 END;

-- Counts the open sessions of one network when a slot is claimed.
CREATE INDEX "session_network_idx" ON "session" ("study_id", "network_hash")
  WHERE "network_hash" IS NOT NULL AND "outcome" IS NULL;
