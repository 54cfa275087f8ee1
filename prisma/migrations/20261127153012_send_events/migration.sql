-- CreateTable
CREATE TABLE "event_address" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "secret" TEXT,
    "events" TEXT[],
    "drop_out_percent" SMALLINT NOT NULL DEFAULT 50,
    "is_of_owner" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "event_address_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_delivery" (
    "id" UUID NOT NULL,
    "address_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "status" INTEGER,
    "problem" TEXT NOT NULL DEFAULT '',
    "delivered_at" TIMESTAMPTZ(6),
    "failed_at" TIMESTAMPTZ(6),

    CONSTRAINT "event_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_address_study_id_idx" ON "event_address"("study_id");

-- CreateIndex
CREATE INDEX "event_delivery_address_id_occurred_at_idx" ON "event_delivery"("address_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "event_delivery_address_id_event_subject_key" ON "event_delivery"("address_id", "event", "subject");

-- AddForeignKey
ALTER TABLE "event_address" ADD CONSTRAINT "event_address_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_delivery" ADD CONSTRAINT "event_delivery_address_id_fkey" FOREIGN KEY ("address_id") REFERENCES "event_address"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Stores an event for every address of a study that wants it (or for one address), with the job that delivers it. The
-- same subject is sent to an address once.
CREATE FUNCTION emit_study_event(of_study uuid, happened text, about text, details jsonb, to_address uuid DEFAULT NULL)
RETURNS void LANGUAGE sql AS $$
  WITH made AS (
    INSERT INTO event_delivery (id, address_id, event, subject, facts)
    SELECT gen_random_uuid(), event_address.id, happened, about, details FROM event_address
    WHERE study_id = of_study
      AND CASE WHEN to_address IS NULL THEN happened = ANY (events) ELSE event_address.id = to_address END
    ON CONFLICT (address_id, event, subject) DO NOTHING
    RETURNING id
  )
  INSERT INTO job (id, kind, payload, project_id, max_attempts)
  SELECT gen_random_uuid(), 'deliver-event', jsonb_build_object('delivery', made.id), study.project_id, 12
  FROM made, study WHERE study.id = of_study
$$;

-- The end of a session. The event does not name the session, so that an erasure has nothing to remove from it.
CREATE FUNCTION emit_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_study_event(NEW.study_id,
    CASE NEW.outcome WHEN 'complete' THEN 'session.completed' ELSE 'session.excluded' END,
    gen_random_uuid()::text, jsonb_build_object('outcome', NEW.outcome, 'stage', NEW.stage));
  RETURN NULL;
END
$$;
CREATE TRIGGER session_end_is_told AFTER UPDATE OF outcome ON session FOR EACH ROW
  WHEN (NEW.outcome IN ('complete', 'screened-out', 'quality') AND OLD.outcome IS DISTINCT FROM NEW.outcome)
  EXECUTE FUNCTION emit_session_event();

-- An exclusion of answers: one event for all answers of a session that a statement's transaction excludes.
CREATE FUNCTION emit_exclusion_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_study_event(response.study_id, 'session.excluded',
    encode(sha256(convert_to(response.session_id::text || pg_current_xact_id()::text, 'UTF8')), 'hex'),
    jsonb_build_object('reason', NEW.reason, 'stage', response.stage))
  FROM response WHERE response.id = NEW.response_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER exclusion_is_told AFTER INSERT ON exclusion FOR EACH ROW EXECUTE FUNCTION emit_exclusion_event();

-- The end of an evaluation, for every study of its benchmark. A pause without a reason was a person's.
CREATE FUNCTION emit_evaluation_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_study_event(study.id, CASE NEW.state WHEN 'done' THEN 'evaluation.done' ELSE 'evaluation.failed' END,
    gen_random_uuid()::text,
    jsonb_build_object('evaluation', NEW.id, 'answered', NEW.answered, 'failed', NEW.failed, 'reason', NEW.reason))
  FROM study WHERE study.benchmark_id = NEW.benchmark_id AND study.project_id = NEW.project_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER evaluation_end_is_told AFTER UPDATE OF state ON evaluation FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state = 'done' OR (NEW.state = 'paused' AND NEW.reason <> '')))
  EXECUTE FUNCTION emit_evaluation_event();

-- Annotations that wait for review: one event for each collection and hour.
CREATE FUNCTION emit_review_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_study_event(study.id, 'review.waiting',
    collection.id::text || to_char(clock_timestamp() AT TIME ZONE 'UTC', '/YYYY-MM-DD"T"HH24'),
    jsonb_build_object('collection', collection.name))
  FROM annotation_collection AS collection JOIN study ON study.project_id = collection.project_id
  WHERE collection.id = NEW.collection_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER review_is_told AFTER UPDATE OF status ON annotation_item FOR EACH ROW
  WHEN (NEW.status = 'submitted' AND OLD.status <> 'submitted') EXECUTE FUNCTION emit_review_event();
