-- Findings are looked up by study and answer. Nothing asks for those of one parity any more, since pages read counts; and while a table
-- has no statistics the planner took this index for the key, and read all findings of a study for each answer.
-- DropIndex
DROP INDEX "parity_finding_study_id_parity_idx";
