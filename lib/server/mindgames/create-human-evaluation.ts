import { randomBytes } from "node:crypto";
import * as z from "zod";
import { drawHumanEvaluation, paperHumanEvaluation } from "@/lib/domain/epistemic/evaluation/human-evaluation.ts";
import { exampleSplit } from "@/lib/domain/items/example-split.ts";
import { trueFalse } from "@/lib/domain/items/kinds/true-false/true-false.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import {
  mindgamesDraft,
  mindgamesHumanEvaluation,
  mindgamesInstructions,
} from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { nextSlug, suggestSlugs } from "@/lib/domain/survey/studies/slug.ts";
import { designOf } from "@/lib/domain/survey/studies/study-draft.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { getProblemSet } from "./read-problem-set.ts";

export const humanEvaluationSchema = z.strictObject({
  benchmarkId: z.uuid(),
  name: requiredText(200),
  itemsPerSetup: z.coerce
    .number()
    .pipe(z.int("must be a whole number").min(1, "must be at least 1").max(125, "must be at most 125")),
  raters: z.coerce
    .number()
    .pipe(z.int("must be a whole number").min(1, "must be at least 1").max(50, "must be at most 50")),
  instruction: z.enum(mindgamesInstructions).default("entailment"),
  /** The seed for drawing and ordering the items. The same seed gives the same study. Random if empty. */
  seed: z.string().max(200).default(""),
});
type HumanEvaluation = z.infer<typeof humanEvaluationSchema>;
export type HumanEvaluationRequest = Omit<HumanEvaluation, "instruction"> &
  Partial<Pick<HumanEvaluation, "instruction">> & {
    /** By default, the slug follows from the name. */
    slug?: string;
  };

const slugRow = z.strictObject({ slug: z.string() });

/**
 * Creates a draft of the paper's human evaluation of a set. Problems are drawn at random, equally many per setup and
 * half of them entailed. There is a slot for each rater, who answers all problems in a separate order.
 */
export async function createHumanEvaluation(
  actor: Actor,
  { benchmarkId, name, slug: givenSlug, itemsPerSetup, raters, instruction, seed: givenSeed }: HumanEvaluationRequest,
): Promise<{ id: string; slug: string; items: number }> {
  const set = await getProblemSet(actor, benchmarkId);
  if (!set) throw notFoundError();
  const { projectId } = set.benchmark;
  requireRight(actor, "research.write", projectId);
  const seed = givenSeed.trim() || randomBytes(9).toString("base64url");
  const evaluation = drawHumanEvaluation(
    set.problems.flatMap(({ itemVersionId, row: { setup, label, split } }) =>
      split === exampleSplit ? [] : [{ itemVersionId, setup, label }],
    ),
    { ...paperHumanEvaluation, itemsPerSetup, raters },
    seededRandom(`${seed}/items`),
  );
  if (!evaluation.ok) {
    throw new AppError("invalid", `The set is too small. It has ${evaluation.shortages.join(", ")}.`, "itemsPerSetup");
  }
  const draft = mindgamesDraft(evaluation.rows.length, raters, instruction);
  const { id, slug } = await withTx(async (client) => {
    // Two people who create a study at the same time must not get the same slug.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('study-slug', 0))");
    const baseSlug = givenSlug ?? suggestSlugs(name)[0] ?? "mindgames";
    const slugRows = await manyRows(
      client,
      slugRow,
      sql`SELECT slug FROM study WHERE slug LIKE ${baseSlug.slice(0, 50)} || '%'`,
    );
    const slug = nextSlug(
      baseSlug,
      slugRows.map((row) => row.slug),
    );
    const id = await createStudy(client, {
      projectId,
      createdById: actor.userId,
      name: name.trim(),
      slug,
      description: `MindGames human evaluation: ${evaluation.rows.length} problems of "${set.benchmark.name}", ${raters === 1 ? "one rater" : `${raters} raters`}, drawn with the seed ${seed}.`,
      language: draft.language,
      stage: draft.stage,
      benchmarkId,
      itemIds: evaluation.rows.map(({ itemVersionId }) => itemVersionId),
      design: designOf({ ...draft, name, slug, description: "", benchmarkId, seed }, trueFalse),
      protocol: withNewestWords(draft.protocol),
      correspondence: presetCorrespondence(mindgamesHumanEvaluation.id, []),
      plan: presetPlan(mindgamesHumanEvaluation.id),
      isDemo: false,
    });
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "study.create",
      subjectType: "study",
      subjectId: id,
      after: { name, slug, items: evaluation.rows.length, raters, instruction, seed },
    });
    return { id, slug };
  });
  return { id, slug, items: evaluation.rows.length };
}
