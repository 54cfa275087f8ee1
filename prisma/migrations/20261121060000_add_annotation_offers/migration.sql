-- What was offered to a person as the task after the present one.
CREATE INDEX annotation_task_offer_idx ON annotation_task (offered_to) WHERE offered_to IS NOT NULL;

-- Milliseconds on the server's clock: no client's report counts more than these.
CREATE FUNCTION elapsed_since(moment timestamptz) RETURNS bigint
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN greatest(0, extract(epoch FROM clock_timestamp() - moment) * 1000)::bigint;
