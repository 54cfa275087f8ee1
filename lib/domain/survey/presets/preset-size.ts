import { formatCount, formatNumberOf } from "../../format/figures.ts";
import type { Protocol } from "../protocol.ts";
import type { ItemWordCounts } from "../studies/item-words.ts";
import { estimateMinutes } from "../studies/planner.ts";
import { usualCurrency, usualPay } from "../studies/planner-query.ts";
import type { PresetDraft } from "../studies/study-draft.ts";

/** Number of items in the benchmark published by Street et al.; used for presets that ask a whole benchmark. */
const usualItems = 140;

/**
 * Word counts of published items, used before a study has items: the stories of Yang et al. 2026 and their questions
 * with two options.
 */
const publishedWords: Readonly<Record<string, ItemWordCounts>> = {
  consistency: { story: 583, question: 8 },
  "two-choice": { story: 93, question: 34 },
};

/**
 * The initial number of people of a preset, and the resulting time and pay, as a sentence.
 *
 * @param usual the number of items of the benchmark; by default the number in the published benchmark
 * @param words their words; by default those of published items
 */
export function describePresetSize(
  draft: PresetDraft,
  usual: number = usualItems,
  words: ItemWordCounts | null = publishedWords[draft.itemKind] ?? null,
): string {
  const { quotas, perStratumItem, itemsPerSession, composition, protocol } = draft;
  const groups = quotas.reduce((product, quota) => product * quota.values.length, 1);
  const items = composition?.draw ?? usual;
  const people = composition?.sessions ?? Math.ceil((groups * items * perStratumItem) / itemsPerSession);
  return `With ${formatNumberOf(items, "item")}: ${formatSessionCost(people, protocol, itemsPerSession, words)}`;
}

/** The time and pay of a number of sessions, as a sentence; the planner uses a study's own pay. */
export function formatSessionCost(
  people: number,
  protocol: Protocol,
  itemsPerSession: number,
  words: ItemWordCounts | null = null,
): string {
  const minutes = estimateMinutes(protocol, itemsPerSession, words);
  const hours = (people * minutes) / 60;
  const number = (value: number) => formatCount(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
  return `${number(people)} people, about ${number(minutes)} minutes each, ${number(hours)} hours in total; pay at ${usualPay} ${usualCurrency} per hour: ${number(hours * usualPay)} ${usualCurrency}, before fees.`;
}
