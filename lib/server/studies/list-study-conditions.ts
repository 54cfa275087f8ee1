import * as z from "zod";
import { labelledFactors } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { db } from "../platform/database/client.ts";
import type { StudyFacts } from "./get-study.ts";

const levels = z.record(z.string(), z.string());

/**
 * The conditions of an opened study, in order; empty before the design is generated.
 *
 * @param study a result of `getStudy`, which has checked the right
 */
export async function listStudyConditions(
  study: Pick<StudyFacts, "id" | "itemKind" | "design">,
): Promise<{ id: string; label: string }[]> {
  const conditions = await db().condition.findMany({
    where: { studyId: study.id },
    orderBy: { ordinal: "asc" },
    select: { id: true, levels: true },
  });
  const kind = labelledFactors(study);
  return conditions.map((condition) => ({
    id: condition.id,
    label: conditionLabel(kind, levels.parse(condition.levels)),
  }));
}
