import { formatCount } from "../../format/figures.ts";
import type { Item } from "../../items/item.ts";
import type { ConditionLevels, Factor } from "../../items/kinds/item-kind.ts";
import { crossFactors, renderStimulus } from "../../items/stimulus.ts";
import { maxAnswers, nearestExact } from "../design.ts";
import { everyKind, includesKind, type StudyItemKind } from "../kinds/asked-kind.ts";
import { conditionCounts, conditionsOfItem, factorsOfItem } from "../kinds/design-variants.ts";
import type { FieldProblem } from "../parse-answers.ts";
import type { ItemStep } from "../screens.ts";
import { stepWording } from "../translate-protocol.ts";
import { conditionLabel } from "./condition-label.ts";
import { type ChoiceQuestion, listQuotaQuestions } from "./quotas.ts";
import { designOf, type StudyDraft } from "./study-draft.ts";

type ReviewedKind = Pick<StudyItemKind, "name" | "factors" | "variants">;

/**
 * Finds contradictions between parts of a draft, by field; each part has already passed its schema. If the list is
 * empty, the study can be laid out and every participant can be assigned.
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
  if (chosen.length === 0) return [{ field: "itemFilter", message: "Choose at least one item." }];
  const foreignItem = chosen.find((item) => !includesKind(kind.name, item.kind));
  if (foreignItem) return [{ field: "itemKind", message: `One of the items is of another kind: ${foreignItem.kind}.` }];
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
    // If items of several kinds are selected, no item may be of the kind that has the factor.
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
      .filter((item) => includesKind(kind.name, item.kind))
      .toReversed()
      .map((item) => [JSON.stringify([item.kind, factorsOfItem(item).map(({ name }) => name)]), item]),
  );
  return [...samples.values()].flatMap((sample) => findIdenticalConditions(draft, kind, sample) ?? []).slice(0, 1);
}

/** Finds two conditions that people could not distinguish, which would double the cost without a comparison. */
function findIdenticalConditions(draft: StudyDraft, kind: ReviewedKind, sample: Item): FieldProblem | null {
  const step = draft.protocol.steps.find((candidate): candidate is ItemStep => candidate.kind === "items");
  if (!step) return null;
  const levelsByFingerprints = new Map<string, ConditionLevels>();
  for (const levels of conditionsOfItem(designOf(draft, kind), sample)) {
    const wording = stepWording(step, sample.kind, draft.language);
    const stimulus = renderStimulus(sample, levels, { wording, layout: step.layout });
    const fingerprints = `${stimulus.contentFingerprint} ${stimulus.presentationFingerprint}`;
    const identicalLevels = levelsByFingerprints.get(fingerprints);
    if (identicalLevels) {
      const factor = findDifferingFactor(factorsOfItem(sample), identicalLevels, levels);
      const labels = { factors: factorsOfItem(sample) };
      const conditionLabels = `"${conditionLabel(labels, identicalLevels)}" and "${conditionLabel(labels, levels)}"`;
      return {
        field: `conditions.${factor}`,
        message: `${conditionLabels} would look exactly the same. Please choose one of them.`,
      };
    }
    levelsByFingerprints.set(fingerprints, levels);
  }
  return null;
}

function findDifferingFactor(factors: readonly Factor[], left: ConditionLevels, right: ConditionLevels): string {
  return factors.find(({ name }) => left[name] !== right[name])?.name ?? "";
}

/** A page among the items must be followed by an item in every session. */
function reviewPositions({ protocol, itemsPerSession }: StudyDraft): FieldProblem[] {
  return protocol.steps.flatMap((step, index): FieldProblem[] => {
    if (step.kind !== "questions" || !step.amongItems || step.amongItems.to < itemsPerSession) return [];
    const message =
      itemsPerSession < 2
        ? "A session of one item has no position among its items."
        : `Enter positions from 1 to ${itemsPerSession - 1}: each session has ${itemsPerSession} items, and the page must be followed by one.`;
    return [{ field: `protocol.steps.${index}.amongItems.to`, message }];
  });
}

function reviewQuotas(draft: StudyDraft): FieldProblem[] {
  const questions = listQuotaQuestions(draft.protocol);
  return draft.quotas.flatMap((quota, index): FieldProblem[] => {
    const field = `quotas.${index}`;
    if (draft.quotas.findIndex((other) => other.question === quota.question) < index) {
      return [{ field, message: "This question already has quotas." }];
    }
    const question = questions.find((candidate) => candidate.key === quota.question);
    if (!question) {
      return [{ field, message: `There is no choice question "${quota.question}" before the items.` }];
    }
    const page = draft.protocol.steps.find((step) => step.kind === "questions" && step.questions.includes(question));
    const isBranched = page?.kind === "questions" && (page.showIf ?? page.skipIf ?? question.showIf) !== undefined;
    if (isBranched && !draft.openStratum) {
      const message = "People who are not asked this question would have no slot. Accept people outside the quotas.";
      return [{ field, message }];
    }
    return reviewQuota(question, quota.values, draft.openStratum).map((message) => ({ field, message }));
  });
}

function reviewQuota(question: ChoiceQuestion, values: readonly string[], openStratum: boolean): string[] {
  const repeatedValue = values.find((value, index) => values.indexOf(value) !== index);
  if (repeatedValue !== undefined) return [`The answer "${repeatedValue}" occurs twice.`];
  const unknown = values.find((value) => !question.choices.some((choice) => choice.value === value));
  if (unknown !== undefined) return [`"${unknown}" is not an answer to "${question.label}".`];
  const endingChoice = question.choices.find((choice) => choice.endsAs && values.includes(choice.value));
  if (endingChoice)
    return [`People who answer "${endingChoice.label}" do not take part, so this answer cannot have a quota.`];
  const answerWithoutQuota = question.choices.find((choice) => !choice.endsAs && !values.includes(choice.value));
  if (answerWithoutQuota && !openStratum) {
    return [
      `People who answer "${answerWithoutQuota.label}" would have no slot. Give them a quota, or accept people outside the quotas.`,
    ];
  }
  return [];
}

function reviewSize(draft: StudyDraft, kind: ReviewedKind, items: number): FieldProblem[] {
  const design = designOf(draft, kind);
  if (design.strata.length > 200) {
    return [{ field: "quotas", message: `There are ${design.strata.length} groups; at most 200 are possible.` }];
  }
  const field = "perStratumItem";
  const statedSessions = draft.composition?.sessions ?? null;
  const answers =
    statedSessions === null
      ? design.strata.length * items * draft.perStratumItem
      : statedSessions * draft.itemsPerSession;
  if (answers > maxAnswers) {
    const [answerCount, most] = [formatCount(answers), formatCount(maxAnswers)];
    return [{ field, message: `This makes ${answerCount} answers; at most ${most} are possible.` }];
  }
  const conditions = crossFactors(design.factors).length;
  // Without conditions, which another check rejects, no number would give an integer.
  if (conditions === 0 || statedSessions !== null || (items * draft.perStratumItem) % draft.itemsPerSession === 0)
    return [];
  const { below, above } = nearestExact({
    strata: design.strata.length,
    items,
    conditions,
    perVariant: conditionCounts(design),
    perStratumItem: draft.perStratumItem,
    itemsPerSession: draft.itemsPerSession,
  });
  const suggestions = below === null ? `${above}` : `${below} or ${above}`;
  return [{ field, message: `This number of answers does not give whole sessions; ${suggestions} would.` }];
}
