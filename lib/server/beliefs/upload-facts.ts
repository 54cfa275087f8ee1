import type { PoolClient } from "pg";
import * as z from "zod";
import type { FactImport, ImportSummary } from "@/lib/domain/beliefs/import-summary.ts";
import { parseTemplates, type TemplateSet } from "@/lib/domain/beliefs/templates.ts";
import { type BeliefTuple, formatTuple } from "@/lib/domain/beliefs/tuple.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { formatCount } from "../../domain/format/figures.ts";
import { boundedBody } from "../imports/upload.ts";
import { findOrMakeBenchmark } from "../items/benchmark-by-name.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { oneRow } from "../platform/database/rows.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { saveBeliefSource } from "./belief-source.ts";
import { hasExpressions } from "./make-expressions.ts";
import { readFacts } from "./read-facts.ts";
import { shippedContent } from "./shipped-content.ts";
import { templatesSummary } from "./templates-summary.ts";
import { UnreadableFileError } from "./text-lines.ts";

export const factUploadSchema = z.strictObject({
  benchmark: requiredText(200),
  format: z.enum(["authors", "popqa"]),
  seed: requiredText(60).default("42"),
  fileName: boundedText(300).default(""),
});

/** As many as the paper's own sample three times over. */
const mostFacts = 10_000;

/**
 * Imports a file of facts as a new benchmark: the facts are kept with the account of every row, and expressions can then
 * be made from them. The same file twice changes nothing; other facts under a name that holds expressions already are
 * refused, for those expressions would lose their facts.
 */
export async function uploadFacts(
  actor: Actor,
  projectId: string,
  upload: z.infer<typeof factUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<FactImport> {
  requireRight(actor, "research.write", projectId);
  const seed = upload.seed.trim();
  const { tuples, importSummary: read } = await explained(() => readFacts(boundedBody(body), upload.format, seed));
  const importSummary: ImportSummary = {
    ...read,
    fileName: upload.fileName || "upload",
    templates: templatesSummary(null, shippedTemplates(), []),
  };
  if (tuples.length > mostFacts) {
    const message = `This file holds ${formatCount(tuples.length)} facts; at most ${formatCount(mostFacts)} go into one benchmark.`;
    throw new AppError("too-large", message);
  }
  if (tuples.length === 0) return { benchmarkId: null, isUnchanged: false, importSummary };
  return withTx(async (client) => {
    const benchmark = await findOrMakeBenchmark(client, { projectId, name: upload.benchmark.trim() });
    if (!benchmark.isNew) {
      const state = await compareFacts(client, benchmark.id, tuples);
      if (state === "same") return { benchmarkId: benchmark.id, isUnchanged: true, importSummary };
      if (state === "taken") {
        const message = `“${benchmark.name}” holds other items already. Please choose a new name.`;
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

/** Whether a benchmark holds these very facts, none that anything hangs on, or something else. */
async function compareFacts(
  client: PoolClient,
  benchmarkId: string,
  tuples: readonly BeliefTuple[],
): Promise<"same" | "free" | "taken"> {
  const row = await oneRow(
    client,
    compareFactRow,
    `SELECT tuples = $2::jsonb AS is_same,
       (SELECT count(*)::int FROM item_version WHERE benchmark_id = $1) AS items
     FROM (SELECT 1) AS one LEFT JOIN belief_source ON benchmark_id = $1`,
    [benchmarkId, JSON.stringify(tuples.map(formatTuple))],
  );
  if (row.is_same === true) return "same";
  if (row.items > 0 || (await hasExpressions(client, benchmarkId))) return "taken";
  return "free";
}

/** The same work, with a file that cannot be read as a refusal for the person who sent it. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new AppError("invalid", `This cannot be read: ${error.message}.`, "file");
  }
}

function shippedTemplates(): TemplateSet {
  const parsed = parseTemplates(shippedContent.templates);
  if (!parsed.ok) throw new Error("the shipped templates are refused");
  return parsed.templates;
}
