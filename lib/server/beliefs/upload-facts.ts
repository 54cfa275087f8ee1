import type { PoolClient } from "pg";
import * as z from "zod";
import type { FactImport, ImportSummary } from "@/lib/domain/beliefs/import-summary.ts";
import { parseTemplates, type TemplateSet } from "@/lib/domain/beliefs/templates.ts";
import { type BeliefTuple, formatTuple } from "@/lib/domain/beliefs/tuple.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { withSpooledUpload } from "../imports/upload.ts";
import { findOrCreateBenchmark } from "../items/benchmark-by-name.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { saveBeliefSource } from "./belief-source.ts";
import { hasExpressions } from "./make-expressions.ts";
import { readFactsInThread } from "./read-facts-in-thread.ts";
import { shippedContent } from "./shipped-content.ts";
import { summariseTemplates } from "./templates-summary.ts";

export const factUploadSchema = z.strictObject({
  benchmark: requiredText(200),
  format: z.enum(["authors", "popqa"]),
  seed: requiredText(60).default("42"),
  fileName: boundedText(300).default(""),
});

/**
 * Imports a file of facts as a new benchmark: the facts are stored with the outcome of every row. Expressions can then
 * be generated from them. Importing the same file twice changes nothing. Other facts for a benchmark that already has
 * expressions are refused, because those expressions would lose their facts.
 */
export async function uploadFacts(
  actor: Actor,
  projectId: string,
  upload: z.infer<typeof factUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<FactImport> {
  requireRight(actor, "research.write", projectId);
  const seed = upload.seed.trim();
  const { tuples, importSummary: read } = await withSpooledUpload(body, (path) =>
    readFactsInThread(path, upload.format, seed),
  );
  const importSummary: ImportSummary = {
    ...read,
    fileName: upload.fileName || "upload",
    templates: summariseTemplates(null, readShippedTemplates(), []),
  };
  if (tuples.length === 0) return { benchmarkId: null, isUnchanged: false, importSummary };
  return withTx(async (client) => {
    const benchmark = await findOrCreateBenchmark(client, { projectId, name: upload.benchmark.trim() });
    if (!benchmark.isNew) {
      const comparison = await compareStoredFacts(client, benchmark.id, tuples);
      if (comparison === "same") return { benchmarkId: benchmark.id, isUnchanged: true, importSummary };
      if (comparison === "taken") {
        const message = `The benchmark “${benchmark.name}” already contains other items. Choose a new name.`;
        throw new AppError("conflict", message, "benchmark");
      }
    }
    await saveBeliefSource(
      client,
      benchmark.id,
      {
        tuples,
        templateFile: shippedContent.templates,
        sourceFile: shippedContent.sources,
        seed,
        allTemplates: false,
        importSummary,
      },
      actor.userId,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "facts.import",
      subjectType: "benchmark",
      subjectId: benchmark.id,
      after: {
        fileName: importSummary.fileName,
        format: importSummary.format,
        given: importSummary.given,
        tuples: importSummary.tuples,
      },
    });
    return { benchmarkId: benchmark.id, isUnchanged: false, importSummary };
  });
}

const compareFactRow = z.strictObject({ is_same: z.boolean().nullable(), items: z.number() });

/** Whether a benchmark has these facts, different facts that nothing depends on, or other data. */
async function compareStoredFacts(
  client: PoolClient,
  benchmarkId: string,
  tuples: readonly BeliefTuple[],
): Promise<"same" | "free" | "taken"> {
  const row = await oneRow(
    client,
    compareFactRow,
    sql`SELECT tuples = ${JSON.stringify(tuples.map(formatTuple))}::jsonb AS is_same,
       (SELECT count(*)::int FROM item_version WHERE benchmark_id = ${benchmarkId}) AS items
     FROM (SELECT 1) AS one LEFT JOIN belief_source ON benchmark_id = ${benchmarkId}`,
  );
  if (row.is_same === true) return "same";
  if (row.items > 0 || (await hasExpressions(client, benchmarkId))) return "taken";
  return "free";
}

function readShippedTemplates(): TemplateSet {
  const parsed = parseTemplates(shippedContent.templates);
  if (!parsed.ok) throw new Error("the shipped templates are refused");
  return parsed.templates;
}
