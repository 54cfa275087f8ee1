import { formatNumberOf } from "../../format/figures.ts";
import { textOfSelection } from "../../items/item-selection.ts";
import { itemKinds } from "../../items/kinds/registry.ts";
import type { StudyResults } from "../model/study-results.ts";
import type { AnalysisPlan, PlannedTest } from "../plan/analysis-plan.ts";
import { withItems, withOutcome } from "../plan/planned-outcome.ts";

/**
 * Returns why a plan does not fit a study, as one sentence with the field and the valid values; null if it fits. The
 * study's own plan may name models without answers and levels without items. A plan that is supplied for an analysis
 * may not, because it may belong to another study.
 */
export function findAnalysisPlanProblem(results: StudyResults, plan: AnalysisPlan, isOwn: boolean): string | null {
  return (
    findOutcomeProblem(results, plan) ??
    (isOwn ? null : (findModelsProblem(results, plan) ?? findTestsProblem(results, plan)))
  );
}

function findOutcomeProblem(results: StudyResults, { outcome }: AnalysisPlan): string | null {
  if (outcome.measure === "localisation" && results.items.every(({ kind }) => !itemKinds[kind]?.isLocalised))
    return 'The plan\'s outcome.measure "localisation" needs a study about errors in stories; "accuracy" fits every study.';
  if (results.items.length > 0 && withItems(results, outcome.items).items.length === 0)
    return `The plan's outcome.items (${textOfSelection(outcome.items!)}) selects no item of this study; ${listAttributes(results.items)}.`;
  if (results.items.length > 0 && withOutcome(results, outcome).items.length === 0)
    return `The plan's outcome.answer "${outcome.answer}" is not an answer of an item here; the answers are ${quoteNames(
      results.items.flatMap(({ options }) => options.map(({ value }) => value)),
    )}.`;
  return null;
}

function findModelsProblem({ series }: StudyResults, { models }: AnalysisPlan): string | null {
  const present = series.map(({ model }) => model);
  const missing = models.filter((model) => !present.includes(model));
  if (missing.length === 0) return null;
  const remedy =
    present.length === 0
      ? "import their predictions first, or use an empty list"
      : `use ${quoteNames(present)}, or [] for all of them`;
  return `The plan's models ${quoteNames(missing)} have no answers in this study: ${remedy}.`;
}

function findTestsProblem(results: StudyResults, { comparator: { k }, family, outcome }: AnalysisPlan): string | null {
  const { counts } = results;
  const outcomeResults = withItems(results, outcome.items);
  for (const [index, test] of family.tests.entries()) {
    const reason = findTestProblem(outcomeResults, test, `family.tests.${index}`);
    if (reason) return reason;
  }
  const people = new Map<string, number>();
  for (const { itemId, conditionId, count } of counts) {
    const cell = `${itemId}/${conditionId}`;
    people.set(cell, (people.get(cell) ?? 0) + count);
  }
  const largestGroup = [...people.values()].reduce((largest, n) => Math.max(largest, n), 0);
  if (k !== null && largestGroup > 0 && k > largestGroup)
    return `The plan's comparator.k is ${k}, but no cell was answered by more than ${formatNumberOf(largestGroup, "person", "people")}.`;
  return null;
}

function findTestProblem(
  results: StudyResults,
  { kind, of, at, items, between }: PlannedTest,
  path: string,
): string | null {
  if (items && withItems(results, items).items.length === 0)
    return `The plan's ${path}.items (${textOfSelection(items)}) selects no item of this study; ${listAttributes(results.items)}.`;
  const values = (name: string) => new Set(results.items.map(({ attributes }) => String(attributes[name])));
  const isUnknown = (name: string) => results.items.every(({ attributes }) => !Object.hasOwn(attributes, name));
  if (kind === "levels" && isUnknown(of))
    return `The plan's ${path}.of "${of}" is not an attribute of an item here; ${listAttributes(results.items)}.`;
  if (at !== undefined && isUnknown(at))
    return `The plan's ${path}.at "${at}" is not an attribute of an item here; ${listAttributes(results.items)}.`;
  const unknownValue = between?.find((value) => !values(of).has(value));
  return unknownValue === undefined
    ? null
    : `The plan's ${path}.between "${unknownValue}" is not a value of "${of}" here; the values are ${quoteNames([...values(of)])}.`;
}

function listAttributes(items: StudyResults["items"]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item.attributes)))];
  return names.length === 0 ? "the items have no attributes" : `the attributes are ${quoteNames(names)}`;
}

/** Names in quotation marks, at most ten of them. */
function quoteNames(all: readonly string[]): string {
  const names = [...new Set(all)];
  const quotedNames = names.slice(0, 10).map((name) => `"${name}"`);
  return `${quotedNames.join(", ")}${names.length > 10 ? ` and ${names.length - 10} more` : ""}`;
}
