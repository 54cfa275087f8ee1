import type { PoolClient } from "pg";
import * as z from "zod";
import { type ExpressionSource, expressionsOfTemplates } from "@/lib/domain/beliefs/participants/expression-source.ts";
import {
  type ParticipantPlan,
  type ParticipantSettings,
  planParticipants,
} from "@/lib/domain/beliefs/participants/plan-participants.ts";
import { customCategoryPattern } from "@/lib/domain/beliefs/templates.ts";
import type { BeliefTuple } from "@/lib/domain/beliefs/tuple.ts";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import {
  type BeliefSitting,
  beliefsDesign,
  beliefsExpressions,
  beliefsProtocol,
  knowledgeSessions,
  toSlots,
} from "@/lib/domain/survey/presets/beliefs-expressions.ts";
import { slugSchema } from "@/lib/domain/survey/studies/slug.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { capitalize } from "../../domain/format/capitalize.ts";
import { importItems } from "../items/import-items.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { classifyDatabaseError } from "../platform/database/classify-error.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { freezeLists } from "../studies/run/open-study.ts";
import { readBeliefSource } from "./belief-source.ts";
import { readStoredExpressions } from "./read-stored-expressions.ts";

const integerBetween = (least: number, most: number) =>
  z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

/** The form for a study with people. */
export const beliefStudySchema = z.strictObject({
  benchmarkId: z.uuid(),
  name: requiredText(200),
  slug: slugSchema,
  stage: z.enum(["main", "pilot", "simulation"]),
  participants: integerBetween(1, 5_000),
  facts: integerBetween(1, 60),
  fillers: integerBetween(0, 60),
  category: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    // The typology's categories, or others that occur in the benchmark's templates.
    .pipe(z.array(z.string().regex(customCategoryPattern, "is not a category")))
    .default(categories.map(({ id }): string => id)),
  prior: z.enum(["first", "after", "separate"]),
  pairing: z.enum(["together", "apart"]),
  /** Whether "I do not know" is an option, and whether people are asked for their confidence. */
  unsure: z.enum(["yes", ""]).optional(),
  confidence: z.enum(["yes", ""]).optional(),
});
export type NewBeliefStudy = z.infer<typeof beliefStudySchema>;

export interface CreatedBeliefStudy {
  studyId: string;
  slug: string;
  /** The separate study of prior knowledge; null if there is none. */
  knowledge: { studyId: string; slug: string } | null;
  plan: Pick<ParticipantPlan, "targets" | "fillers" | "leftOut" | "exact">;
}

/** Maximum number of screens in a session. */
const maxQuestions = 240;

const targetBenchmarkRow = z.strictObject({ project_id: z.string(), name: z.string(), is_demo: z.boolean() });

/**
 * Creates a study on the effect of expressions on people: draws the sessions, adds the items that the benchmark lacks
 * (true assertions), and generates the sessions as slots. If the benchmark has no stored facts, the sessions consist of
 * its items, and of those that can state a true object. The study is a draft; opening it does not change its layout.
 * If prior knowledge is asked separately, two studies are created, whose participants are matched by the recruiter's
 * ID.
 */
export async function createBeliefStudy(actor: Actor, request: NewBeliefStudy): Promise<CreatedBeliefStudy> {
  const benchmark = await maybeRow(
    pool(),
    targetBenchmarkRow,
    sql`SELECT project_id, name, is_demo FROM benchmark WHERE id = ${request.benchmarkId}`,
  );
  if (!benchmark) throw notFoundError();
  requireRight(actor, "research.write", benchmark.project_id);
  const source = await readPlanSource(request);
  const { input } = source;
  const plan = createPlan(source);
  const itemIds = await storePlanItems(actor, benchmark, input.benchmarkId, plan);
  return refuseSlugConflict(input.slug, () =>
    withTx(async (client) => {
      await client.query("SET LOCAL idle_in_transaction_session_timeout = '120s'");
      const createSitting = (sitting: BeliefSitting, slug: string, name: string) =>
        createSittingStudy(client, { actor, benchmark, input, plan, itemIds, sitting, slug, name, seed: source.seed });
      const { sitting: mainSitting, exact, targets, fillers, leftOut } = { ...plan, sitting: chooseSitting(input) };
      const studyId = await createSitting(mainSitting, input.slug, input.name);
      const knowledgeSlug = `${input.slug.slice(0, 50)}-knowledge`;
      const knowledge =
        input.prior === "separate"
          ? {
              studyId: await createSitting("knowledge", knowledgeSlug, `${input.name}: what people know`),
              slug: knowledgeSlug,
            }
          : null;
      return { studyId, slug: input.slug, knowledge, plan: { exact, targets, fillers, leftOut } };
    }),
  );
}

function chooseSitting({ prior }: NewBeliefStudy): BeliefSitting {
  const sittings = { first: "whole", after: "whole-after", separate: "expressions" } as const;
  return sittings[prior];
}

interface PlanSource {
  tuples: BeliefTuple[];
  expressions: ExpressionSource;
  seed: string;
  /** The request, without true assertions and categories that the items do not permit. */
  input: NewBeliefStudy;
}

/** The seed of the authors' construction (section 3). */
const itemSeed = "42";

/** The facts of a benchmark, or its items if they came from a file, such as the authors' result files. */
async function readPlanSource(request: NewBeliefStudy): Promise<PlanSource> {
  const source = await readBeliefSource(request.benchmarkId);
  if (source)
    return { ...source, expressions: expressionsOfTemplates(source.templates, source.sources), input: request };
  const stored = await readStoredExpressions(request.benchmarkId);
  if (stored.tuples.length === 0)
    throw new AppError(
      "invalid",
      "This benchmark has neither stored facts nor a fact with all its questions among its items. Import facts first.",
    );
  const category = request.category.filter((one) => stored.categories.has(one));
  const tuples = request.fillers === 0 ? [] : stored.withTrueAssertion;
  const input = { ...request, category };
  return tuples.length > 0
    ? { tuples, expressions: stored, seed: itemSeed, input }
    : { tuples: stored.tuples, expressions: stored, seed: itemSeed, input: { ...input, fillers: 0 } };
}

function createPlan({ tuples, expressions, seed, input }: PlanSource): ParticipantPlan {
  const categories = [...new Set(input.category)];
  if (categories.length === 0) throw new AppError("invalid", "Please choose at least one category.", "category");
  const perFact = input.prior === "separate" ? 2 : 4;
  if ((input.facts + input.fillers) * perFact > maxQuestions) {
    const message = `A session would have ${(input.facts + input.fillers) * perFact} questions. The limit is ${maxQuestions}.`;
    throw new AppError("invalid", message, "facts");
  }
  const settings: ParticipantSettings = {
    seed,
    participants: input.participants,
    categories,
    factsPerParticipant: input.facts,
    fillersPerParticipant: input.fillers,
    priorKnowledge: input.prior,
    pairing: input.pairing,
  };
  const result = planParticipants(tuples, expressions, settings);
  if (!result.ok) {
    throw new AppError(
      "invalid",
      `${capitalize(result.message)}.`,
      result.reason === "tooFewFacts" ? "facts" : "category",
    );
  }
  if (input.prior === "separate" && result.plan.targets * 2 > maxQuestions) {
    const message = `Asking beforehand about all ${result.plan.targets} facts requires ${result.plan.targets * 2} questions. The limit is ${maxQuestions}. Ask in the same sitting, or use fewer facts.`;
    throw new AppError("invalid", message, "prior");
  }
  return result.plan;
}

interface BenchmarkOwner {
  project_id: string;
  name: string;
  is_demo: boolean;
}

/** Adds items of the plan that the benchmark lacks; returns the newest version of each item by name. */
async function storePlanItems(
  actor: Actor,
  benchmark: BenchmarkOwner,
  benchmarkId: string,
  plan: ParticipantPlan,
): Promise<Map<string, string>> {
  const names = plan.items.map(({ id }) => id);
  const newestById = await readNewestVersions(benchmarkId, names);
  const missingItems = plan.items.filter(({ id }) => !newestById.has(id));
  if (missingItems.length === 0) return newestById;
  const report = await importItems({
    projectId: benchmark.project_id,
    benchmarkName: benchmark.name,
    fileName: "sessions",
    lines: (async function* () {
      for (const item of missingItems) yield JSON.stringify(item);
    })(),
    actorId: actor.userId,
    isDemo: benchmark.is_demo,
  });
  if (report.rejected > 0) throw new AppError("invalid", `An item was refused: ${report.rejections[0]?.message}`);
  return readNewestVersions(benchmarkId, names);
}

const newestVersionRow = z.strictObject({ external_id: z.string(), id: z.string() });

async function readNewestVersions(benchmarkId: string, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await manyRows(
    pool(),
    newestVersionRow,
    sql`SELECT DISTINCT ON (external_id) external_id, id FROM item_version
     WHERE benchmark_id = ${benchmarkId} AND external_id = ANY(${names}) ORDER BY external_id, version DESC`,
  );
  return new Map(rows.map((row) => [row.external_id, row.id]));
}

interface SittingRequest {
  actor: Actor;
  benchmark: BenchmarkOwner;
  input: NewBeliefStudy;
  plan: ParticipantPlan;
  itemIds: ReadonlyMap<string, string>;
  sitting: BeliefSitting;
  slug: string;
  name: string;
  seed: string;
}

async function createSittingStudy(client: PoolClient, request: SittingRequest): Promise<string> {
  const { actor, benchmark, input, plan, sitting, slug } = request;
  const random = seededRandom(`${request.seed}|${slug}`);
  const sessions =
    sitting === "knowledge"
      ? knowledgeSessions(plan, input.participants, random)
      : plan.sessions.filter((session) => session.sitting === (sitting === "expressions" ? 2 : 1));
  const names = [...new Set(sessions.flatMap(({ placements }) => placements.map(({ item }) => item)))];
  const studyId = await createStudy(client, {
    projectId: benchmark.project_id,
    createdById: actor.userId,
    name: request.name,
    slug,
    description: describeStudy(input, plan),
    language: "en",
    stage: input.stage,
    benchmarkId: input.benchmarkId,
    itemIds: names.map((name) => request.itemIds.get(name) ?? name),
    design: beliefsDesign(request.seed, sessions[0]?.placements.length ?? 1, {
      unsure: input.unsure === "yes",
      confidence: input.confidence === "yes",
    }),
    protocol: withNewestWords(beliefsProtocol(sitting)),
    correspondence: presetCorrespondence(beliefsExpressions.id, []),
    isDemo: benchmark.is_demo,
  });
  await freezeLists(client, studyId, toSlots(sessions, names, random));
  await recordAudit(client, {
    actorId: actor.userId,
    projectId: benchmark.project_id,
    action: "study.create",
    subjectType: "study",
    subjectId: studyId,
    after: { name: request.name, slug, sessions: sessions.length, items: names.length },
  });
  return studyId;
}

function describeStudy(input: NewBeliefStudy, plan: ParticipantPlan): string {
  return `Expressions of belief: ${input.participants} sessions of ${input.facts} false and ${input.fillers} true assertions about ${plan.targets + plan.fillers} facts in ${new Set(input.category).size} categories.`;
}

async function refuseSlugConflict<Result>(slug: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    if (classifyDatabaseError(error) === "unique" && constraint === "study_slug_key") {
      throw new AppError("invalid", `“${slug}” is already used by another study. Please choose another one.`, "slug");
    }
    throw error;
  }
}
