import type { LogObject } from "../model-logs/log-record.ts";
import { createChoiceRecord, type ItemRecord, trimText } from "./item-record.ts";

/** Whether a record is an entry of Hi-ToM's `data` list. */
export function isHiTom(record: LogObject): boolean {
  return "question_order" in record && "choices" in record && "sample_id" in record;
}

/**
 * Converts an item of Hi-ToM (Wu et al. 2023). All options are in one text ("A. x, B. y, ..."), and the answer is the
 * text of an option. Some stories have an instruction before their numbered lines. It is removed because it belongs to
 * a prompt, and instructions are conditions in Parallax.
 */
export function readHiTom(record: LogObject): ItemRecord {
  const { sample_id: sample, prompting_type: prompting, question_order: order } = record;
  if (typeof sample !== "number" && typeof sample !== "string") return { rejected: "has no sample_id" };
  const id = `hi-tom-${sample}-${trimText(prompting) || "none"}`;
  const options = splitChoices(trimText(record.choices));
  const gold = options.indexOf(trimText(record.answer));
  if (options.length < 2) return { rejected: `${id}: fewer than two of its choices differ` };
  if (gold < 0) return { rejected: `${id}: its answer "${trimText(record.answer)}" is not one of its choices` };
  const attributes = {
    ...(typeof order === "number" ? { order } : {}),
    ...(typeof record.deception === "boolean" ? { deception: record.deception } : {}),
    ...(typeof record.story_length === "number" ? { length: record.story_length } : {}),
    ...(trimText(prompting) ? { prompting: trimText(prompting) } : {}),
  };
  const story = trimText(record.story).replace(/^(?!\d+ )[^\n]*\n(?=1 )/u, "");
  return createChoiceRecord("hi-tom", { id, story, question: trimText(record.question), options, gold, attributes });
}

/**
 * Splits the options. Letters must be consecutive, so that a comma, a full stop or a letter inside an option does not
 * split it.
 */
function splitChoices(text: string): string[] {
  const options: string[] = [];
  let rest = text;
  for (let index = 0; index < 26; index += 1) {
    const mark = `${String.fromCharCode(65 + index)}. `;
    if (!rest.startsWith(mark)) return [];
    const next = rest.indexOf(`, ${String.fromCharCode(66 + index)}. `);
    options.push(rest.slice(mark.length, next < 0 ? undefined : next).trim());
    if (next < 0) return options;
    rest = rest.slice(next + 2);
  }
  return [];
}
