-- A keyed digest of a participant's recruiter id, which matches people of several sites without stating their ids.
CREATE TABLE "person_match" (
    "session_id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "key_digest" TEXT NOT NULL,
    "digest" TEXT NOT NULL,

    CONSTRAINT "person_match_pkey" PRIMARY KEY ("session_id")
);
CREATE INDEX "person_match_study_id_idx" ON "person_match"("study_id");
ALTER TABLE "person_match" ADD CONSTRAINT "person_match_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
