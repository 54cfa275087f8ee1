-- Data locks: what confirmatory tests are computed from, fixed when a main stage ends.

-- AlterTable
ALTER TABLE "protocol_freeze" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'protocol';

-- AlterTable
ALTER TABLE "response" ADD COLUMN     "revision_hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "revision_salt" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "study" ADD COLUMN     "end_cause" TEXT,
ADD COLUMN     "ended_by_id" UUID,
ADD COLUMN     "locked_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "data_lock" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "locked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "locked_by_id" UUID,
    "sha256" TEXT NOT NULL,
    "listed" INTEGER NOT NULL,
    "counted" INTEGER NOT NULL,
    "planned" INTEGER NOT NULL,
    "left_since" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "data_lock_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_lock_response" (
    "lock_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "counted" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "is_complete" BOOLEAN NOT NULL,
    "is_newest" BOOLEAN NOT NULL,
    "is_surplus" BOOLEAN NOT NULL,
    "is_excluded" BOOLEAN NOT NULL,

    CONSTRAINT "data_lock_response_pkey" PRIMARY KEY ("lock_id","response_id")
);

-- CreateTable
CREATE TABLE "locked_cell_count" (
    "study_id" UUID NOT NULL,
    "stage" "stage" NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_id" UUID NOT NULL,
    "stratum_id" UUID NOT NULL,
    "is_surplus" BOOLEAN NOT NULL,
    "is_excluded" BOOLEAN NOT NULL,
    "answer_key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "sum_ms" BIGINT NOT NULL,
    "sum_squared_ms" DECIMAL(30,0) NOT NULL,

    CONSTRAINT "locked_cell_count_pkey" PRIMARY KEY ("study_id","stage","item_version_id","condition_id","stratum_id","is_surplus","is_excluded","answer_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "data_lock_study_id_number_key" ON "data_lock"("study_id", "number");

-- AddForeignKey
ALTER TABLE "data_lock" ADD CONSTRAINT "data_lock_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_lock_response" ADD CONSTRAINT "data_lock_response_lock_id_fkey" FOREIGN KEY ("lock_id") REFERENCES "data_lock"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One revision of an answer as a hash: what was answered, to what, by whom. The salt keeps it from being guessed from the
-- few answers that there are; erasing removes the salt and keeps the hash.
CREATE FUNCTION revision_hash_of(revision response) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(concat_ws('|', revision.id, revision.session_id, revision.revision, revision.position,
    revision.item_version_id, revision.condition_id, revision.stratum_id, coalesce(revision.answer_key, ''),
    revision.answer::text, revision.sha256, revision.revision_salt), 'UTF8')), 'hex')
$$;
CREATE FUNCTION hash_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision_salt := gen_random_uuid()::text;
  NEW.revision_hash := revision_hash_of(NEW);
  RETURN NEW;
END
$$;
UPDATE response SET revision_salt = gen_random_uuid()::text;
UPDATE response SET revision_hash = revision_hash_of(response);
UPDATE response SET revision_salt = '' FROM session WHERE session.id = response.session_id AND session.erased_at IS NOT NULL;
CREATE TRIGGER response_is_hashed BEFORE INSERT ON response FOR EACH ROW EXECUTE FUNCTION hash_revision();

-- The answers of a study's first lock with the columns of `counted_response`: they count as they did then, as long as their
-- participant has not withdrawn since.
CREATE VIEW locked_response AS
SELECT answer.id, answer.session_id, answer.study_id, answer.stage, answer.placement_id, answer.item_version_id,
  answer.condition_id, answer.stratum_id, answer.position, answer.screen, answer.revision, answer.answer,
  answer.answer_key, answer.elapsed_ms, answer.visible_ms, answer.focus_losses, answer.saved_at, session.outcome,
  (listed.is_complete AND session.outcome IS NOT DISTINCT FROM 'complete'::outcome AND session.erased_at IS NULL)
    AS is_complete,
  listed.is_surplus, stratum.is_open AS is_open_stratum, listed.is_excluded, listed.is_newest
FROM response AS answer
JOIN data_lock ON data_lock.study_id = answer.study_id AND data_lock.number = 1
JOIN data_lock_response AS listed ON listed.lock_id = data_lock.id AND listed.response_id = answer.id
JOIN session ON session.id = answer.session_id
JOIN stratum ON stratum.id = answer.stratum_id;

-- Who withdraws leaves the locked data, too. A lock that is being made is waited for.
CREATE FUNCTION leave_locks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('data-lock/' || NEW.study_id, 0));
  INSERT INTO locked_cell_count AS cell (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus,
    is_excluded, answer_key, count, sum_ms, sum_squared_ms)
  SELECT study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, coalesce(answer_key, ''),
    -count(*), -sum(elapsed_ms), -sum(elapsed_ms::numeric * elapsed_ms)
  FROM locked_response WHERE session_id = NEW.id AND is_complete AND is_newest
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (study_id, stage, item_version_id, condition_id, stratum_id, is_surplus, is_excluded, answer_key)
  DO UPDATE SET count = cell.count + excluded.count, sum_ms = cell.sum_ms + excluded.sum_ms,
    sum_squared_ms = cell.sum_squared_ms + excluded.sum_squared_ms;
  UPDATE data_lock SET left_since = left_since + leaving.answers
  FROM (SELECT listed.lock_id, count(*) AS answers FROM data_lock AS held
    JOIN response ON response.study_id = held.study_id AND response.session_id = NEW.id
    JOIN data_lock_response AS listed ON listed.lock_id = held.id AND listed.response_id = response.id AND listed.counted
    WHERE held.study_id = NEW.study_id GROUP BY listed.lock_id) AS leaving
  WHERE data_lock.id = leaving.lock_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER session_leaves_locks BEFORE UPDATE OF outcome ON session FOR EACH ROW
  WHEN (OLD.outcome = 'complete' AND NEW.outcome IS DISTINCT FROM 'complete') EXECUTE FUNCTION leave_locks();

CREATE FUNCTION refuse_change_of_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sha256 <> '' AND (to_jsonb(OLD) - 'left_since') IS DISTINCT FROM (to_jsonb(NEW) - 'left_since') THEN
    RAISE EXCEPTION 'data_lock never changes';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER data_lock_never_changes BEFORE UPDATE ON data_lock FOR EACH ROW EXECUTE FUNCTION refuse_change_of_lock();
CREATE TRIGGER data_lock_response_never_changes BEFORE UPDATE ON data_lock_response
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Studies that ended before data were locked get their lock at the next start, marked as such.
UPDATE study SET end_cause = 'upgrade' WHERE status = 'closed' AND stage = 'main';
CREATE INDEX "study_due_for_lock_idx" ON "study" ("id") WHERE "end_cause" IS NOT NULL AND "locked_at" IS NULL;
