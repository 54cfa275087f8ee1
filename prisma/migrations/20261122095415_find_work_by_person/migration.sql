-- What one person has judged and reviewed, in "My work".
CREATE INDEX "annotation_verdict_author_id_idx" ON "annotation_verdict"("author_id");
CREATE INDEX "annotation_review_reviewer_id_idx" ON "annotation_review"("reviewer_id");
