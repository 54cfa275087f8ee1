import * as z from "zod";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { presentationOf } from "@/lib/domain/survey/step-presentation.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { AppError } from "../../platform/errors/app-error.ts";

const askableStudyRow = z.strictObject({ id: z.string(), name: z.string(), items: z.number() });

export type AskableStudy = z.infer<typeof askableStudyRow>;

/** The studies in whose words a benchmark's items of one kind can be asked: those that have laid out such items. */
export async function listAskableStudies(
  actor: Actor,
  about: { projectId: string; benchmarkId: string; kind: string },
): Promise<AskableStudy[]> {
  requireRight(actor, "research.read", about.projectId);
  const rows = await manyRows(
    pool(),
    askableStudyRow,
    `SELECT study.id, study.name, count(*)::int AS items
     FROM study JOIN study_item ON study_item.study_id = study.id
     JOIN item_version AS item ON item.id = study_item.item_version_id AND item.kind = $3
     WHERE study.project_id = $1 AND study.benchmark_id = $2 AND study.protocol_version_id IS NOT NULL
     GROUP BY study.id ORDER BY lower(study.name), study.id`,
    [about.projectId, about.benchmarkId, about.kind],
  );
  return rows;
}

const studyWordRow = z.strictObject({ name: z.string(), language: z.string(), protocol: json() });

/** A study's words around items of a kind, as they stand now. An evaluation keeps them, whatever the study says later. */
export async function readStudyWords(
  studyId: string,
  { projectId, benchmarkId, kind }: { projectId: string; benchmarkId: string; kind: string },
): Promise<NonNullable<EvaluationPlan["study"]>> {
  const row = await maybeRow(
    pool(),
    studyWordRow,
    `SELECT study.name, study.language, protocol_version.document AS protocol
     FROM study JOIN protocol_version ON protocol_version.id = study.protocol_version_id
     WHERE study.id = $1 AND study.project_id = $2 AND study.benchmark_id = $3 AND EXISTS (
       SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       WHERE study_item.study_id = study.id AND item.kind = $4)`,
    [studyId, projectId, benchmarkId, kind],
  );
  if (!row) throw new AppError("invalid", "must be a study of these items", "study");
  const {
    wording = {},
    layout,
    titles,
    marks,
  } = presentationOf(protocolSchema.parse(row.protocol), kind, row.language);
  return {
    id: studyId,
    name: row.name,
    wording: { ...wording },
    layout: layout ?? "story-then-question",
    titles: titles ?? false,
    ...(marks ? { marks: { event: [...marks.event], knowledge: [...marks.knowledge] } } : {}),
  };
}
