import * as z from "zod";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { type Correspondence, storedCorrespondence } from "@/lib/domain/results/model/correspondence.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { conditionsOfKind } from "@/lib/domain/survey/kinds/design-variants.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";

const askableStudyRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Whether the study is a pilot or a main study that is not archived, simulated or a rehearsal. */
  isReal: z.boolean(),
  items: z.number(),
});

export type AskableStudy = z.infer<typeof askableStudyRow>;

/**
 * The studies whose design contains a benchmark's items of one kind, so that the items can be asked with the texts of
 * the study. Pilots and main studies come first, each group from new to old.
 */
export async function listAskableStudies(
  actor: Actor,
  about: { projectId: string; benchmarkId: string; kind: string },
): Promise<AskableStudy[]> {
  requireRight(actor, "research.read", about.projectId);
  const rows = await manyRows(
    pool(),
    askableStudyRow,
    sql`SELECT study.id, study.name, study.slug, count(*)::int AS items,
       study.stage IN ('pilot', 'main') AND study.archived_at IS NULL AS "isReal"
     FROM study JOIN study_item ON study_item.study_id = study.id
     JOIN item_version AS item ON item.id = study_item.item_version_id AND item.kind = ${about.kind}
     WHERE study.project_id = ${about.projectId} AND study.benchmark_id = ${about.benchmarkId}
     AND study.protocol_version_id IS NOT NULL
     GROUP BY study.id ORDER BY "isReal" DESC, study.created_at DESC, study.id`,
  );
  return rows;
}

const askedStudyRow = z.strictObject({
  name: z.string(),
  language: z.string(),
  protocol: json(),
  design: json(),
  correspondence: json().nullable(),
});

/** The parts of a study that an evaluation uses: the texts around an item, the conditions, and the correspondence. */
export interface AskedStudy {
  words: NonNullable<EvaluationPlan["study"]>;
  conditions: ConditionLevels[];
  correspondence: Correspondence;
}

/** A study's current texts and conditions for items of a kind. An evaluation keeps them even if the study changes. */
export async function readAskedStudy(
  studyId: string,
  { projectId, benchmarkId, kind }: { projectId: string; benchmarkId: string; kind: string },
): Promise<AskedStudy> {
  const row = await maybeRow(
    pool(),
    askedStudyRow,
    sql`SELECT study.name, study.language, protocol_version.document AS protocol, study.design, study.correspondence
     FROM study JOIN protocol_version ON protocol_version.id = study.protocol_version_id
     WHERE study.id = ${studyId} AND study.project_id = ${projectId} AND study.benchmark_id = ${benchmarkId}
     AND EXISTS (
       SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       WHERE study_item.study_id = study.id AND item.kind = ${kind})`,
  );
  if (!row) throw new AppError("invalid", "must be a study of these items", "study");
  const {
    wording = {},
    layout,
    titles,
    marks,
  } = buildPresentation(protocolSchema.parse(row.protocol), kind, row.language);
  const design = designSchema.parse(row.design);
  return {
    words: {
      id: studyId,
      name: row.name,
      wording: { ...wording },
      layout: layout ?? "story-then-question",
      titles: titles ?? false,
      ...(marks ? { marks: { event: [...marks.event], knowledge: [...marks.knowledge] } } : {}),
    },
    conditions: conditionsOfKind(design, kind),
    correspondence: storedCorrespondence(row.correspondence, design.factors),
  };
}
