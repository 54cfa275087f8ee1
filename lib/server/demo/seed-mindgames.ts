import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { demoGeneration } from "@/content/mindgames/generation.ts";
import { drawHumanEvaluation, paperHumanEvaluation } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import { trueFalse } from "@/lib/domain/items/kinds/true-false/true-false.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import { mindgamesDraft, mindgamesHumanEvaluation } from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { designOf } from "@/lib/domain/survey/studies/study-draft.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importProblems } from "../mindgames/import-problems.ts";
import { readProblems } from "../mindgames/read-problem-set.ts";
import { storeGeneration } from "../mindgames/store-generation.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { installation } from "../platform/access/access.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { mindgamesDemoJobKind } from "./demo-parts.ts";
import { fillStudy } from "./simulation/fill-study.ts";
import { findEndpoints, type OpenEndpoints } from "./simulation/public-endpoints.ts";

export const mindgamesDemoSlug = "demo-mindgames";

const itemsPerSetup = 10;
const seed = "demo-mindgames";

/**
 * Adds MindGames to the demo: eighty generated problems, synthetic answers of two models, and a human evaluation in the
 * stage "simulation" that a background job fills. Every step is idempotent.
 */
export async function seedMindgames(projectId: string): Promise<void> {
  const { benchmarkId } = await importProblems(
    installation,
    {
      projectId,
      benchmarkName: "MindGames (demo)",
      description:
        "Eighty generated problems about who can know what after public announcements, twenty for each setup of MindGames.",
      gold: "stored",
      skipsMismatches: false,
      isDemo: true,
    },
    openContentFile("problems.jsonl"),
  );
  await storeGeneration(benchmarkId, demoGeneration);
  await importPredictions({
    projectId,
    benchmarkId,
    source: "demo",
    ...openContentFile("predictions.jsonl"),
    actorId: null,
    isDemo: true,
  });
  const studyId = await ensureEvaluation(projectId, benchmarkId);
  await enqueueJob({
    kind: mindgamesDemoJobKind,
    payload: { studyId },
    projectId,
    createdById: null,
    dedupeKey: mindgamesDemoJobKind,
  });
}

const idRow = z.strictObject({ id: z.string() });

async function ensureEvaluation(projectId: string, benchmarkId: string): Promise<string> {
  const { problems } = await readProblems(benchmarkId);
  const humanEvaluation = drawHumanEvaluation(
    problems.map(({ itemVersionId, row: { setup, label } }) => ({ itemVersionId, setup, label })),
    { ...paperHumanEvaluation, itemsPerSetup },
    seededRandom(`${seed}/items`),
  );
  if (!humanEvaluation.ok) throw new Error(`the demo's problems are too few: ${humanEvaluation.shortages.join(", ")}`);
  const studyId = await withTx(async (client) => {
    const existing = await maybeRow(client, idRow, sql`SELECT id FROM study WHERE slug = ${mindgamesDemoSlug}`);
    if (existing) return existing.id as string;
    const draft = mindgamesDraft(humanEvaluation.rows.length, paperHumanEvaluation.raters);
    const studyFields = {
      name: "MindGames, two raters (simulated)",
      slug: mindgamesDemoSlug,
      description: "Synthetic raters, so that the results have something to show. Not data about people.",
      benchmarkId,
    };
    return createStudy(client, {
      ...studyFields,
      projectId,
      createdById: null,
      language: draft.language,
      stage: "simulation",
      itemIds: humanEvaluation.rows.map(({ itemVersionId }) => itemVersionId),
      design: designOf({ ...draft, ...studyFields, seed }, trueFalse),
      protocol: withNewestWords(draft.protocol),
      correspondence: presetCorrespondence(mindgamesHumanEvaluation.id, []),
      plan: presetPlan(mindgamesHumanEvaluation.id),
      isDemo: true,
    });
  });
  await openStudy(studyId);
  return studyId;
}

/**
 * Fills both slots of the demo's evaluation with synthetic raters. Their accuracy is high, and higher for "knows that"
 * than for "knows whether".
 */
export async function simulateMindgames(
  job: Parameters<JobHandler>[0],
  openEndpoints: OpenEndpoints = findEndpoints,
): Promise<{ finished: number }> {
  const { studyId } = payloadSchema.parse(job.payload);
  const createJudge = (number: number) => {
    const random = seededRandom(`${seed}/rater/${number}`);
    return ({ attributes = {} }: Item) => random.next() < (attributes.verb === "whether" ? 0.9 : 0.97);
  };
  return { finished: await fillStudy(job, studyId, { seed, judgeOf: createJudge }, openEndpoints) };
}

const payloadSchema = z.object({ studyId: z.string() });

function openContentFile(name: string) {
  return makeImportSource(
    name,
    createReadStream(fileURLToPath(new URL(`../../../content/mindgames/${name}`, import.meta.url))),
  );
}
