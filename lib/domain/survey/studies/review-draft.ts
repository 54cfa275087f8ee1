import { formatCount } from "../../format/figures.ts";
import type { Item } from "../../items/item.ts";
import type { ConditionLevels, Factor } from "../../items/kinds/item-kind.ts";
import { crossFactors, renderStimulus } from "../../items/stimulus.ts";
import { nearestExact } from "../design.ts";
import { asksKind, everyKind, type VariedKind } from "../kinds/asked-kind.ts";
import { conditionCounts, conditionsOfItem, factorsOfItem } from "../kinds/design-variants.ts";
import type { FieldProblem } from "../parse-answers.ts";
import type { ItemStep } from "../screens.ts";
import { stepWording } from "../translate-protocol.ts";
import { conditionLabel } from "./condition-label.ts";
import { type ChoiceQuestion, listQuotaQuestions } from "./quotas.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";

type ReviewedKind = Pick<VariedKind, "name" | "factors" | "variants">;

/** Maximum number of answers in one generated study. */
export const maxAnswers = 500_000;

/**
 * Contradictions between the parts of a draft, by field; each part alone has passed its schema. An empty list means
 * that the study can be laid out and every participant can be assigned.
 *
 * @param chosen the items of the study, of which the first of each kind is used to compare conditions
 */
export function reviewDraft(draft: StudyDraft, kind: ReviewedKind, chosen: readonly Item[]): FieldProblem[] {
  return [
    ...reviewItems(draft, kind, chosen),
    ...reviewConditions(draft, kind, chosen),
    ...reviewQuotas(draft),
    ...reviewPositions(draft),
    ...reviewSize(draft, kind, draft.composition?.draw ?? chosen.length),
  ];
}

function reviewItems(draft: StudyDraft, kind: ReviewedKind, chosen: readonly Item[]): FieldProblem[] {
  if (chosen.length === 0) return [{ field: "itemFilter", message: "No item is chosen: at least one is needed." }];
  const other = chosen.find((item) => !asksKind(kind.name, item.kind));
  if (other) return [{ field: "itemKind", message: `One of the items is of another kind: ${other.kind}.` }];
  if (draft.itemsPerSession > chosen.length) {
    const message = `A session of ${draft.itemsPerSession} items needs at least as many; ${chosen.length} are chosen.`;
    return [{ field: "itemsPerSession", message }];
  }
  return [];
}

function reviewConditions(draft: StudyDraft, kind: ReviewedKind, chosen: readonly Item[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [name, levels] of Object.entries(draft.conditions)) {
    const factor = kind.factors.find((candidate) => candidate.name === name);
    const unknown = levels.find((level) => !factor?.levels.some((candidate) => candidate.value === level));
    // The selected items of several kinds may not include items of the kind that has the factor.
    if (!factor && kind.name === everyKind) continue;
    if (!factor) problems.push({ field: `conditions.${name}`, message: `The kind of item has no factor ${name}.` });
    else if (unknown !== undefined) {
      problems.push({ field: `conditions.${name}`, message: `${unknown} is not a level of ${factor.label}.` });
    }
  }
  for (const factor of kind.factors) {
    if (!draft.conditions[factor.name]?.length) {
      problems.push({ field: `conditions.${factor.name}`, message: "Please choose at least one of these." });
    }
  }
  if (problems.length > 0) return problems;
  const samples = new Map(
    chosen
      .filter((item) => asksKind(kind.name, item.kind))
      .toReversed()
      .map((item) => [JSON.stringify([item.kind, factorsOfItem(item).map(({ name }) => name)]), item]),
  );
  return [...samples.values()].flatMap((sample) => findTwins(draft, kind, sample) ?? []).slice(0, 1);
}

/**
 * Finds two conditions with identical content for people, which would cost twice as much without allowing a comparison.
 */
function findTwins(draft: StudyDraft, kind: ReviewedKind, sample: Item): FieldProblem | null {
  const step = draft.protocol.steps.find((candidate): candidate is ItemStep => candidate.kind === "items");
  if (!step) return null;
  const seen = new Map<string, ConditionLevels>();
  for (const levels of conditionsOfItem(designOf(draft, kind), sample)) {
    const wording = stepWording(step, sample.kind, draft.language);
    const stimulus = renderStimulus(sample, levels, { wording, layout: step.layout });
    const look = `${stimulus.contentFingerprint} ${stimulus.presentationFingerprint}`;
    const twin = seen.get(look);
    if (twin) {
      const factor = differing(factorsOfItem(sample), twin, levels);
      const labels = { factors: factorsOfItem(sample) };
      const both = `"${conditionLabel(labels, twin)}" and "${conditionLabel(labels, levels)}"`;
      return {
        field: `conditions.${factor}`,
        message: `${both} would look exactly the same. Please choose one of them.`,
      };
    }
    seen.set(look, levels);
  }
  return null;
}

function differing(factors: readonly Factor[], left: ConditionLevels, right: ConditionLevels): string {
  return factors.find(({ name }) => left[name] !== right[name])?.name ?? "";
}

/** A page among the items needs an item after it in every session. */
function reviewPositions({ protocol, itemsPerSession }: StudyDraft): FieldProblem[] {
  return protocol.steps.flatMap((step, index): FieldProblem[] => {
    if (step.kind !== "questions" || !step.amongItems || step.amongItems.to < itemsPerSession) return [];
    const message =
      itemsPerSession < 2
        ? "A session of one item has no position among its items."
        : `A session of ${itemsPerSession} items has positions from 1 to ${itemsPerSession - 1}.`;
    return [{ field: `protocol.steps.${index}.amongItems.to`, message }];
  });
}

function reviewQuotas(draft: StudyDraft): FieldProblem[] {
  const questions = listQuotaQuestions(draft.protocol);
  return draft.quotas.flatMap((quota, index): FieldProblem[] => {
    const field = `quotas.${index}`;
    if (draft.quotas.findIndex((other) => other.question === quota.question) < index) {
      return [{ field, message: "This question has its quotas already." }];
    }
    const question = questions.find((candidate) => candidate.key === quota.question);
    if (!question) {
      return [{ field, message: `There is no choice question "${quota.question}" before the items.` }];
    }
    const page = draft.protocol.steps.find((step) => step.kind === "questions" && step.questions.includes(question));
    const isBranched = page?.kind === "questions" && (page.showIf ?? page.skipIf ?? question.showIf) !== undefined;
    if (isBranched && !draft.openStratum) {
      const message = "People who are not asked this question would have no slot. Let people outside quotas in.";
      return [{ field, message }];
    }
    return reviewQuota(question, quota.values, draft.openStratum).map((message) => ({ field, message }));
  });
}

function reviewQuota(question: ChoiceQuestion, values: readonly string[], openStratum: boolean): string[] {
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) return [`The answer "${repeated}" occurs twice.`];
  const unknown = values.find((value) => !question.choices.some((choice) => choice.value === value));
  if (unknown !== undefined) return [`"${unknown}" is not an answer to "${question.label}".`];
  const ended = question.choices.find((choice) => choice.endsAs && values.includes(choice.value));
  if (ended) return [`People who answer "${ended.label}" do not take part, so it cannot have a quota.`];
  const left = question.choices.find((choice) => !choice.endsAs && !values.includes(choice.value));
  if (left && !openStratum) {
    return [
      `People who answer "${left.label}" would have no slot. Give them a quota, or let people outside quotas in.`,
    ];
  }
  return [];
}

function reviewSize(draft: StudyDraft, kind: ReviewedKind, items: number): FieldProblem[] {
  const design = designOf(draft, kind);
  if (design.strata.length > 200) {
    return [{ field: "quotas", message: `These are ${design.strata.length} groups; at most 200 are possible.` }];
  }
  const field = "perStratumItem";
  const wanted = draft.composition?.sessions ?? null;
  const answers =
    wanted === null ? design.strata.length * items * draft.perStratumItem : wanted * draft.itemsPerSession;
  if (answers > maxAnswers) {
    const [made, most] = [formatCount(answers), formatCount(maxAnswers)];
    return [{ field, message: `This makes ${made} answers; at most ${most} are possible.` }];
  }
  const conditions = crossFactors(design.factors).length;
  // Without conditions, which another check refuses, no number would give an integer.
  if (conditions === 0 || wanted !== null || (items * draft.perStratumItem) % draft.itemsPerSession === 0) return [];
  const { below, above } = nearestExact({
    strata: design.strata.length,
    items,
    conditions,
    perVariant: conditionCounts(design),
    perStratumItem: draft.perStratumItem,
    itemsPerSession: draft.itemsPerSession,
  });
  const offers = below === null ? `${above}` : `${below} or ${above}`;
  return [{ field, message: `These answers do not divide into whole sessions. ${offers} would.` }];
}
