-- A slot that makes up for another one asks all of its items again. Of the new answers those count that are missing; the
-- others are set aside when the session becomes complete, by a mark that says so and can be revoked like any other.
ALTER TABLE "slot" ADD COLUMN "topped_up_by_id" UUID;

-- The positions of a slot at which an answer counts in one of the slots that it makes up for, directly or in turn.
CREATE FUNCTION positions_answered_before(of_slot bigint) RETURNS SETOF integer LANGUAGE sql STABLE AS $$
  WITH RECURSIVE earlier AS (
    SELECT replaces_slot_id AS id FROM slot WHERE id = of_slot
    UNION ALL
    SELECT slot.replaces_slot_id FROM slot JOIN earlier ON slot.id = earlier.id
  )
  SELECT DISTINCT answer.position
  FROM earlier JOIN slot ON slot.id = earlier.id JOIN counted_response AS answer ON answer.session_id = slot.session_id
  WHERE answer.is_complete AND answer.is_newest AND NOT answer.is_surplus AND NOT answer.is_excluded
$$;

CREATE FUNCTION set_aside_what_is_not_needed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  filled slot;
BEGIN
  SELECT * INTO filled FROM slot WHERE session_id = NEW.id AND replaces_slot_id IS NOT NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO exclusion (id, response_id, reason, created_by_id)
  SELECT gen_random_uuid(), answer.id, 'not-needed', coalesce(filled.topped_up_by_id, '00000000-0000-0000-0000-000000000000')
  FROM counted_response AS answer
  WHERE answer.session_id = NEW.id AND answer.is_newest AND NOT answer.is_excluded
    AND answer.position IN (SELECT positions_answered_before(filled.id));
  RETURN NULL;
END
$$;
-- By its name it comes after "session_is_counted": a mark moves an answer that has been counted.
CREATE TRIGGER session_makes_up AFTER UPDATE OF outcome ON session FOR EACH ROW
  WHEN (OLD.outcome IS DISTINCT FROM 'complete' AND NEW.outcome = 'complete')
  EXECUTE FUNCTION set_aside_what_is_not_needed();
