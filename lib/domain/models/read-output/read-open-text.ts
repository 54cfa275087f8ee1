import { findRefusal } from "../../words/refusal.ts";
import { readJsonReply } from "./read-json.ts";
import type { ReadingRule } from "./reading.ts";

/** Maximum number of words in a reply without a label. No answer can be extracted from a longer explanation. */
const maxWords = 40;
const label =
  /(?:^|\n)[ \t>*_#-]*(?:(?:the |my )?(?:final |correct )?answer|conclusion)[*_ \t]*(?::|\bis\b)[*_ \t:]*([^\n]+)/giu;
/**
 * The free-text answer in a reply: the text after the last label ("Answer: ..."), the value in its JSON, otherwise the
 * whole reply if it is short. Surrounding marks and quotation marks are removed.
 */
export function readOpenText(text: string): { answer: string | null; rule: ReadingRule } {
  if (text.trim() === "") return { answer: null, rule: "empty" };
  const json = readJsonReply(text);
  if (json === "cut") return { answer: null, rule: "json" };
  if (json !== null) {
    const value = typeof json.value === "string" || typeof json.value === "number" ? String(json.value) : "";
    return trimMarks(value) === "" ? { answer: null, rule: "json" } : checkRefusal(value, "json");
  }
  const labelled = [...text.matchAll(label)]
    .map(([, after = ""]) => after)
    .findLast((after) => trimMarks(after) !== "");
  if (labelled !== undefined) return checkRefusal(labelled, "label");
  const wholeReply = trimMarks(text);
  if (wholeReply === "") return { answer: null, rule: "empty" };
  if (wholeReply.split(/\s+/u).length <= maxWords) return checkRefusal(text, "bare");
  return { answer: null, rule: findRefusal(text)?.rule ?? "truncated" };
}

function checkRefusal(text: string, rule: ReadingRule): { answer: string | null; rule: ReadingRule } {
  const refusal = findRefusal(text);
  return refusal === null ? { answer: trimMarks(text), rule } : { answer: null, rule: refusal.rule };
}

function trimMarks(text: string): string {
  return text
    .replace(/\\boxed\{([^{}]*)\}/gu, "$1")
    .replace(/<\/?answer>/giu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^[\s"'\u201c\u2018*_`([{$]+|[\s"'\u201d\u2019*_`)\]}$.!]+$/gu, "")
    .trim();
}
