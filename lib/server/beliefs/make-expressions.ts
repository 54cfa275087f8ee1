import type { PoolClient } from "pg";
import * as z from "zod";
import type { Expansion } from "@/lib/domain/beliefs/belief-rows.ts";
import { formatTemplates, parseTemplates, type TemplateProblem } from "@/lib/domain/beliefs/templates.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { type Actor, inProjectsWith } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { db } from "../platform/database/client.ts";
import { JobState } from "../platform/database/generated/enums.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { readText } from "../platform/http/read-body.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { readBeliefSource } from "./belief-source.ts";
import { shippedContent } from "./shipped-content.ts";
import { summariseTemplates } from "./templates-summary.ts";

export const makeExpressionsSchema = z.strictObject({
  seed: requiredText(60),
  templates: z.enum(["shipped", "own"]),
  all: z.enum(["yes", "no"]).default("no"),
  fileName: boundedText(300).default(""),
});

export type MakeExpressionsResult =
  | { ok: true }
  | { ok: false; problems: Pick<TemplateProblem, "place" | "message">[] };

/** For comparison: the authors' file of 182 templates has 60 KB. */
const maxTemplateFileBytes = 2 * 1024 * 1024;
const maxReportedProblems = 100;

/**
 * Generates the expressions of a benchmark's facts in a background job, from a template file with a seed, one per
 * category or all of them. An invalid template file is refused, with all of its problems. Expressions are generated
 * only once, so that answers always belong to the text that was shown. Other expressions require a separate benchmark.
 */
export async function makeExpressions(
  actor: Actor,
  benchmarkId: string,
  wanted: z.infer<typeof makeExpressionsSchema>,
  request: Request,
): Promise<MakeExpressionsResult> {
  const benchmark = await db().benchmark.findFirst({
    where: { id: benchmarkId, ...inProjectsWith(actor, "research.write") },
    select: { projectId: true },
  });
  if (!benchmark) throw notFoundError();
  const source = await readBeliefSource(benchmarkId);
  if (!source) throw new AppError("invalid", "This benchmark does not contain its facts.");
  const templateFile = wanted.templates === "own" ? await readTemplateFile(request) : shippedContent.templates;
  const parsed = parseTemplates(templateFile);
  if (!parsed.ok) {
    const problems = parsed.problems.slice(0, maxReportedProblems).map(({ place, message }) => ({ place, message }));
    return { ok: false, problems };
  }
  const { templates, notes } = parsed;
  if (templates.size === 0) throw new AppError("invalid", "This file contains no template.", "file");
  const fileName = wanted.templates === "own" ? wanted.fileName || "upload" : null;
  const importSummary = { ...source.importSummary, templates: summariseTemplates(fileName, templates, notes) };
  await withTx(async (client) => {
    await client.query(sql`SELECT FROM belief_source WHERE benchmark_id = ${benchmarkId} FOR UPDATE`);
    if ((await hasExpressions(client, benchmarkId)) || (await isGenerating(client, benchmarkId))) {
      const message = "This benchmark already has expressions. To generate others, import the facts under a new name.";
      throw new AppError("conflict", message);
    }
    await client.query(
      sql`UPDATE belief_source
        SET templates = ${JSON.stringify(formatTemplates(templates))}, seed = ${wanted.seed.trim()},
        all_templates = ${wanted.all === "yes"}, import_summary = ${JSON.stringify(importSummary)}
        WHERE benchmark_id = ${benchmarkId}`,
    );
    await enqueueJob(
      {
        kind: "expand-beliefs",
        payload: { benchmarkId },
        projectId: benchmark.projectId,
        createdById: actor.userId,
        dedupeKey: jobKeyOf(benchmarkId),
      },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: benchmark.projectId,
      action: "expressions.make",
      subjectType: "benchmark",
      subjectId: benchmarkId,
      after: { seed: wanted.seed.trim(), templates: fileName ?? "shipped", all: wanted.all === "yes" },
    });
  });
  return { ok: true };
}

const existsRow = z.strictObject({ has: z.boolean() });

/** Whether a benchmark has items about expressions. */
export async function hasExpressions(client: Pick<PoolClient, "query">, benchmarkId: string): Promise<boolean> {
  const row = await oneRow(
    client,
    existsRow,
    sql`SELECT EXISTS (SELECT FROM item_version WHERE benchmark_id = ${benchmarkId} AND kind = ${yesNo.name}
       AND attributes ->> 'role' = 'expression') AS has`,
  );
  return row.has;
}

const expansionSchema = z.object({
  facts: z.number().default(0),
  expressions: z.number().default(0),
  refused: z.number().default(0),
  refusals: z.array(z.object({ category: z.string(), message: z.string() })).default([]),
});

const expansionRow = z.strictObject({
  state: z.enum(JobState),
  progress: json(),
  result: json().nullable(),
  last_error: z.string().nullable(),
});

/** The progress of generating a benchmark's expressions; null if it was not requested. */
export async function getExpansion(benchmarkId: string): Promise<Expansion | null> {
  const row = await maybeRow(
    pool(),
    expansionRow,
    sql`SELECT state::text, progress, result, last_error FROM job WHERE dedupe_key = ${jobKeyOf(benchmarkId)}`,
  );
  if (!row) return null;
  const counts = expansionSchema.parse(row.result ?? row.progress ?? {});
  return { ...counts, state: row.state, lastError: row.last_error };
}

const stateRow = z.strictObject({ state: z.enum(JobState) });

async function isGenerating(client: PoolClient, benchmarkId: string): Promise<boolean> {
  const row = await maybeRow(
    client,
    stateRow,
    sql`SELECT state::text FROM job WHERE dedupe_key = ${jobKeyOf(benchmarkId)}`,
  );
  return row?.state === "waiting" || row?.state === "running";
}

function jobKeyOf(benchmarkId: string): string {
  return `expand-beliefs/${benchmarkId}`;
}

async function readTemplateFile(request: Request): Promise<unknown> {
  const text = (await readText(request, maxTemplateFileBytes)).replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "This file is not valid JSON.", "file");
  }
}
