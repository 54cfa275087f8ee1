-- The time until which a claim of a slot waits because sessions of its network hold the maximum number of slots without
-- an answer (`unanswered_slot_limit`): the end of their first lease. Null: the claim does not wait.
-- The claims of one network in one study are serialized until the transaction ends, so that the limit is exact: the
-- function is volatile, so its count has a newer snapshot than the lock. Nothing is serialized without a limit, nor
-- without a network.
CREATE FUNCTION network_waits_until(claimed_study_id uuid, claiming_network text) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  slot_limit int := (SELECT unanswered_slot_limit(stage, arrival_rules) FROM study WHERE id = claimed_study_id);
BEGIN
  IF claiming_network IS NULL OR slot_limit IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(claimed_study_id || '/' || claiming_network, 0));
  RETURN (
    SELECT CASE WHEN count(*) >= slot_limit THEN min(slot.available_at) END
    FROM session JOIN slot ON slot.session_id = session.id AND NOT slot.is_done
      AND NOT lease_is_free(slot.available_at, clock_timestamp())
    WHERE session.study_id = claimed_study_id AND session.network_hash = claiming_network AND session.outcome IS NULL
      AND NOT EXISTS (SELECT FROM response WHERE response.session_id = session.id)
  );
END $$;

-- The same index as session_network_idx.
DROP INDEX "session_open_network_idx";
