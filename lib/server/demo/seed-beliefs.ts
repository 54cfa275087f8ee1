import * as z from "zod";
import demoFacts from "@/content/beliefs/demo-facts.json" with { type: "json" };
import { parseTemplates } from "@/lib/domain/beliefs/templates.ts";
import { type BeliefTuple, parseTuple } from "@/lib/domain/beliefs/tuple.ts";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { type NewBeliefSource, readBeliefSource, saveBeliefSource } from "../beliefs/belief-source.ts";
import { createBeliefStudy } from "../beliefs/create-belief-study.ts";
import { itemLines } from "../beliefs/expand-beliefs.ts";
import { shippedContent } from "../beliefs/shipped-content.ts";
import { findOrCreateBenchmark } from "../items/benchmark-by-name.ts";
import { importItems } from "../items/import-items.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { openStudy } from "../studies/run/open-study.ts";

export const beliefBenchmark = "Expressions of belief (demo)";
/** A public study that shows the participants' pages: /s/demo-beliefs. */
export const beliefSlug = "demo-beliefs";
export const simulatedBeliefSlug = "demo-beliefs-simulated";

/**
 * Adds expressions of belief to the demo: 45 facts in 19 categories, a small open study and a simulated one. A
 * background job creates the answers of synthetic models and people. Idempotent.
 */
export async function seedBeliefs(projectId: string): Promise<void> {
  const benchmarkId = await withTx(async (client) => {
    const benchmark = await findOrCreateBenchmark(client, {
      projectId,
      name: beliefBenchmark,
      description:
        "45 false claims in 19 linguistic forms. Facts from PopQA (MIT), wording of Parallax. All answers to it are synthetic.",
      isDemo: true,
    });
    await saveBeliefSource(client, benchmark.id, createDemoSource(), null);
    return benchmark.id;
  });
  const source = await readBeliefSource(benchmarkId);
  if (!source) throw new Error("the demo's facts were stored a moment ago and cannot be found");
  await importItems({
    projectId,
    benchmarkName: beliefBenchmark,
    fileName: "demo-facts.json",
    lines: itemLines(source),
    actorId: null,
    isDemo: true,
  });
  await ensureStudy(benchmarkId, beliefSlug, "Questions after short texts", {
    stage: "main",
    participants: 38,
    facts: 5,
    fillers: 2,
  });
  const simulatedStudyId = await ensureStudy(
    benchmarkId,
    simulatedBeliefSlug,
    "Questions after short texts (simulated)",
    {
      stage: "simulation",
      participants: 38,
      facts: 9,
      fillers: 3,
    },
  );
  await enqueueJob({
    kind: "simulate-beliefs",
    payload: { projectId, benchmarkId, studyId: simulatedStudyId },
    projectId,
    createdById: null,
    dedupeKey: "simulate-beliefs",
  });
}

const idRow = z.strictObject({ id: z.string() });

const statusRow = z.strictObject({ status: z.enum(studyStatuses) });

async function ensureStudy(
  benchmarkId: string,
  slug: string,
  name: string,
  sizes: { stage: "main" | "simulation"; participants: number; facts: number; fillers: number },
): Promise<string> {
  const existing = await maybeRow(pool(), idRow, sql`SELECT id FROM study WHERE slug = ${slug}`);
  const studyId: string =
    existing?.id ??
    (
      await createBeliefStudy(installation, {
        benchmarkId,
        name,
        slug,
        ...sizes,
        category: categories.map(({ id }) => id),
        prior: "first",
        pairing: "together",
      })
    ).studyId;
  const status = await oneRow(pool(), statusRow, sql`SELECT status FROM study WHERE id = ${studyId}`);
  if (status.status === "draft") await openStudy(studyId);
  return studyId;
}

function createDemoSource(): NewBeliefSource {
  const tuples = demoFacts.map((row): BeliefTuple => {
    const parsed = parseTuple(row);
    if (!parsed.ok) throw new Error(`a fact of the demo is refused: ${parsed.field} ${parsed.message}`);
    return parsed.tuple;
  });
  const templates = parseTemplates(shippedContent.templates);
  if (!templates.ok) throw new Error("the shipped templates are refused");
  return {
    tuples,
    templateFile: shippedContent.templates,
    sourceFile: shippedContent.sources,
    seed: "demo",
    allTemplates: false,
    importSummary: {
      fileName: "demo-facts.json",
      format: "shipped",
      seed: null,
      given: tuples.length,
      tuples: tuples.length,
      repeated: 0,
      refused: 0,
      removed: {},
      refusals: [],
      notes: [],
      templates: {
        fileName: null,
        count: [...templates.templates.values()].reduce((sum, list) => sum + list.length, 0),
        categories: templates.templates.size,
        notes: [],
      },
    },
  };
}
