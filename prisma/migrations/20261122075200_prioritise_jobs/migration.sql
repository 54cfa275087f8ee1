-- Background work has a priority, and whoever waits for work is told of it instead of asking every two seconds.
ALTER TABLE "job" ADD COLUMN "priority" SMALLINT NOT NULL DEFAULT 0;

CREATE INDEX "job_state_priority_run_after_idx" ON "job" ("state", "priority" DESC, "run_after");

CREATE FUNCTION notify_of_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The payload is the same for all jobs of a transaction, so many of them are one message.
  PERFORM pg_notify('parallax_job', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER job_is_waiting AFTER INSERT OR UPDATE OF state, run_after ON "job"
  FOR EACH ROW WHEN (NEW.state = 'waiting' AND NEW.run_after < 'infinity') EXECUTE FUNCTION notify_of_jobs();
