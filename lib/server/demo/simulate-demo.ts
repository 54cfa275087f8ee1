import * as z from "zod";
import { type Random, seededRandom } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import { street2024, street2024Design, street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { createSession } from "../sessions/create-session.ts";
import { getRunningProtocol } from "../sessions/running-study.ts";
import { hashToken, mintToken } from "../sessions/session-token.ts";
import { submitScreen } from "../sessions/submit-screen.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { closeOpenStudy } from "../studies/lock/end-study.ts";
import { openStudy } from "../studies/run/open-study.ts";

export const simulationSlug = "demo-simulated";

const idRow = z.strictObject({ id: z.string() });

/** How many synthetic participants come, one for each answer. */
export interface SimulationSize {
  /** Answers for each statement in each of the eight groups of people. */
  perStratumItem: number;
  /** Statements, the benchmark's first; all of them where this is left out. */
  items?: number;
}

/** A second study of the demo, in the stage "simulation", for synthetic participants; answers its id. */
export async function ensureSimulatedStudy(
  projectId: string,
  benchmarkId: string,
  { perStratumItem, items: mostItems }: SimulationSize,
): Promise<string> {
  const studyId = await withTx(async (client) => {
    const known = await maybeRow(client, idRow, "SELECT id FROM study WHERE slug = $1", [simulationSlug]);
    if (known) return known.id as string;
    const items = await manyRows(
      client,
      idRow,
      "SELECT id FROM item_version WHERE benchmark_id = $1 ORDER BY ordinal LIMIT $2",
      [benchmarkId, mostItems ?? null],
    );
    const protocol = withNewestWords(street2024Protocol());
    return createStudy(client, {
      projectId,
      createdById: null,
      name: "Reading people in stories (simulated)",
      slug: simulationSlug,
      description: "Synthetic participants, so that every page has something to show. Not data about people.",
      language: "en",
      stage: "simulation",
      benchmarkId,
      itemIds: items.map((row) => row.id),
      design: street2024Design("demo-simulated", perStratumItem),
      protocol: {
        ...protocol,
        steps: protocol.steps.map((step) => (step.kind === "items" ? { ...step, dwellSeconds: 0 } : step)),
      },
      plan: presetPlan(street2024.id),
      correspondence: presetCorrespondence(street2024.id, []),
      isDemo: true,
    });
  });
  await openStudy(studyId);
  return studyId;
}

const payloadSchema = z.object({ studyId: z.string() });

const studyRow = z.strictObject({ protocol_version_id: z.string().nullable(), status: z.enum(studyStatuses) });

const strataRow = z.strictObject({ criteria: json<Record<string, string>>(), left: z.number() });

/**
 * Walks synthetic participants through the simulated study until its last slot is taken, by the same use cases that real
 * posts go through. A killed process loses at most the sessions under way; the next attempt goes on from the rest.
 */
export const simulateDemo: JobHandler = async (job) => {
  const { studyId } = payloadSchema.parse(job.payload);
  const study = await maybeRow(pool(), studyRow, "SELECT protocol_version_id, status FROM study WHERE id = $1", [
    studyId,
  ]);
  const running = study?.protocol_version_id && (await getRunningProtocol(study.protocol_version_id));
  if (!running) return { walked: 0 };
  const strata = await manyRows(
    pool(),
    strataRow,
    `SELECT stratum.criteria, count(slot.id)::int AS left FROM stratum
     JOIN slot ON slot.stratum_id = stratum.id AND NOT slot.is_done
     WHERE stratum.study_id = $1 AND NOT stratum.is_open GROUP BY stratum.id ORDER BY stratum.ordinal`,
    [studyId],
  );
  const waiting: Record<string, string>[] = strata.flatMap((stratum) => Array(stratum.left).fill(stratum.criteria));
  const random = seededRandom("demo-simulated/people");
  let walked = 0;
  const walk = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      await walkPerson(running, person, random);
      walked += 1;
      if (walked % 100 === 0) await job.progress({ walked, left: waiting.length });
    }
  };
  await Promise.all([walk(), walk(), walk()]);
  // No one real should end up among the synthetic ones.
  await closeOpenStudy(studyId);
  return { walked };
};

type Running = NonNullable<Awaited<ReturnType<typeof getRunningProtocol>>>;

async function walkPerson(running: Running, person: Record<string, string>, random: Random): Promise<void> {
  const token = mintToken();
  const created = await createSession(running.studyId, running.id, hashToken(token), null);
  if (!created.ok) return;
  const post = (screen: number, fields: Record<string, string>) =>
    submitScreen(running, token, { screen, fields, reported: { visibleMs: null, focusLosses: null } });
  await post(0, { consent: "yes" });
  await post(1, { residence: "uk", "first-language": "yes", "most-used-language": "english" });
  await post(2, person);
  await post(3, {});
  const { gold, attributes } = await readPlaced(token);
  const isRight = random.next() < chanceToBeRight(attributes);
  await post(4, { choice: String(isRight === gold) });
  await post(5, { explanation: "A synthetic participant has no reasons." });
}

/** People do well on facts and somewhat worse the more minds a statement nests (the shape of Street et al., table 2). */
function chanceToBeRight(attributes: { type?: unknown; order?: unknown }): number {
  if (attributes.type !== "tom") return 0.95;
  return 0.97 - 0.035 * (Number(attributes.order) - 2);
}

const placedRow = z.strictObject({ attributes: json<{ type?: unknown; order?: unknown }>(), gold: json<boolean>() });

async function readPlaced(token: string): Promise<{ gold: boolean; attributes: { type?: unknown; order?: unknown } }> {
  return await oneRow(
    pool(),
    placedRow,
    `SELECT item_version.attributes,
            (SELECT gold FROM item_key WHERE item_version_id = item_version.id ORDER BY version DESC LIMIT 1) AS gold
     FROM session JOIN placement ON placement.slot_id = session.slot_id
     JOIN item_version ON item_version.id = placement.item_version_id WHERE session.token_hash = $1`,
    [hashToken(token)],
  );
}
