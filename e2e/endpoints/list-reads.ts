import * as z from "zod";
import { exportLevels } from "../../lib/domain/interchange/export-study-columns.ts";
import { taskFormats } from "../../lib/domain/interchange/model-tasks/task-files.ts";
import { cellViewTitles } from "../../lib/domain/results/views/cell-views.ts";
import { coursePages } from "../../lib/domain/results/views/course-view.ts";
import { viewTitles } from "../../lib/domain/results/views/study-views.ts";
import { collectionExportFormats as collectionFormats } from "../../lib/server/annotation/export/export-collection.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows } from "../../lib/server/platform/database/rows.ts";
import { exportFormats } from "../../lib/server/studies/export/export-files.ts";
import { type EndpointParams, endpoints } from "./endpoints.ts";

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
  "/api/v1/studies/[study]/course/[file]": coursePages.map((of) => `?of=${of}`),
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
export function listReads(places: readonly EndpointParams[]): string[] {
  return [...new Set(readsByRoute().flatMap((read) => places.map(read)))];
}

/**
 * Every GET of the table of endpoints once: for the first of these places where it is the one with the most answers, and
 * for the others in turn.
 */
export function listReadsInTurn([first, ...others]: readonly EndpointParams[]): string[] {
  const reads = readsByRoute();
  const richest = first ? reads.map((read) => read(first)) : [];
  return [
    ...new Set([
      ...richest,
      ...reads.flatMap((read, index) =>
        others
          .slice(index % others.length)
          .slice(0, 1)
          .map(read),
      ),
    ]),
  ];
}

/** Each route and each of its variants, as a function from a place to the address. */
function readsByRoute(): ((places: EndpointParams) => string)[] {
  return Object.entries(endpoints).flatMap(([route, { GET }]) =>
    GET
      ? [
          (places: EndpointParams) => GET.path(places),
          ...(variants[route] ?? []).map(
            (variant) => (places: EndpointParams) => withVariant(GET.path(places), variant),
          ),
        ]
      : [],
  );
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

/** The places with each study of their project, its benchmark, a session and an item; most answers first. */
export async function placesOfStudies(places: EndpointParams): Promise<EndpointParams[]> {
  const studies = await manyRows(
    pool(),
    studyRow,
    `SELECT study.id AS study, study.slug, study.benchmark_id AS benchmark,
       (SELECT id FROM session WHERE study_id = study.id AND outcome = 'complete' ORDER BY id LIMIT 1) AS session,
       (SELECT item_version_id FROM study_item WHERE study_id = study.id ORDER BY ordinal LIMIT 1) AS item
     FROM study WHERE study.project_id = $1
     ORDER BY (SELECT count(*) FROM response WHERE study_id = study.id) DESC, study.slug`,
    [places.project],
  );
  return studies.map(({ item, ...one }) => ({ ...places, ...one, item: item ?? places.item }));
}
