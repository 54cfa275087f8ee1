-- A slot that comes back gets a new place in its stratum's queue, so that whoever comes next does not meet what others
-- have just left. `turn` counts how often it was claimed; it stands in the queue again once `queued_turn` has caught up.
ALTER TABLE "slot" ADD COLUMN "queue_position" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "turn" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "queued_turn" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "replaces_slot_id" BIGINT;

UPDATE "slot" SET "queue_position" = "ordinal", "turn" = CASE WHEN "session_id" IS NULL THEN 0 ELSE 1 END;

CREATE UNIQUE INDEX "slot_replaces_slot_id_key" ON "slot"("replaces_slot_id");
ALTER TABLE "slot" ADD CONSTRAINT "slot_replaces_slot_id_fkey" FOREIGN KEY ("replaces_slot_id") REFERENCES "slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Slots that wait for somebody, in the order in which they are claimed.
CREATE INDEX slot_queue_idx ON "slot" ("stratum_id", "queue_position", "ordinal") WHERE NOT "is_done" AND "queued_turn" = "turn";
-- Slots that somebody has or had, and that do not stand in the queue.
CREATE INDEX slot_taken_idx ON "slot" ("stratum_id") WHERE NOT "is_done" AND "queued_turn" < "turn";

-- Where a slot stood in the queue before and after it came back.
ALTER TABLE "assignment_event" ADD COLUMN "from_position" DOUBLE PRECISION,
    ADD COLUMN "to_position" DOUBLE PRECISION;
