-- When a slot was last claimed, and from when on it may be released for people who wait.
ALTER TABLE "slot" ADD COLUMN "claimed_at" TIMESTAMPTZ(6), ADD COLUMN "release_at" TIMESTAMPTZ(6);

-- lib/domain/survey/slot-lease.ts. A slot claimed before this migration has no time of its claim: only its lease counts.
CREATE FUNCTION slot_lease_end(minutes double precision, claimed_at timestamptz, has_answered boolean, moment timestamptz)
  RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN has_answered THEN lease_end(minutes, moment)
              ELSE least(lease_end(minutes, moment), lease_end(30, claimed_at)) END;

CREATE FUNCTION slot_release_at(planned_ms double precision, moment timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN moment + greatest(20 * interval '1 minute', 3 * planned_ms * interval '1 millisecond');
