-- Somebody who waits for a slot: since when, and the answers that are sent again for them until one is free.
ALTER TABLE "session" ADD COLUMN "waiting_since" TIMESTAMPTZ(6), ADD COLUMN "waiting_post" JSONB;

-- lib/domain/survey/slot-wait.ts
CREATE FUNCTION arrival_waits(free int, held int, waited_ms double precision) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN free = 0 THEN held > 0 ELSE free < 5 AND held >= 9 * free AND waited_ms < 20000 END;
