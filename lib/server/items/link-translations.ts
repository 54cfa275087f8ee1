import type { PoolClient } from "pg";
import * as z from "zod";
import { formatRejectedValue } from "@/lib/domain/interchange/rejected-value.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { findTranslationMismatch, type Translation } from "@/lib/domain/items/translation.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ImportTally, NumberedRow } from "./import-report.ts";

/**
 * The original benchmark of a whole file, used if its rows do not state one. The originals are the items with the same
 * IDs in that benchmark.
 */
export type TranslatedBenchmark = Pick<Translation, "benchmark" | "language">;

interface LinkTarget {
  projectId: string;
  benchmarkId: string;
  actorId: string | null;
}

/** A row that may be stored, with the item version that it translates, if any. */
export interface TranslatingRow extends NumberedRow<ItemRow> {
  translates: { originalId: string; language: string } | null;
}

/** Finds the originals of a batch's rows, in their newest versions. Rows whose original does not exist are rejected. */
export async function findOriginals(
  client: PoolClient,
  target: LinkTarget,
  fileTranslation: TranslatedBenchmark | null,
  batch: readonly NumberedRow<ItemRow>[],
  tally: ImportTally,
): Promise<TranslatingRow[]> {
  const rowTranslations = batch.map(
    ({ row }) => row.translation ?? (fileTranslation && { ...fileTranslation, of: row.id }),
  );
  if (rowTranslations.every((translation) => translation === null))
    return batch.map((one) => ({ ...one, translates: null }));
  const originals = await readOriginals(client, target.projectId, rowTranslations);
  return batch.flatMap((one, index): TranslatingRow[] => {
    const translation = rowTranslations[index] ?? null;
    if (!translation) return [{ ...one, translates: null }];
    const original = originals.get(keyOf(translation));
    const problem = findTranslationProblem(target, translation, original, one.row);
    if (problem || !original) {
      const { field, message } = problem ?? { field: "translation", message: "translates no item" };
      tally.reject({ line: one.line, field, message, value: formatRejectedValue(one.row, field) });
      return [];
    }
    return [{ ...one, translates: { originalId: original.id, language: translation.language } }];
  });
}

interface Original {
  id: string;
  benchmarkId: string;
  kind: string;
  options: string[];
  gold: unknown;
}

function findTranslationProblem(
  target: LinkTarget,
  translation: Translation,
  original: Original | undefined,
  row: ItemRow,
) {
  if (!original) {
    const { of, benchmark } = translation;
    return { field: "translation", message: `there is no item "${of}" in the benchmark "${benchmark}"` };
  }
  if (original.benchmarkId === target.benchmarkId) {
    const message = "must be of an item of another benchmark, because a study could ask both items of one benchmark";
    return { field: "translation", message };
  }
  return findTranslationMismatch(original, row);
}

const originalRow = z.strictObject({
  benchmark: z.string(),
  of: z.string(),
  id: z.string(),
  benchmarkId: z.string(),
  kind: z.string(),
  options: json<Original["options"]>(),
  gold: json().nullable(),
});

async function readOriginals(
  client: PoolClient,
  projectId: string,
  rowTranslations: readonly (Translation | null)[],
): Promise<Map<string, Original>> {
  const presentTranslations = rowTranslations.filter((translation) => translation !== null);
  const rows = await manyRows(
    client,
    originalRow,
    sql`SELECT DISTINCT ON (benchmark.name, item.external_id) benchmark.name AS benchmark, item.external_id AS "of",
       item.id,
       item.benchmark_id AS "benchmarkId", item.kind, item.options,
       (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS gold
     FROM unnest(${presentTranslations.map(({ benchmark }) => benchmark)}::text[],
     ${presentTranslations.map(({ of }) => of)}::text[]) AS named (benchmark, item)
     JOIN benchmark ON benchmark.project_id = ${projectId} AND benchmark.name = named.benchmark
     JOIN item_version AS item ON item.benchmark_id = benchmark.id AND item.external_id = named.item
     ORDER BY benchmark.name, item.external_id, item.version DESC`,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function keyOf({ benchmark, of }: Pick<Translation, "benchmark" | "of">): string {
  return JSON.stringify([benchmark, of]);
}

const linkedItemRow = z.strictObject({ translated_id: z.string(), in_use: z.boolean() });

/**
 * Links stored rows to the items that they translate, and returns for each row whether the link is new. A link is not
 * changed if the change would affect the text in an open or paused study that offers the language.
 *
 * @param stored the item versions of the batch's rows
 */
export async function linkTranslations(
  client: PoolClient,
  target: LinkTarget,
  stored: readonly { translates: TranslatingRow["translates"]; itemVersionId: string }[],
): Promise<("none" | "unchanged" | "linked" | "in-use")[]> {
  const links = stored.flatMap(({ translates, itemVersionId }) =>
    translates ? [{ ...translates, itemVersionId }] : [],
  );
  if (links.length === 0) return stored.map(() => "none");
  const rows = await manyRows(
    client,
    linkedItemRow,
    sql`WITH wanted AS (
       SELECT * FROM unnest(${links.map(({ originalId }) => originalId)}::uuid[],
       ${links.map(({ language }) => language)}::text[],
       ${links.map(({ itemVersionId }) => itemVersionId)}::uuid[]) AS named (original_id, language, translated_id)
     ), differing AS (
       SELECT wanted.*, EXISTS (
         SELECT FROM study_item JOIN study ON study.id = study_item.study_id AND study.status IN ('open', 'paused')
         JOIN protocol_version ON protocol_version.id = study.protocol_version_id
         WHERE study_item.item_version_id = wanted.original_id
           AND (study.language = wanted.language OR protocol_version.document -> 'translations' ? wanted.language)
       ) AS in_use
       FROM wanted LEFT JOIN item_translation AS link
         ON link.item_version_id = wanted.original_id AND link.language = wanted.language
       WHERE link.translated_id IS DISTINCT FROM wanted.translated_id
     ), made AS (
       INSERT INTO item_translation (item_version_id, language, translated_id, created_by_id)
       SELECT original_id, language, translated_id, ${target.actorId} FROM differing WHERE NOT in_use
       ON CONFLICT (item_version_id, language) DO UPDATE
         SET translated_id = excluded.translated_id, created_by_id = excluded.created_by_id,
         created_at = clock_timestamp()
     )
     SELECT translated_id, in_use FROM differing`,
  );
  const isInUseById = new Map<string, boolean>(rows.map((row) => [row.translated_id, row.in_use]));
  return stored.map(({ translates, itemVersionId }) => {
    if (!translates) return "none";
    const isInUse = isInUseById.get(itemVersionId);
    return isInUse === undefined ? "unchanged" : isInUse ? "in-use" : "linked";
  });
}
