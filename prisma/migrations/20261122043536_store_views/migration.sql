-- CreateTable
CREATE TABLE "stored_view" (
    "study_id" UUID NOT NULL,
    "choice" TEXT NOT NULL,
    "view" TEXT NOT NULL,
    "data_hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "computed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "stored_view_pkey" PRIMARY KEY ("study_id","choice","view")
);

-- CreateTable
CREATE TABLE "prediction_change" (
    "run_id" UUID NOT NULL,
    "shard" SMALLINT NOT NULL,
    "changes" BIGINT NOT NULL,

    CONSTRAINT "prediction_change_pkey" PRIMARY KEY ("run_id","shard")
);

-- AddForeignKey
ALTER TABLE "stored_view" ADD CONSTRAINT "stored_view_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prediction_change" ADD CONSTRAINT "prediction_change_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts rows of one statement by run, in one order by everybody. A run's rows go only with the run itself, so nothing
-- is counted when they do.
CREATE FUNCTION count_prediction_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prediction_change AS known (run_id, shard, changes)
  SELECT run_id, pg_backend_pid() % 16, count(*) FROM changed GROUP BY run_id ORDER BY run_id
  ON CONFLICT (run_id, shard) DO UPDATE SET changes = known.changes + excluded.changes;
  RETURN NULL;
END
$$;
CREATE TRIGGER predictions_are_stored AFTER INSERT ON prediction
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_prediction_changes();
CREATE TRIGGER predictions_are_changed AFTER UPDATE ON prediction
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_prediction_changes();

INSERT INTO prediction_change (run_id, shard, changes) SELECT run_id, 0, count(*) FROM prediction GROUP BY run_id;
