-- AlterTable
ALTER TABLE "prediction_change" ADD COLUMN     "answers" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "unparsed" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "prediction_tally" (
    "study_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "frame" TEXT NOT NULL,
    "changes" BIGINT NOT NULL,
    "other_items" INTEGER NOT NULL,
    "other_versions" INTEGER NOT NULL,
    "parity" JSONB NOT NULL,
    "counts" JSON NOT NULL,
    "counted_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "prediction_tally_pkey" PRIMARY KEY ("study_id","run_id")
);

-- CreateTable
CREATE TABLE "parity_stimulus" (
    "study_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_key" TEXT NOT NULL,
    "shown_hash" TEXT NOT NULL,
    "is_content" BOOLEAN NOT NULL,
    "differs" JSONB NOT NULL,
    "answers" INTEGER NOT NULL,
    "example_id" UUID NOT NULL,

    CONSTRAINT "parity_stimulus_pkey" PRIMARY KEY ("study_id","run_id","item_version_id","condition_key","shown_hash")
);

-- CreateIndex
CREATE INDEX "prediction_tally_run_id_idx" ON "prediction_tally"("run_id");

-- AddForeignKey
ALTER TABLE "prediction_tally" ADD CONSTRAINT "prediction_tally_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prediction_tally" ADD CONSTRAINT "prediction_tally_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "parity_stimulus" ADD CONSTRAINT "parity_stimulus_study_id_run_id_fkey" FOREIGN KEY ("study_id", "run_id") REFERENCES "prediction_tally"("study_id", "run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The counters of a run now say how many answers it has, too. An answer is unparsed while nothing could be read from it.
CREATE OR REPLACE FUNCTION count_prediction_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prediction_change AS known (run_id, shard, changes, answers, unparsed)
  SELECT run_id, pg_backend_pid() % 16, count(*),
    CASE WHEN TG_OP = 'INSERT' THEN count(*) ELSE 0 END,
    CASE WHEN TG_OP = 'INSERT' THEN count(*) FILTER (WHERE answer IS NULL) ELSE 0 END
  FROM changed GROUP BY run_id ORDER BY run_id
  ON CONFLICT (run_id, shard) DO UPDATE SET changes = known.changes + excluded.changes,
    answers = known.answers + excluded.answers, unparsed = known.unparsed + excluded.unparsed;
  RETURN NULL;
END
$$;

-- A text that is read anew may say something now, or no longer.
CREATE FUNCTION count_predictions_read_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prediction_change AS known (run_id, shard, changes, unparsed)
  SELECT now.run_id, pg_backend_pid() % 16, 0, sum((now.answer IS NULL)::int - (earlier.answer IS NULL)::int)
  FROM changed AS now JOIN before_change AS earlier USING (id)
  GROUP BY now.run_id ORDER BY now.run_id
  ON CONFLICT (run_id, shard) DO UPDATE SET unparsed = known.unparsed + excluded.unparsed;
  RETURN NULL;
END
$$;
CREATE TRIGGER predictions_are_read_anew AFTER UPDATE ON prediction
  REFERENCING OLD TABLE AS before_change NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_predictions_read_anew();

INSERT INTO prediction_change AS known (run_id, shard, changes, answers, unparsed)
SELECT run_id, 0, 0, count(*), count(*) FILTER (WHERE answer IS NULL) FROM prediction GROUP BY run_id
ON CONFLICT (run_id, shard) DO UPDATE SET answers = excluded.answers, unparsed = excluded.unparsed;
