import * as z from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import type { Random } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import { street2024, street2024Design, street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { fillStudy } from "./simulation/fill-study.ts";
import { findEndpoints, type OpenEndpoints } from "./simulation/public-endpoints.ts";

export const simulationSlug = "demo-simulated";

const idRow = z.strictObject({ id: z.string() });

/** The number of synthetic participants, one for each answer. */
export interface SimulationSize {
  /** Answers for each statement in each of the eight groups of people. */
  perStratumItem: number;
  /** The number of statements, from the beginning of the benchmark; undefined for all of them. */
  items?: number;
}

/** A second study of the demo, in the stage "simulation", for synthetic participants; returns its ID. */
export async function ensureSimulatedStudy(
  projectId: string,
  benchmarkId: string,
  { perStratumItem, items: mostItems }: SimulationSize,
): Promise<string> {
  const studyId = await withTx(async (client) => {
    const existing = await maybeRow(client, idRow, sql`SELECT id FROM study WHERE slug = ${simulationSlug}`);
    if (existing) return existing.id as string;
    const items = await manyRows(
      client,
      idRow,
      sql`SELECT id FROM item_version WHERE benchmark_id = ${benchmarkId} ORDER BY ordinal LIMIT ${mostItems ?? null}`,
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

/** Fills the simulated study with synthetic people and closes it. An interrupted job continues where it stopped. */
export async function simulateDemo(
  job: Parameters<JobHandler>[0],
  openEndpoints: OpenEndpoints = findEndpoints,
): Promise<{ finished: number }> {
  const { studyId } = payloadSchema.parse(job.payload);
  const createJudge = (_number: number, random: Random) => (item: Item) => random.next() < computeAccuracy(item);
  return {
    finished: await fillStudy(job, studyId, { seed: "demo-simulated/people", judgeOf: createJudge }, openEndpoints),
  };
}

/**
 * The probability of a correct answer: high for facts, lower for statements with more nested mental states (as in
 * Street et al., table 2).
 */
function computeAccuracy({ attributes = {} }: Item): number {
  if (attributes.type !== "tom") return 0.95;
  return 0.97 - 0.035 * (Number(attributes.order) - 2);
}
