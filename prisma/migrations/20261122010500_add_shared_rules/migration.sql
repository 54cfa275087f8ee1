-- Rules that the database decides in many statements, each once. Every one has a twin in lib/domain, and a law test asks
-- both. They are plain expressions, which the planner writes into the statement: an index serves them as before.

-- lib/domain/leases/lease.ts: -infinity while nobody has it, the lease's end while somebody does, infinity once done.
CREATE FUNCTION lease_is_free(available_at timestamptz, moment timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN available_at <= moment AND available_at < 'infinity'::timestamptz;

CREATE FUNCTION lease_end(minutes double precision, moment timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN moment + minutes * interval '1 minute';

CREATE FUNCTION next_fence(fence bigint, holder uuid, who uuid) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN holder = who AND fence > 0 THEN fence ELSE fence + 1 END;

-- lib/domain/survey/dwell.ts
CREATE FUNCTION dwell_is_over(shown_at timestamptz, dwell_ms bigint, moment timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN dwell_ms <= 0 OR shown_at + dwell_ms * interval '1 millisecond' <= moment;

-- lib/domain/survey/counted-response.ts: which answers count, with what each switch depends on as a column.
CREATE VIEW counted_response AS
SELECT response.id, response.session_id, response.study_id, response.stage, response.placement_id,
  response.item_version_id, response.condition_id, response.stratum_id, response.position, response.screen,
  response.revision, response.answer, response.answer_key, response.elapsed_ms, response.visible_ms,
  response.focus_losses, response.saved_at, session.outcome,
  (session.outcome IS NOT DISTINCT FROM 'complete'::outcome AND session.erased_at IS NULL) AS is_complete,
  session.is_surplus,
  stratum.is_open AS is_open_stratum,
  EXISTS (SELECT FROM exclusion WHERE exclusion.response_id = response.id AND exclusion.revoked_at IS NULL) AS is_excluded,
  NOT EXISTS (SELECT FROM response AS later WHERE later.session_id = response.session_id
    AND later.position = response.position AND later.revision > response.revision) AS is_newest
FROM response
JOIN session ON session.id = response.session_id
JOIN stratum ON stratum.id = response.stratum_id;
