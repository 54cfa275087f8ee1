import * as z from "zod";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import { paperPlan } from "@/lib/domain/replicate/paper-plans.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { makePaperStudy, paperStudySlug } from "./make-paper-study.ts";
import type { ReplicationData } from "./opened-items.ts";

/** A study of a replication, and the kind of items that it asks. */
export interface ReplicationStudy {
  id: string;
  slug: string;
  kind: string;
}

const studyRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  benchmarkId: z.string(),
  benchmark: z.string(),
  kind: z.string().nullable(),
});

const studyItemRow = z.strictObject({ id: z.string(), hash: z.string() });

/** The named study, with its benchmark. */
export interface NamedStudy extends ReplicationStudy {
  benchmark: { id: string; name: string };
}

/**
 * The study of `--study`: one of the project about items of the paper, all of which are in the data with the same text,
 * and which asks all items of its kind unless the paper draws some. Throws an AppError that names the field `study`
 * otherwise.
 */
export async function requireReplicationStudy(
  projectId: string,
  slug: string,
  paper: ReplicatedPaper,
  data: ReplicationData,
): Promise<NamedStudy> {
  const found = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT study.id, study.slug, study.benchmark_id AS "benchmarkId", benchmark.name AS benchmark,
       (SELECT item.kind FROM study_item JOIN item_version AS item ON item.id = item_version_id
        WHERE study_id = study.id ORDER BY study_item.ordinal LIMIT 1) AS kind
     FROM study JOIN benchmark ON benchmark.id = study.benchmark_id
     WHERE study.project_id = ${projectId} AND study.slug = ${slug}`,
  );
  if (!found) throw new AppError("invalid", `there is no study "${slug}"`, "study");
  const { kind } = found;
  if (kind === null || !paper.kinds.includes(kind))
    throw new AppError("invalid", `the study "${slug}" asks no items of ${paper.label}`, "study");
  const items = await manyRows(
    pool(),
    studyItemRow,
    sql`SELECT item.external_id AS id, item.content_hash AS hash FROM study_item
     JOIN item_version AS item ON item.id = study_item.item_version_id WHERE study_item.study_id = ${found.id}`,
  );
  const other = items.find(({ id, hash }) => data.hashes.get(id) !== hash);
  if (other)
    throw new AppError(
      "invalid",
      `the items of the study "${slug}" differ from the data: ${other.id} ${data.hashes.has(other.id) ? "has another text" : "is not among them"}`,
      "study",
    );
  const asked = new Set(items.map(({ id }) => id));
  const unasked = [...data.kindOf].find(([id, own]) => own === kind && !asked.has(id));
  const draws = paper.studies.some((recipe) => recipe.kind === kind && recipe.drawsItems);
  if (unasked && !draws)
    throw new AppError(
      "invalid",
      `the items of the study "${slug}" differ from the data: it does not ask ${unasked[0]}`,
      "study",
    );
  return { id: found.id, slug, kind, benchmark: { id: found.benchmarkId, name: found.benchmark } };
}

/** The studies of a paper about a benchmark: existing ones, or new ones from the paper's presets. */
export async function findOrMakeStudies(
  actor: Actor,
  projectId: string,
  about: { paper: ReplicatedPaper; benchmarkId: string; data: ReplicationData; named: NamedStudy | null },
): Promise<{ studies: ReplicationStudy[]; missing: MissingPart[] }> {
  const studies: ReplicationStudy[] = about.named ? [about.named] : [];
  const missing: MissingPart[] = [];
  for (const recipe of about.paper.studies) {
    if (studies.some(({ kind }) => kind === recipe.kind) || !about.data.kinds.has(recipe.kind)) continue;
    const slug = paperStudySlug(about.paper, recipe, about.data.hash);
    const known = await maybeRow(
      pool(),
      z.strictObject({ id: z.string() }),
      sql`SELECT id FROM study WHERE project_id = ${projectId} AND benchmark_id = ${about.benchmarkId}
        AND slug = ${slug}`,
    );
    if (known) {
      studies.push({ id: known.id, slug, kind: recipe.kind });
      continue;
    }
    try {
      const { id } = await makePaperStudy(actor, projectId, { recipe, slug, ...about });
      const plan = paperPlan(recipe.preset, about.data.attributes);
      if (plan) await saveAnalysisPlan(actor, id, plan, "");
      studies.push({ id, slug, kind: recipe.kind });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      missing.push({ what: `the study “${recipe.name}”`, why: error.message });
    }
  }
  return { studies, missing };
}
