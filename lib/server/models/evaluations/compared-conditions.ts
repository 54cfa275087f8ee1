import * as z from "zod";
import type { ConditionLevels, ItemKind } from "@/lib/domain/items/kinds/item-kind.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { storedCorrespondence } from "@/lib/domain/results/model/correspondence.ts";
import { findCounterparts } from "@/lib/domain/results/model/match-predictions.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { conditionsOfKind } from "@/lib/domain/survey/kinds/design-variants.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const studyRow = z.strictObject({ name: z.string(), design: json(), correspondence: json().nullable() });

/** Maximum number of listed studies: more would not fit into a form. */
const maxStudies = 20;

/**
 * Lists the conditions of an evaluation with their names and the corresponding conditions of people, in the given study
 * or in the newest studies that ask items of this kind. Reads no items and no answers.
 */
export async function listComparedConditions(
  conditions: readonly ConditionLevels[],
  { kind, benchmarkId, studyId }: { kind: ItemKind; benchmarkId: string; studyId: string | null },
): Promise<{ label: string; comparedWith: string[] }[]> {
  const rows = await manyRows(
    pool(),
    studyRow,
    sql`SELECT study.name, study.design, study.correspondence FROM study
     WHERE study.benchmark_id = ${benchmarkId} AND (${studyId}::uuid IS NULL OR study.id = ${studyId})
       AND study.stage IN ('pilot', 'main', 'simulation') AND EXISTS (
         SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
         WHERE study_item.study_id = study.id AND item.kind = ${kind.name})
     ORDER BY study.created_at DESC, study.id LIMIT ${maxStudies}`,
  );
  const studies = rows.map(({ name, design, correspondence }) => {
    const studyDesign = designSchema.parse(design);
    const studyConditions = conditionsOfKind(studyDesign, kind.name).map((levels) => ({
      id: conditionKey(levels),
      levels,
    }));
    return {
      name,
      conditions: studyConditions,
      correspondence: storedCorrespondence(correspondence, studyDesign.factors),
    };
  });
  return conditions.map((levels) => ({
    label: conditionKey(levels).replaceAll(";", ", "),
    comparedWith: studies.flatMap(({ name, conditions: known, correspondence }) => {
      const matchingIds = new Set(
        findCounterparts(levels, known, correspondence).matches.map(({ conditionId }) => conditionId),
      );
      return known.flatMap((one) => (matchingIds.has(one.id) ? [`${name}: ${conditionLabel(kind, one.levels)}`] : []));
    }),
  }));
}
