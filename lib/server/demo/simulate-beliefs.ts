import * as z from "zod";
import { expandItems } from "@/lib/domain/beliefs/expand-items.ts";
import type { Item } from "@/lib/domain/items/item.ts";
import type { BeliefItem } from "@/lib/domain/items/kinds/eob/belief-item.ts";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { type BeliefSource, readBeliefSource } from "../beliefs/belief-source.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { fillStudy } from "./simulation/fill-study.ts";
import { findEndpoints, type OpenEndpoints } from "./simulation/public-endpoints.ts";

/** A synthetic model: its knowledge, and its tendency to follow the expression (log-odds). */
interface SyntheticModel {
  name: string;
  family: string;
  sizeBillions: number;
  tuning: "base" | "instruct";
  knows: number;
  follows: number;
  /** A category that the model is not asked about, so that figures have a gap. */
  skips?: string;
}

const syntheticModels: readonly SyntheticModel[] = [
  { name: "Alder-1B", family: "Alder", sizeBillions: 1, tuning: "base", knows: 0.04, follows: 1.4 },
  { name: "Alder-1B-Instruct", family: "Alder", sizeBillions: 1, tuning: "instruct", knows: 0.31, follows: 0.9 },
  { name: "Alder-4B", family: "Alder", sizeBillions: 4, tuning: "base", knows: 0.44, follows: 1.1 },
  { name: "Alder-4B-Instruct", family: "Alder", sizeBillions: 4, tuning: "instruct", knows: 0.58, follows: 0.3 },
  { name: "Alder-12B", family: "Alder", sizeBillions: 12, tuning: "base", knows: 0.62, follows: 0.8 },
  { name: "Alder-12B-Instruct", family: "Alder", sizeBillions: 12, tuning: "instruct", knows: 0.76, follows: -0.4 },
  { name: "Birch-3B", family: "Birch", sizeBillions: 3, tuning: "base", knows: 0.38, follows: 0.7, skips: "poetic" },
  { name: "Birch-3B-Instruct", family: "Birch", sizeBillions: 3, tuning: "instruct", knows: 0.51, follows: 0.5 },
  { name: "Birch-9B", family: "Birch", sizeBillions: 9, tuning: "base", knows: 0.57, follows: 0.2 },
  { name: "Birch-9B-Instruct", family: "Birch", sizeBillions: 9, tuning: "instruct", knows: 0.69, follows: -0.9 },
];

/**
 * The effect of a category on the tendency to follow (log-odds). Synthetic, and deliberately unlike published numbers.
 */
const categoryEffects: Readonly<Record<string, number>> = {
  explicit: 0.2,
  not_at_issue: 0.6,
  material_conditional: -0.5,
  counterfactual: -1.3,
  supposition: -0.3,
  imperative: 1,
  interrogative: -0.9,
  authority: 0.8,
  belief_reports: -0.4,
  hearsay: -0.6,
  strong: 0.5,
  weak: -0.8,
  formal: 0.3,
  informal: 0.1,
  poetic: -0.2,
  social_media: 0,
  child_directed: 0.9,
  emotional_appeal: 0.4,
  sarcasm: -1.6,
};

const payloadSchema = z.object({ projectId: z.uuid(), benchmarkId: z.uuid(), studyId: z.uuid() });

/** Synthetic models and people answer the demo's expressions. Idempotent: existing answers are not changed. */
export async function simulateBeliefs(
  job: Parameters<JobHandler>[0],
  openEndpoints: OpenEndpoints = findEndpoints,
): Promise<{ answers: number; finished: number }> {
  const { projectId, benchmarkId, studyId } = payloadSchema.parse(job.payload);
  const source = await readBeliefSource(benchmarkId);
  if (!source) return { answers: 0, finished: 0 };
  const { rows: answers } = await importPredictions({
    projectId,
    benchmarkId,
    source: "demo",
    fileName: "synthetic answers",
    lines: answerLines(source),
    actorId: null,
    isDemo: true,
  });
  for (const { name, family, sizeBillions, tuning } of syntheticModels) {
    await pool().query(
      sql`UPDATE model SET details = details || ${JSON.stringify({ family, sizeBillions, tuning })}::jsonb
        WHERE project_id = ${projectId} AND name = ${name} AND is_demo`,
    );
  }
  await job.progress({ answers });
  return {
    answers,
    finished: await fillStudy(job, studyId, { seed: "demo/people", judgeOf: createJudge }, openEndpoints),
  };
}

/** The lines of a prediction file in which every model answers every item, with and without the expression. */
async function* answerLines(source: BeliefSource): AsyncGenerator<string> {
  for (const model of syntheticModels) {
    const random = seededRandom(`demo/${model.name}`);
    for (const tuple of source.tuples) {
      const isKnown = seededRandom(`demo/${model.name}/${tuple.id}`).next() < model.knows;
      const factEffect = 1.2 * (seededRandom(`demo/${tuple.id}`).next() - 0.5);
      let follows = false;
      for (const item of expandItems(tuple, source.templates, source.sources, source).items) {
        const { role, query_type, category } = item.attributes;
        if (category !== null && category === model.skips) continue;
        // Both queries about an expression get the same stance, with an occasional error.
        if (query_type === "prior_yes")
          follows = random.next() < toProbability(model.follows + factEffect + (categoryEffects[category ?? ""] ?? 0));
        const isRight = role === "prior" ? isKnown || random.next() < 0.1 : !follows;
        const hasSlip = role !== "prior" && random.next() < 0.05;
        const word = (item.gold === "yes") === (isRight !== hasSlip) ? "Yes" : "No";
        // The same texts as on the screen, in the paper's order: instruction, expression, query.
        const prompt = renderPrompt({ ...item, options: [] }, {}, { layout: "one-screen" });
        yield JSON.stringify({
          model: model.name,
          item: item.id,
          prompt,
          output: formatModelOutput(word, item, random.next()),
        });
      }
    }
  }
}

/** Some of the models' answers are longer than one word. */
function formatModelOutput(word: "Yes" | "No", item: BeliefItem, luck: number): string {
  if (luck < 0.82) return `${word}.`;
  if (luck < 0.97) return `${word}, ${item.text.slice(3).replace(/\?$/, "")}.`;
  return "I am not sure about that.";
}

/**
 * Creates the decisions of a synthetic person. How often the person follows the text depends on their trust, the
 * category of the text, and whether they know the fact.
 */
function createJudge(number: number): (item: Item) => boolean {
  const random = seededRandom(`demo/person/${number}`);
  const trust = random.next() - 0.9;
  const knownFacts = new Map<string, boolean>();
  const followedStories = new Map<string, boolean>();
  return ({ attributes = {}, story }) => {
    const isKnown = remember(knownFacts, String(attributes.fact), () => random.next() < 0.55);
    const followLogOdds =
      trust + (isKnown ? -0.6 : 0.8) + 0.7 * (categoryEffects[String(attributes.category ?? "")] ?? 0);
    const isFollowing = remember(followedStories, story.text, () => random.next() < toProbability(followLogOdds));
    return isAnswerRight(String(attributes.role), isKnown, isFollowing, random.next());
  };
}

function isAnswerRight(role: string, isKnown: boolean, isFollowing: boolean, luck: number): boolean {
  if (role === "prior") return isKnown || luck < 0.4;
  if (role === "filler") return isKnown || luck < 0.85;
  return luck < 0.04 ? isFollowing : !isFollowing;
}

function remember(memory: Map<string, boolean>, key: string, decide: () => boolean): boolean {
  const decision = memory.get(key) ?? decide();
  memory.set(key, decision);
  return decision;
}

function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
