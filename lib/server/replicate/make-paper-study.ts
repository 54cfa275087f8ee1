import { defaultParticipantSettings } from "@/lib/domain/beliefs/participants/plan-participants.ts";
import { categories } from "@/lib/domain/beliefs/typology.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import type { StudyRecipe } from "@/lib/domain/replicate/recipes.ts";
import { beliefsExpressions } from "@/lib/domain/survey/presets/beliefs-expressions.ts";
import { fitPreset } from "@/lib/domain/survey/presets/fit-preset.ts";
import { mindgamesHumanEvaluation } from "@/lib/domain/survey/presets/mindgames-human-evaluation.ts";
import { getPreset } from "@/lib/domain/survey/presets/registry.ts";
import { chooseDraftItems } from "@/lib/domain/survey/studies/choose-items.ts";
import { prepareItemTable } from "@/lib/domain/survey/studies/item-table.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { createBeliefStudy } from "../beliefs/create-belief-study.ts";
import { createHumanEvaluation } from "../mindgames/create-human-evaluation.ts";
import type { Actor } from "../platform/access/access.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { createFromDraft } from "../studies/draft/create-from-draft.ts";
import { startDraft } from "../studies/draft/start-draft.ts";
import { listStudyBenchmarks } from "../studies/list-study-benchmarks.ts";
import { readNewestItems } from "../studies/study-items.ts";

/** The slug of a replication's study: the same for the same paper, recipe and data. */
export function paperStudySlug({ id }: ReplicatedPaper, { preset, part }: StudyRecipe, dataHash: string): string {
  return `${id}-${part?.id ?? preset.split("-").at(-1)}-${dataHash.slice(0, 8)}`;
}

/**
 * Creates a draft study of a paper about a benchmark from the paper's preset, with its plan and its correspondence.
 * Throws an AppError if the data are not sufficient.
 */
export async function createPaperStudy(
  actor: Actor,
  projectId: string,
  about: { paper: ReplicatedPaper; benchmarkId: string; recipe: StudyRecipe; slug: string },
): Promise<{ id: string }> {
  const { paper, benchmarkId, recipe, slug } = about;
  const name = `${paper.label}: ${recipe.name} (replication)`;
  if (recipe.preset === mindgamesHumanEvaluation.id) return createHumanEvaluationStudy(actor, benchmarkId, slug, name);
  if (recipe.preset === beliefsExpressions.id) return createPaperBeliefStudy(actor, benchmarkId, slug, name);
  const benchmarks = await listStudyBenchmarks(actor, projectId, benchmarkId);
  const draft = startDraft(recipe.preset, benchmarks, benchmarkId);
  if (!draft || draft.benchmarkId !== benchmarkId) throw new AppError("invalid", "the benchmark has no items for it");
  return createFromDraft(actor, projectId, {
    ...(await limitToPart(draft, recipe)),
    name,
    slug,
    description: `Replication of ${paper.label}.`,
  });
}

/** Limits the draft to the recipe's part: its conditions and items, with the preset's numbers fitted to these items. */
async function limitToPart(draft: StudyDraft, { preset, part }: StudyRecipe): Promise<StudyDraft> {
  const original = getPreset(preset)?.draft();
  if (!part || !original) return draft;
  const { itemsPerSession, perStratumItem, composition } = original;
  const adjustedDraft = {
    ...draft,
    itemsPerSession,
    perStratumItem,
    composition,
    conditions: { ...draft.conditions, ...part.conditions },
    itemFilter: { ...part.items },
    onlyMarked: true,
  };
  const kind = requireKind(draft.itemKind);
  const chosenItems = chooseDraftItems(adjustedDraft, kind, await readNewestItems(draft.benchmarkId));
  const groups = new Set(chosenItems.map(({ attributes, storyId }) => attributes.group ?? storyId)).size;
  const table = prepareItemTable(chosenItems);
  return {
    ...adjustedDraft,
    ...fitPreset(adjustedDraft, { factors: kind.factors, items: chosenItems.length, groups, table }),
  };
}

/** Numbers of problems per setup to try: 50 as in the paper, or as many as a smaller set has. */
const itemsPerSetup = [50, 40, 30, 20, 10, 6, 4, 2];

async function createHumanEvaluationStudy(
  actor: Actor,
  benchmarkId: string,
  slug: string,
  name: string,
): Promise<{ id: string }> {
  for (const [index, count] of itemsPerSetup.entries()) {
    try {
      return await createHumanEvaluation(actor, {
        benchmarkId,
        name,
        slug,
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

/** Numbers of facts per session to try: the default, or as many as a smaller set allows. */
const factsPerSession = [defaultParticipantSettings.factsPerParticipant, 10, 5, 2, 1];

async function createPaperBeliefStudy(
  actor: Actor,
  benchmarkId: string,
  slug: string,
  name: string,
): Promise<{ id: string }> {
  const { participants, fillersPerParticipant } = defaultParticipantSettings;
  const attempts = factsPerSession.map((facts) => ({ facts, fillers: Math.min(fillersPerParticipant, facts) }));
  attempts.push({ facts: 1, fillers: 0 });
  for (const [index, { facts, fillers }] of attempts.entries()) {
    try {
      const { studyId } = await createBeliefStudy(actor, {
        benchmarkId,
        name,
        slug,
        stage: "main",
        participants,
        facts,
        fillers,
        category: categories.map(({ id }) => id),
        prior: "first",
        pairing: "together",
      });
      return { id: studyId };
    } catch (error) {
      const isTooFew = error instanceof AppError && error.field === "facts";
      if (!isTooFew || index === attempts.length - 1) throw error;
    }
  }
  throw new RangeError("there is no number of facts to try");
}
