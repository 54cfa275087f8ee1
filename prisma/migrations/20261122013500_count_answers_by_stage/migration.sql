-- Counters know the stage of an answer and whether it is surplus or excluded, so that every switch of a page is answered
-- by them. They follow what they count by themselves: a session that becomes complete or stops being so, a mark that is
-- set or revoked. This belongs to the stop-and-start upgrade of the renaming: the key of the counters changes.
ALTER TABLE cell_count
  ADD COLUMN stage stage,
  ADD COLUMN is_surplus boolean NOT NULL DEFAULT false,
  ADD COLUMN is_excluded boolean NOT NULL DEFAULT false;
TRUNCATE cell_count;
ALTER TABLE cell_count
  ALTER COLUMN stage SET NOT NULL,
  ALTER COLUMN is_surplus DROP DEFAULT,
  ALTER COLUMN is_excluded DROP DEFAULT,
  DROP CONSTRAINT cell_count_pkey,
  ADD CONSTRAINT cell_count_pkey PRIMARY KEY
    (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key);

INSERT INTO cell_count (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key,
  count, sum_ms, sum_squared_ms)
SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, coalesce(answer_key, ''),
  count(*), sum(elapsed_ms), sum(elapsed_ms::numeric * elapsed_ms)
FROM counted_response WHERE is_complete AND is_newest
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

-- Adds the answers of a session to the counters (change = 1) or takes them out again (-1). Cells are taken in one order
-- by everybody, so that nobody waits for each other.
CREATE FUNCTION count_answers(of_session uuid, change integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cell_count AS cell (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
    answer_key, count, sum_ms, sum_squared_ms)
  SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, coalesce(answer_key, ''),
    change * count(*), change * sum(elapsed_ms), change * sum(elapsed_ms::numeric * elapsed_ms)
  FROM counted_response WHERE session_id = of_session AND is_complete AND is_newest
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key)
  DO UPDATE SET count = cell.count + excluded.count, sum_ms = cell.sum_ms + excluded.sum_ms,
    sum_squared_ms = cell.sum_squared_ms + excluded.sum_squared_ms;
END
$$;

-- Before a session stops being complete its answers still stand as they were counted; after it became complete they stand
-- as they have to be counted. An erasure that comes with a withdrawal must be a later statement.
CREATE FUNCTION count_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_answers(NEW.id, TG_ARGV[0]::integer);
  RETURN NEW;
END
$$;
CREATE TRIGGER session_is_uncounted BEFORE UPDATE OF outcome ON session FOR EACH ROW
  WHEN (OLD.outcome = 'complete' AND NEW.outcome IS DISTINCT FROM 'complete') EXECUTE FUNCTION count_session('-1');
CREATE TRIGGER session_is_counted AFTER UPDATE OF outcome ON session FOR EACH ROW
  WHEN (OLD.outcome IS DISTINCT FROM 'complete' AND NEW.outcome = 'complete') EXECUTE FUNCTION count_session('1');

-- Moves one answer between "excluded" and "not excluded" when a mark decides it: the first one set, the last one revoked.
CREATE FUNCTION count_exclusion() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_excluded boolean;
  becomes_excluded boolean;
BEGIN
  -- A session that is being completed at this moment is waited for; then it is known whether its answers are counted.
  PERFORM FROM session JOIN response ON response.session_id = session.id
    WHERE response.id = NEW.response_id FOR NO KEY UPDATE OF session;
  SELECT coalesce(bool_or(true), false), coalesce(bool_or(exclusion.id <> NEW.id), false) OR NEW.revoked_at IS NULL
    INTO was_excluded, becomes_excluded
    FROM exclusion WHERE response_id = NEW.response_id AND revoked_at IS NULL;
  IF was_excluded <> becomes_excluded THEN
    INSERT INTO cell_count AS cell (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded,
      answer_key, count, sum_ms, sum_squared_ms)
    SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, side.excluded, coalesce(answer_key, ''),
      side.change, side.change * elapsed_ms::bigint, side.change * elapsed_ms::numeric * elapsed_ms
    FROM counted_response, (VALUES (was_excluded, -1), (becomes_excluded, 1)) AS side (excluded, change)
    WHERE id = NEW.response_id AND is_complete AND is_newest
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key)
    DO UPDATE SET count = cell.count + excluded.count, sum_ms = cell.sum_ms + excluded.sum_ms,
      sum_squared_ms = cell.sum_squared_ms + excluded.sum_squared_ms;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER exclusion_is_counted BEFORE INSERT OR UPDATE OF revoked_at ON exclusion
  FOR EACH ROW EXECUTE FUNCTION count_exclusion();

-- The counters of sessions and times, by stage too; counted again from what they count.
ALTER TABLE session_count ADD COLUMN stage stage;
ALTER TABLE time_count ADD COLUMN stage stage;
TRUNCATE session_count, time_count;
ALTER TABLE session_count ALTER COLUMN stage SET NOT NULL, DROP CONSTRAINT session_count_pkey,
  ADD CONSTRAINT session_count_pkey PRIMARY KEY (study_id, stage, key, event, shard);
ALTER TABLE time_count ALTER COLUMN stage SET NOT NULL, DROP CONSTRAINT time_count_pkey,
  ADD CONSTRAINT time_count_pkey PRIMARY KEY (study_id, stage, key, bucket, shard);

INSERT INTO session_count (study_id, stage, key, event, shard, count)
SELECT session.study_id, session.stage, happened.key, happened.event, 0, count(*) FROM session
JOIN LATERAL (
  -- The first screen is shown before there is a session, so it is left, but never counted as shown.
  SELECT key, 'shown' AS event FROM session_screen WHERE session_id = session.id AND screen > 0
  UNION ALL SELECT key, 'left' FROM session_screen WHERE session_id = session.id AND left_at IS NOT NULL
  UNION ALL SELECT '', session.outcome::text WHERE session.outcome IS NOT NULL
) AS happened ON true
GROUP BY 1, 2, 3, 4;

INSERT INTO time_count (study_id, stage, key, bucket, shard, count)
SELECT session.study_id, session.stage, shown.key,
  time_bucket_of(extract(epoch FROM shown.left_at - shown.shown_at) * 1000), 0, count(*)
FROM session JOIN session_screen AS shown ON shown.session_id = session.id WHERE shown.left_at IS NOT NULL
GROUP BY 1, 2, 3, 4;
