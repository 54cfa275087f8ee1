import * as z from "zod";
import { exportLevels } from "../../lib/domain/interchange/export-study-columns.ts";
import { taskFormats } from "../../lib/domain/interchange/model-tasks/task-files.ts";
import { cellViewTitles } from "../../lib/domain/results/views/cell-views.ts";
import { viewTitles } from "../../lib/domain/results/views/study-views.ts";
import { collectionExportFormats as collectionFormats } from "../../lib/server/annotation/export/export-collection.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows } from "../../lib/server/platform/database/rows.ts";
import { exportFormats } from "../../lib/server/studies/export/export-files.ts";
import { endpoints, type Places } from "./endpoints.ts";

/** Further variants of a route: queries, or other last parts of the path. New formats are included automatically. */
const variants: Record<string, readonly string[]> = {
  "/api/v1/studies/[study]/export": [
    ...exportFormats.map((format) => `?format=${format}`),
    ...exportLevels.map((level) => `?level=${level}`),
  ],
  "/api/v1/studies/[study]/analysis/[file]": ["summary.json"],
  "/api/v1/studies/[study]/tables/[view]/[file]": [
    "../interactions/sentences.md",
    "../page/comparisons.csv",
    "../languages/languages.csv",
  ],
  "/api/v1/studies/[study]/course/[file]": [
    "live",
    "flow",
    "checks",
    "stages",
    "planner",
    "plan-plan",
    "plan-curves",
  ].map((of) => `?of=${of}`),
  "/api/v1/studies/[study]/errors/[file]": ["evaluation.csv"],
  "/api/v1/benchmarks/[benchmark]/beliefs/[file]": ["tuning.tex", "open-questions.md", "model-pairs.csv"],
  "/api/v1/benchmarks/[benchmark]/tasks": taskFormats.flatMap((format) =>
    ["true-false", "yes-no", "consistency"].map((kind) => `?kind=${kind}&format=${format}`),
  ),
  "/api/v1/annotation/collections/[collection]/export": collectionFormats.map(
    (format) => `?format=${format}&which=all`,
  ),
  "/api/v1/annotation/collections/[collection]/audit/[file]": ["story-guesses.csv?which=all"],
  "/research/annotation/[collection]/audit": ["?which=all"],
  "/research/studies/[study]/results/tables": cellViewTitles.map(({ id }) => `?view=${id}`),
  "/research/studies/[study]/results/analyses": viewTitles.map(({ id }) => `?view=${id}`),
};

/** Every GET of the table of endpoints, for each study and set of items of these places, each address once. */
export function listReads(places: readonly Places[]): string[] {
  const reads = new Set<string>();
  for (const [route, methods] of Object.entries(endpoints)) {
    if (!methods.GET) continue;
    for (const one of places) {
      const path = methods.GET.path(one);
      reads.add(path);
      for (const variant of variants[route] ?? []) reads.add(withVariant(path, variant));
    }
  }
  return [...reads];
}

function withVariant(path: string, variant: string): string {
  if (variant.startsWith("?")) return path.split("?")[0] + variant;
  const url = new URL(variant, new URL(path, "http://localhost"));
  return url.pathname + url.search;
}

const studyRow = z.strictObject({
  study: z.string(),
  slug: z.string(),
  benchmark: z.string(),
  session: z.string().nullable(),
  item: z.string().nullable(),
});

/** The places with each study of their project, its benchmark, a session and an item. */
export async function placesOfStudies(places: Places): Promise<Places[]> {
  const studies = await manyRows(
    pool(),
    studyRow,
    `SELECT study.id AS study, study.slug, study.benchmark_id AS benchmark,
       (SELECT id FROM session WHERE study_id = study.id AND outcome = 'complete' ORDER BY id LIMIT 1) AS session,
       (SELECT item_version_id FROM study_item WHERE study_id = study.id ORDER BY ordinal LIMIT 1) AS item
     FROM study WHERE study.project_id = $1 ORDER BY study.slug`,
    [places.project],
  );
  return studies.map(({ item, ...one }) => ({ ...places, ...one, item: item ?? places.item }));
}
