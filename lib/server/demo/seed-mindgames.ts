import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { drawHumanEvaluation, paperHumanEvaluation } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { trueFalse } from "@/lib/domain/items/kinds/true-false/true-false.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import { mindgamesDraft, mindgamesHumanEvaluation } from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { designOf } from "@/lib/domain/survey/studies/study-draft.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { importSource } from "../items/import-lines.ts";
import { importProblems } from "../mindgames/import-problems.ts";
import { readProblems } from "../mindgames/read-problem-set.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { createSession } from "../sessions/create-session.ts";
import { getRunningProtocol } from "../sessions/running-study.ts";
import { hashToken, mintToken } from "../sessions/session-token.ts";
import { submitScreen } from "../sessions/submit-screen.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { closeOpenStudy } from "../studies/lock/end-study.ts";
import { openStudy } from "../studies/run/open-study.ts";

export const mindgamesDemoSlug = "demo-mindgames";
export const mindgamesDemoJobKind = "simulate-mindgames";

const itemsPerSetup = 10;
const seed = "demo-mindgames";

/**
 * Puts MindGames into the demo: eighty generated problems, synthetic answers of two models, and a human evaluation in the
 * stage "simulation" that a background job fills. Every step may be repeated.
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
    contentFile("problems.jsonl"),
  );
  await importPredictions({
    projectId,
    benchmarkId,
    source: "demo",
    ...contentFile("predictions.jsonl"),
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
  const drawn = drawHumanEvaluation(
    problems.map(({ itemVersionId, row: { setup, label } }) => ({ itemVersionId, setup, label })),
    { ...paperHumanEvaluation, itemsPerSetup },
    seededRandom(`${seed}/items`),
  );
  if (!drawn.ok) throw new Error(`the demo's problems are too few: ${drawn.shortages.join(", ")}`);
  const studyId = await withTx(async (client) => {
    const known = await maybeRow(client, idRow, "SELECT id FROM study WHERE slug = $1", [mindgamesDemoSlug]);
    if (known) return known.id as string;
    const draft = mindgamesDraft(drawn.rows.length, paperHumanEvaluation.raters);
    const facts = {
      name: "MindGames, two raters (simulated)",
      slug: mindgamesDemoSlug,
      description: "Synthetic raters, so that the results have something to show. Not data about people.",
      benchmarkId,
    };
    return createStudy(client, {
      ...facts,
      projectId,
      createdById: null,
      language: draft.language,
      stage: "simulation",
      itemIds: drawn.rows.map(({ itemVersionId }) => itemVersionId),
      design: designOf({ ...draft, ...facts, seed }, trueFalse),
      protocol: withNewestWords(draft.protocol),
      correspondence: presetCorrespondence(mindgamesHumanEvaluation.id, []),
      plan: presetPlan(mindgamesHumanEvaluation.id),
      isDemo: true,
    });
  });
  await openStudy(studyId);
  return studyId;
}

const protocolVersionIdRow = z.strictObject({ protocol_version_id: z.string().nullable() });

const ordinalRow = z.strictObject({ ordinal: z.number() });

const itemRow = z.strictObject({ verb: z.string().nullable(), gold: json().nullable() });

/**
 * Walks synthetic raters through the demo's evaluation until both slots are taken, by the use cases that real posts go
 * through. They are good, and better at "knows that" than at "knows whether".
 */
export const simulateMindgames: JobHandler = async (job) => {
  const { studyId } = job.payload as { studyId: string };
  const study = await maybeRow(pool(), protocolVersionIdRow, "SELECT protocol_version_id FROM study WHERE id = $1", [
    studyId,
  ]);
  const running = study?.protocol_version_id && (await getRunningProtocol(study.protocol_version_id));
  if (!running) return { walked: 0 };
  const free = await manyRows(
    pool(),
    ordinalRow,
    "SELECT ordinal FROM slot WHERE study_id = $1 AND NOT is_done ORDER BY ordinal",
    [studyId],
  );
  for (const { ordinal } of free) {
    const random = seededRandom(`${seed}/rater/${ordinal}`);
    const token = mintToken();
    const created = await createSession(studyId, running.id, hashToken(token), null);
    if (!created.ok) break;
    const post = (screen: number, fields: Record<string, string>) =>
      submitScreen(running, token, { screen, fields, reported: { visibleMs: null, focusLosses: null } });
    await post(0, { consent: "yes" });
    const items = await manyRows(
      pool(),
      itemRow,
      `SELECT item_version.attributes ->> 'verb' AS verb,
         (SELECT gold FROM item_key WHERE item_version_id = item_version.id ORDER BY version DESC LIMIT 1) AS gold
       FROM session JOIN placement ON placement.slot_id = session.slot_id
       JOIN item_version ON item_version.id = placement.item_version_id
       WHERE session.token_hash = $1 ORDER BY placement.position`,
      [hashToken(token)],
    );
    await post(1, {});
    for (const [position, { verb, gold }] of items.entries()) {
      const isRight = random.next() < (verb === "whether" ? 0.9 : 0.97);
      await post(position + 2, { choice: String(isRight === gold) });
    }
    await job.progress({ raters: ordinal + 1 });
  }
  // No one real should end up among the synthetic ones.
  await closeOpenStudy(studyId);
  return { walked: free.length };
};

function contentFile(name: string) {
  return importSource(
    name,
    createReadStream(fileURLToPath(new URL(`../../../content/mindgames/${name}`, import.meta.url))),
  );
}
