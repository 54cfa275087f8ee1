-- Active time that a reload kept from arriving can be reported afterwards.
-- AlterTable
ALTER TABLE "annotation_activity" ADD COLUMN     "credit_ms" BIGINT NOT NULL DEFAULT 0;

-- Most that may be reported of the time since the last sign of life that arrived.
CREATE FUNCTION time_allowed(activity annotation_activity) RETURNS bigint
  LANGUAGE sql VOLATILE
  RETURN elapsed_since(activity.last_beat_at) + activity.credit_ms;

-- A task that is taken up again begins a new stretch; the one before, up to four hours, may still be reported.
CREATE FUNCTION credit_unreported_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.active_ms = OLD.active_ms AND NEW.idle_ms = OLD.idle_ms AND NEW.credit_ms = OLD.credit_ms THEN
    NEW.credit_ms := least(14400000,
      OLD.credit_ms + greatest(0, extract(epoch FROM NEW.last_beat_at - OLD.last_beat_at) * 1000)::bigint);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER annotation_activity_credit BEFORE UPDATE OF last_beat_at ON annotation_activity
  FOR EACH ROW EXECUTE FUNCTION credit_unreported_time();
