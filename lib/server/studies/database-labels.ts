import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import type { StudyStage } from "@/lib/domain/survey/studies/study-draft.ts";
import type { Outcome as StoredOutcome, Stage as StoredStage } from "../platform/database/generated/enums.ts";

/** Prisma's names cannot contain hyphens; all other code uses the values of the database. */
export function outcomeFromDatabase(stored: StoredOutcome | null): Outcome | null {
  return stored === null ? null : (stored.replace("_", "-") as Outcome);
}

export function stageFromDatabase(stored: StoredStage): StudyStage | "preview" {
  return stored.replace("_", "-") as StudyStage | "preview";
}
