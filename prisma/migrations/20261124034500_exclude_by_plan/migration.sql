-- Marks that a rule of the analysis plan sets as answers arrive. Those that a button set by the same rule become its marks.
ALTER TABLE "exclusion" ADD COLUMN     "actor" TEXT NOT NULL DEFAULT 'person',
ADD COLUMN     "revoke_reason" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "rule" TEXT NOT NULL DEFAULT '',
ALTER COLUMN "created_by_id" DROP NOT NULL;

UPDATE exclusion SET actor = 'plan', rule = 'exclusions.missedChecks: ' || substring(note from '^Plan: ([0-9]+)')
WHERE reason = 'missed-checks' AND note ~ '^Plan: [0-9]+ or more';

-- Reversals of a plan's marks make results "planned, amended after data".
CREATE INDEX "exclusion_reversed_idx" ON "exclusion" ("study_id", "revoked_at") WHERE actor = 'plan' AND revoked_at IS NOT NULL;
