-- When a recruiter last said anything tells whether a stored ledger is stale.
CREATE INDEX "recruiter_event_project_id_source_received_at_idx" ON "recruiter_event"("project_id", "source", "received_at");
