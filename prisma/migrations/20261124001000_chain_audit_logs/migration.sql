-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "erased_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "protocol_freeze" ADD COLUMN     "audit_head" TEXT;

-- AlterTable
ALTER TABLE "recruiter_event" ADD COLUMN     "signature_sha256" TEXT;

-- CreateTable
CREATE TABLE "audit_batch" (
    "id" BIGSERIAL NOT NULL,
    "chain" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "last_audit_id" BIGINT NOT NULL,
    "last_assignment_id" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "head" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "audit_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_batch_row" (
    "log" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "batch_id" BIGINT NOT NULL,
    "digest" TEXT NOT NULL,
    "values_digest" TEXT,
    "values_key" TEXT,

    CONSTRAINT "audit_batch_row_pkey" PRIMARY KEY ("log","row_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_batch_chain_number_key" ON "audit_batch"("chain", "number");

-- CreateIndex
CREATE INDEX "audit_batch_row_batch_id_idx" ON "audit_batch_row"("batch_id");

-- CreateIndex
CREATE UNIQUE INDEX "recruiter_event_project_id_source_signature_sha256_key" ON "recruiter_event"("project_id", "source", "signature_sha256");

-- An audit event changes once at most: its values are erased, and the tombstone says when.
DROP TRIGGER audit_event_is_append_only ON audit_event;
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
    AND NEW.before IS NULL AND NEW.after IS NULL AND NEW.reason IS NULL
    AND (NEW.id, NEW.at, NEW.action, NEW.subject_type, NEW.subject_id) = (OLD.id, OLD.at, OLD.action, OLD.subject_type, OLD.subject_id)
    AND NEW.project_id IS NOT DISTINCT FROM OLD.project_id AND NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_batch_is_append_only BEFORE UPDATE OR DELETE ON audit_batch
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_batch_row_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.values_key IS NULL
    AND (NEW.log, NEW.row_id, NEW.batch_id, NEW.digest) = (OLD.log, OLD.row_id, OLD.batch_id, OLD.digest)
    AND NEW.values_digest IS NOT DISTINCT FROM OLD.values_digest THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_batch_row_is_append_only BEFORE UPDATE OR DELETE ON audit_batch_row
  FOR EACH ROW EXECUTE FUNCTION refuse_batch_row_change();
