-- Deleting predictions looks for the findings about them.
CREATE INDEX "parity_finding_prediction_id_idx" ON "parity_finding"("prediction_id");
