import type { PoolClient } from "pg";
import * as z from "zod";
import { type ImportSummary, importSummarySchema } from "@/lib/domain/beliefs/import-summary.ts";
import { parseSources, type SourceSet } from "@/lib/domain/beliefs/sources.ts";
import { categoriesWithTemplates, parseTemplates, type TemplateSet } from "@/lib/domain/beliefs/templates.ts";
import { type BeliefTuple, formatTuple, parseTuple } from "@/lib/domain/beliefs/tuple.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/** The source of a benchmark of expressions. */
export interface BeliefSource {
  tuples: BeliefTuple[];
  templates: TemplateSet;
  sources: SourceSet;
  seed: string;
  allTemplates: boolean;
  importSummary: ImportSummary;
}

/** A source in file format: templates and sources in the authors' JSON shape. */
export interface NewBeliefSource extends Omit<BeliefSource, "templates" | "sources"> {
  templateFile: unknown;
  sourceFile: unknown;
}

/** Stores the source of a benchmark. A benchmark has one source; generating from another file replaces it. */
export async function saveBeliefSource(
  client: PoolClient,
  benchmarkId: string,
  source: NewBeliefSource,
  createdById: string | null,
): Promise<void> {
  await client.query(
    sql`INSERT INTO belief_source AS kept (benchmark_id, tuples, templates, sources, seed, all_templates,
     import_summary, created_by_id)
     VALUES (${benchmarkId}, ${JSON.stringify(source.tuples.map(formatTuple))},
     ${JSON.stringify(source.templateFile)}, ${JSON.stringify(source.sourceFile)}, ${source.seed},
     ${source.allTemplates}, ${JSON.stringify(source.importSummary)}, ${createdById})
     ON CONFLICT (benchmark_id) DO UPDATE SET tuples = excluded.tuples, templates = excluded.templates,
       sources = excluded.sources, seed = excluded.seed, all_templates = excluded.all_templates,
       import_summary = excluded.import_summary,
       created_at = clock_timestamp(), created_by_id = excluded.created_by_id`,
  );
}

const sourceRow = z.strictObject({
  tuples: z.array(z.unknown()),
  templates: json(),
  sources: json(),
  seed: z.string(),
  all_templates: z.boolean(),
  import_summary: importSummarySchema,
});

/** The source of a benchmark; null if its items came from elsewhere. */
export async function readBeliefSource(benchmarkId: string): Promise<BeliefSource | null> {
  const row = await maybeRow(
    pool(),
    sourceRow,
    sql`SELECT tuples, templates, sources, seed, all_templates, import_summary FROM belief_source
      WHERE benchmark_id = ${benchmarkId}`,
  );
  if (!row) return null;
  const templates = parseTemplates(row.templates);
  const sources = parseSources(row.sources);
  if (!templates.ok || !sources.ok) throw new Error(`the source of benchmark ${benchmarkId} can no longer be read`);
  const tuples = row.tuples.map((stored) => {
    const parsed = parseTuple(stored);
    if (!parsed.ok) throw new Error(`a stored fact of benchmark ${benchmarkId} can no longer be read: ${parsed.field}`);
    return parsed.tuple;
  });
  const { seed, all_templates: allTemplates, import_summary: importSummary } = row;
  return { tuples, templates: templates.templates, sources: sources.sources, seed, allTemplates, importSummary };
}

const importSummaryRow = z.strictObject({
  import_summary: json(),
  templates: json(),
  seed: z.string(),
  all_templates: z.boolean(),
});

/** The source without its many facts. */
export interface BeliefSourceOverview {
  importSummary: ImportSummary;
  seed: string;
  allTemplates: boolean;
  /** The categories of its templates. */
  categories: ReturnType<typeof categoriesWithTemplates>;
}

/** Reads only the import summary, the settings and the categories of the templates, which are small. */
export async function readImportSummary(benchmarkId: string): Promise<BeliefSourceOverview | null> {
  const row = await maybeRow(
    pool(),
    importSummaryRow,
    sql`SELECT import_summary, templates, seed, all_templates FROM belief_source WHERE benchmark_id = ${benchmarkId}`,
  );
  if (!row) return null;
  const parsedTemplates = parseTemplates(row.templates);
  return {
    categories: parsedTemplates.ok ? categoriesWithTemplates(parsedTemplates.templates) : [],
    importSummary: importSummarySchema.parse(row.import_summary),
    seed: row.seed,
    allTemplates: row.all_templates,
  };
}
