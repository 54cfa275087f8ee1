-- CreateIndex
CREATE INDEX "assignment_event_session_id_idx" ON "assignment_event"("session_id");
