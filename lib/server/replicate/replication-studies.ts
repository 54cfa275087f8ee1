import * as z from "zod";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import { paperPlan } from "@/lib/domain/replicate/paper-plans.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import type { StudyRecipe } from "@/lib/domain/replicate/recipes.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";
import { hasNothingToHighlight } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { matchesFilter } from "@/lib/domain/survey/studies/item-table.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { readNewestItems } from "../studies/study-items.ts";
import { createPaperStudy, paperStudySlug } from "./make-paper-study.ts";
import type { ReplicationData } from "./opened-items.ts";

/** A study of a replication, and the kind of items that it asks. */
export interface ReplicationStudy {
  id: string;
  slug: string;
  kind: string;
  /** The part of the items that its recipe asks; null for all items. */
  part: string | null;
}

const studyRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  benchmarkId: z.string(),
  benchmark: z.string(),
  kind: z.string().nullable(),
  design: json(),
});

const studyItemRow = z.strictObject({ id: z.string(), hash: z.string(), isAdded: z.boolean() });

/** The named study, with its benchmark and the recipe that it replaces. */
export interface NamedStudy extends ReplicationStudy {
  benchmark: { id: string; name: string };
  recipe: StudyRecipe;
}

/**
 * The study named by `--study`. It must belong to the project, and be about items of the paper that are in the data
 * with the same text. It must ask all items of its kind, unless the paper draws a sample. Otherwise throws an AppError
 * at the field `study`.
 */
export async function requireReplicationStudy(
  projectId: string,
  slug: string,
  paper: ReplicatedPaper,
  data: ReplicationData,
): Promise<NamedStudy> {
  const storedStudy = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT study.id, study.slug, study.benchmark_id AS "benchmarkId", benchmark.name AS benchmark, study.design,
       (SELECT item.kind FROM study_item JOIN item_version AS item ON item.id = item_version_id
        WHERE study_id = study.id ORDER BY study_item.ordinal LIMIT 1) AS kind
     FROM study JOIN benchmark ON benchmark.id = study.benchmark_id
     WHERE study.project_id = ${projectId} AND study.slug = ${slug}`,
  );
  if (!storedStudy) throw new AppError("invalid", `there is no study "${slug}"`, "study");
  const { kind } = storedStudy;
  if (kind === null || !paper.kinds.includes(kind))
    throw new AppError("invalid", `the study "${slug}" asks no items of ${paper.label}`, "study");
  const items = await manyRows(
    pool(),
    studyItemRow,
    sql`SELECT item.external_id AS id, item.content_hash AS hash,
       coalesce(item.attributes ->> 'role' = 'filler', false) AS "isAdded" FROM study_item
     JOIN item_version AS item ON item.id = study_item.item_version_id WHERE study_item.study_id = ${storedStudy.id}`,
  );
  // A study of expressions adds true assertions, which the data need not contain.
  const differingItem = items.find(
    ({ id, hash, isAdded }) => data.hashes.get(id) !== hash && (!isAdded || data.hashes.has(id)),
  );
  if (differingItem)
    throw new AppError(
      "invalid",
      `the items of the study "${slug}" differ from the data: ${differingItem.id} ${data.hashes.has(differingItem.id) ? "has another text" : "is not among them"}`,
      "study",
    );
  const recipe = findRecipe(paper, kind, designSchema.parse(storedStudy.design));
  if (!recipe) throw new AppError("invalid", `the study "${slug}" asks no items of ${paper.label}`, "study");
  const askedItemIds = new Set(items.map(({ id }) => id));
  const unaskedItem = recipe.drawsItems
    ? undefined
    : (await listExpectedItems(storedStudy.benchmarkId, recipe, data)).find((id) => !askedItemIds.has(id));
  if (unaskedItem !== undefined)
    throw new AppError(
      "invalid",
      `the items of the study "${slug}" differ from the data: it does not ask ${unaskedItem}`,
      "study",
    );
  const benchmark = { id: storedStudy.benchmarkId, name: storedStudy.benchmark };
  return { id: storedStudy.id, slug, kind, part: recipe.part?.id ?? null, benchmark, recipe };
}

/** The recipe that a study with this design replaces: that of a part if the study has only conditions of the part. */
function findRecipe({ studies }: ReplicatedPaper, kind: string, { factors }: Design): StudyRecipe | undefined {
  const kindRecipes = studies.filter((recipe) => recipe.kind === kind);
  const isOfPart = ({ part }: StudyRecipe) =>
    part !== undefined &&
    Object.entries(part.conditions).every(([name, levels]) => {
      const usedLevels = factors.find((factor) => factor.name === name)?.levels ?? [];
      return usedLevels.length > 0 && usedLevels.every((level) => levels.includes(level));
    });
  return kindRecipes.find(isOfPart) ?? kindRecipes.find(({ part }) => !part);
}

/**
 * The names of the items in the data that a recipe asks: all items of its kind, or the items of its part that have
 * every highlighted mark.
 */
async function listExpectedItems(
  benchmarkId: string,
  { kind, part }: StudyRecipe,
  { kindOf }: ReplicationData,
): Promise<string[]> {
  const kindItemIds = [...kindOf].flatMap(([id, itemKind]) => (itemKind === kind ? [id] : []));
  if (!part) return kindItemIds;
  const levels = Object.fromEntries(Object.entries(part.conditions).map(([factor, [level = ""]]) => [factor, level]));
  const storedItems = new Map((await readNewestItems(benchmarkId)).map((item) => [item.externalId, item]));
  return kindItemIds.filter((id) => {
    const storedItem = storedItems.get(id);
    return (
      !storedItem ||
      (matchesFilter(part.items, storedItem.attributes) && !hasNothingToHighlight(storedItem.item, levels))
    );
  });
}

/** Finds the studies of a paper about a benchmark, and creates missing studies from the paper's presets. */
export async function findOrCreateStudies(
  actor: Actor,
  projectId: string,
  about: { paper: ReplicatedPaper; benchmarkId: string; data: ReplicationData; named: NamedStudy | null },
): Promise<{ studies: ReplicationStudy[]; missing: MissingPart[] }> {
  const studies: ReplicationStudy[] = [];
  const missing: MissingPart[] = [];
  for (const recipe of about.paper.studies) {
    if (about.named?.recipe === recipe) {
      studies.push(about.named);
      continue;
    }
    if (!about.data.kinds.has(recipe.kind)) continue;
    const part = recipe.part?.id ?? null;
    const defaultSlug = paperStudySlug(about.paper, recipe, about.data.hash);
    const { known, slug } = await findPaperStudy(projectId, about.benchmarkId, defaultSlug);
    if (known !== null) {
      studies.push({ id: known, slug, kind: recipe.kind, part });
      continue;
    }
    try {
      const { id } = await createPaperStudy(actor, projectId, { recipe, slug, ...about });
      const plan = paperPlan(recipe, about.data.attributes);
      if (plan) await saveAnalysisPlan(actor, id, plan, "");
      studies.push({ id, slug, kind: recipe.kind, part });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      missing.push({ what: `the study “${recipe.name}”`, why: error.message });
    }
  }
  return { studies, missing: [...missing, ...(await listStudiesWithoutTruth(studies))] };
}

const slugOnlyRow = z.strictObject({ slug: z.string() });

/** The studies of expressions in which every assertion is false, as missing parts. */
async function listStudiesWithoutTruth(studies: readonly ReplicationStudy[]): Promise<MissingPart[]> {
  const ids = studies.filter(({ kind }) => kind === "yes-no").map(({ id }) => id);
  const rows = await manyRows(
    pool(),
    slugOnlyRow,
    sql`SELECT slug FROM study WHERE id = ANY(${ids}::uuid[]) AND NOT EXISTS (
       SELECT FROM study_item JOIN item_version AS item ON item.id = item_version_id
       WHERE study_id = study.id AND item.attributes ->> 'role' = 'filler') ORDER BY slug`,
  );
  return rows.map(({ slug }) => ({
    what: `true assertions in the study ${slug}`,
    why: "too few facts have an expression that can also state the true object",
  }));
}

const slugRow = z.strictObject({ id: z.string(), slug: z.string(), isHere: z.boolean() });

/**
 * The ID and slug of an existing study of the benchmark; if it does not exist, null and a free slug. Slugs are unique
 * in an installation: if the usual slug belongs to a study of another project or benchmark, a part of the benchmark's
 * ID is added.
 */
async function findPaperStudy(
  projectId: string,
  benchmarkId: string,
  usual: string,
): Promise<{ known: string | null; slug: string }> {
  const uniqueSlug = `${usual}-${benchmarkId.slice(0, 8)}`;
  const rows = await manyRows(
    pool(),
    slugRow,
    sql`SELECT id, slug, project_id = ${projectId} AND benchmark_id = ${benchmarkId} AS "isHere" FROM study
     WHERE slug = ANY(${[usual, uniqueSlug]}::text[])`,
  );
  const known = rows.find(({ isHere }) => isHere);
  if (known) return { known: known.id, slug: known.slug };
  return { known: null, slug: rows.length > 0 ? uniqueSlug : usual };
}
