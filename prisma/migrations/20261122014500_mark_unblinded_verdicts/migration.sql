-- Who has read what models answered, and the verdicts that were given afterwards.
ALTER TABLE "annotation_activity" ADD COLUMN     "unblinded_at" TIMESTAMPTZ(6);
ALTER TABLE "annotation_verdict" ADD COLUMN     "is_unblinded" BOOLEAN NOT NULL DEFAULT false;
