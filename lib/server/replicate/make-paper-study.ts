import { defaultParticipantSettings } from "@/lib/domain/beliefs/participants/plan-participants.ts";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import type { StudyRecipe } from "@/lib/domain/replicate/recipes.ts";
import { beliefsExpressions } from "@/lib/domain/survey/presets/beliefs-expressions.ts";
import { mindgamesHumanEvaluation } from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { createBeliefStudy } from "../beliefs/create-belief-study.ts";
import { createHumanEvaluation } from "../mindgames/create-human-evaluation.ts";
import type { Actor } from "../platform/access/access.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { createFromDraft } from "../studies/draft/create-from-draft.ts";
import { startDraft } from "../studies/draft/start-draft.ts";
import { listStudyBenchmarks } from "../studies/list-study-benchmarks.ts";

/** The slug of a replication's study: the same for the same paper, preset and data. */
export function paperStudySlug({ id }: ReplicatedPaper, { preset }: StudyRecipe, dataHash: string): string {
  return `${id}-${preset.split("-").at(-1)}-${dataHash.slice(0, 8)}`;
}

/**
 * Creates a draft of a paper's study about a benchmark from the paper's preset, with its plan and its correspondence.
 * Throws an AppError if the data are not sufficient.
 */
export async function makePaperStudy(
  actor: Actor,
  projectId: string,
  about: { paper: ReplicatedPaper; benchmarkId: string; recipe: StudyRecipe; slug: string },
): Promise<{ id: string }> {
  const { paper, benchmarkId, recipe, slug } = about;
  if (recipe.preset === mindgamesHumanEvaluation.id) return makeHumanEvaluation(actor, benchmarkId, slug);
  if (recipe.preset === beliefsExpressions.id) return makeBeliefStudy(actor, benchmarkId, slug, paper.label);
  const benchmarks = await listStudyBenchmarks(actor, projectId, benchmarkId);
  const draft = startDraft(recipe.preset, benchmarks, benchmarkId);
  if (!draft || draft.benchmarkId !== benchmarkId) throw new AppError("invalid", "the benchmark has no items for it");
  return createFromDraft(actor, projectId, {
    ...draft,
    name: `${paper.label}: ${recipe.name} (replication)`,
    slug,
    description: `Replication of ${paper.label}.`,
  });
}

/** Problems of each setup: 50 as in the paper, or as many as a smaller set has. */
const itemsPerSetup = [50, 40, 30, 20, 10, 6, 4, 2];

async function makeHumanEvaluation(actor: Actor, benchmarkId: string, slug: string): Promise<{ id: string }> {
  for (const [index, count] of itemsPerSetup.entries()) {
    try {
      // Its slug follows from its name.
      return await createHumanEvaluation(actor, {
        benchmarkId,
        name: slug,
        itemsPerSetup: count,
        raters: 2,
        seed: slug,
      });
    } catch (error) {
      const isTooFew = error instanceof AppError && error.field === "itemsPerSetup";
      if (!isTooFew || index === itemsPerSetup.length - 1) throw error;
    }
  }
  throw new RangeError("there is no number of problems to try");
}

/** Facts per session: the default number, or as many as a smaller set allows. */
const factsPerSession = [defaultParticipantSettings.factsPerParticipant, 10, 5, 2, 1];

async function makeBeliefStudy(
  actor: Actor,
  benchmarkId: string,
  slug: string,
  label: string,
): Promise<{ id: string }> {
  const { participants, fillersPerParticipant } = defaultParticipantSettings;
  for (const [index, facts] of factsPerSession.entries()) {
    try {
      const { studyId } = await createBeliefStudy(actor, {
        benchmarkId,
        name: `${label}: expressions of belief (replication)`,
        slug,
        stage: "main",
        participants,
        facts,
        fillers: Math.min(fillersPerParticipant, facts),
        category: categories.map(({ id }) => id),
        prior: "first",
        pairing: "together",
      });
      return { id: studyId };
    } catch (error) {
      const isTooFew = error instanceof AppError && error.field === "facts";
      if (!isTooFew || index === factsPerSession.length - 1) throw error;
    }
  }
  throw new RangeError("there is no number of facts to try");
}
