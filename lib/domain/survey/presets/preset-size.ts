import { estimateMinutes } from "../studies/planner.ts";
import { usualCurrency, usualPay } from "../studies/planner-query.ts";
import type { PresetDraft } from "../studies/study-draft.ts";

/** Items of the benchmark that Street et al. published, for a preset that takes all that a benchmark has. */
const usualItems = 140;

/** How many people a preset begins with, and what that takes: "29,120 people of 4 minutes: 1,941 hours, 23,296 EUR of pay …". */
export function presetSize(draft: PresetDraft): string {
  const { quotas, perStratumItem, itemsPerSession, composition, protocol } = draft;
  const groups = quotas.reduce((product, quota) => product * quota.values.length, 1);
  const items = composition?.draw ?? usualItems;
  const people = composition?.sessions ?? Math.ceil((groups * items * perStratumItem) / itemsPerSession);
  const minutes = estimateMinutes(protocol, itemsPerSession);
  const hours = (people * minutes) / 60;
  const number = (value: number) => Math.round(value).toLocaleString("en");
  return `With ${items} items: ${number(people)} people of about ${number(minutes)} minutes, ${number(hours)} hours; at ${usualPay} ${usualCurrency} an hour ${number(hours * usualPay)} ${usualCurrency} of pay, before fees.`;
}
