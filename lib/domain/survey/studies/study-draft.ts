import * as z from "zod";
import { languageTagSchema } from "../../items/language-tag.ts";
import { boundedText, requiredText } from "../../text.ts";
import { pagesAmongItems } from "../branching/check-position.ts";
import { compositionSchema, plainComposition, type StudyComposition } from "../composition/study-composition.ts";
import type { Design } from "../design.ts";
import type { StudyItemKind } from "../kinds/asked-kind.ts";
import { type Protocol, protocolSchema } from "../protocol.ts";
import { listQuotaQuestions, quotasOf, strataOf } from "./quotas.ts";
import { slugSchema } from "./slug.ts";

/** Possible stages of a study; previews are never stored. */
export const studyStages = ["main", "pilot", "simulation", "re-solve"] as const;
export type StudyStage = (typeof studyStages)[number];

const key = requiredText(100);

/** The complete form of a study as one value. The paths of its parts are the names of the form fields. */
export const studyDraftSchema = z.strictObject({
  name: requiredText(200),
  slug: slugSchema,
  description: boundedText(2_000),
  stage: z.enum(studyStages, "must be one of the stages offered"),
  language: languageTagSchema,
  benchmarkId: z.uuid("Please choose a benchmark."),
  /** A kind of item, or `everyKind`: all items of the benchmark in one session. */
  itemKind: requiredText(40),
  /** Null: the study keeps its items, for example a selection that no filter describes. */
  itemFilter: z
    .record(boundedText(100), z.array(boundedText(500)).min(1, "needs at least one value").max(60))
    .nullable(),
  /** Names of the items in their file; only with a filter. Absent: all items that match the filter. */
  itemIds: z.array(requiredText(200)).min(1, "needs at least one name").max(50_000).optional(),
  /** Omit items without a mark that one of the conditions shows; only with a filter. */
  onlyMarked: z.boolean().optional(),
  /** Versions of the study's items that are removed from the study; only with a null filter. */
  leftOut: z.array(z.uuid()).max(1_000).optional(),
  /** The selected levels of each factor of the item kind. */
  conditions: z.record(key, z.array(key).min(1, "needs at least one").max(10)),
  quotas: z
    .array(z.strictObject({ question: key, values: z.array(key).min(1, "needs at least one answer").max(50) }))
    .max(5, "may use at most 5 questions"),
  openStratum: z.boolean(),
  perStratumItem: z.int("must be a whole number").min(1, "must be at least 1").max(10_000, "must be at most 10,000"),
  itemsPerSession: z.int("must be a whole number").min(1, "must be at least 1").max(500, "must be at most 500"),
  /** Rules for every session; absent if only the numbers above are specified. */
  composition: compositionSchema.optional(),
  seed: requiredText(200),
  /** The preset of a new study, which determines which models are compared; absent if there is none. */
  preset: boundedText(40).optional(),
  protocol: protocolSchema,
});
export type StudyDraft = z.infer<typeof studyDraftSchema>;

/** The fields that can still change after a study was opened. */
export const openedStudySchema = studyDraftSchema.pick({ name: true, description: true, protocol: true });
export type OpenedStudyChange = z.infer<typeof openedStudySchema>;

/** The fields set by a preset; the researcher fills in the rest. */
export type PresetDraft = Omit<StudyDraft, "name" | "slug" | "description" | "benchmarkId" | "seed" | "preset">;

/** The design that a draft describes. */
export function designOf(draft: StudyDraft, kind: Pick<StudyItemKind, "factors" | "variants">): Design {
  const isUsed = (name: string, level: string | undefined) =>
    level !== undefined && draft.conditions[name]?.includes(level) === true;
  const levelsOfFactor = (name: string) => kind.factors.find((factor) => factor.name === name)?.levels ?? [];
  const variants = kind.variants?.map((variant) => ({
    kind: variant.kind,
    factors: variant.factors.map(({ name, levels }) => ({
      name,
      levels: levels.filter((_, levelIndex) => isUsed(name, levelsOfFactor(name)[levelIndex]?.value)),
    })),
  }));
  return {
    seed: draft.seed,
    strata: strataOf(draft.quotas, listQuotaQuestions(draft.protocol)),
    openStratum: draft.openStratum,
    // In the kind's order. The order of conditions therefore does not depend on the order in which levels were ticked.
    factors: kind.factors.map(({ name, levels }) => ({
      name,
      levels: levels.map((level) => level.value).filter((level) => isUsed(name, level)),
    })),
    ...(variants ? { variants } : {}),
    perStratumItem: draft.perStratumItem,
    itemsPerSession: draft.itemsPerSession,
    composition: addPageSettings(draft.composition ?? plainComposition, draft.protocol),
  };
}

/**
 * Adds the settings that are made on the pages of the protocol: the number of statements after one reading, the time
 * limit and the pages among the items.
 */
function addPageSettings(
  { reading: _reading, timeLimitSeconds: _limit, checks: _checks, ...composition }: StudyComposition,
  { steps }: Protocol,
): StudyComposition {
  const checks = pagesAmongItems(steps);
  const pages = checks.length > 0 ? { checks } : {};
  const block = steps.find((step) => step.kind === "items");
  if (block?.kind !== "items") return { ...composition, ...pages };
  const size = block.layout === "story-then-question" ? block.statementsPerReading : null;
  const { timeLimitSeconds } = block;
  const items = { ...(size ? { reading: size } : {}), ...(timeLimitSeconds ? { timeLimitSeconds } : {}) };
  return { ...composition, ...items, ...pages };
}

/**
 * The fields of a draft that are stored in a design; `quotas` is null if the strata are not combinations of answers.
 */
export function draftOfDesign(design: Design) {
  return {
    conditions: Object.fromEntries(design.factors.map(({ name, levels }) => [name, levels])),
    quotas: quotasOf(design.strata),
    openStratum: design.openStratum,
    perStratumItem: design.perStratumItem,
    itemsPerSession: design.itemsPerSession,
    composition: design.composition ?? plainComposition,
    seed: design.seed,
  };
}
