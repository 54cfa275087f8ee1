import { isObject, type LogObject } from "../model-logs/log-record.ts";
import { createChoiceRecord, type ItemRecord, letterIndex, trimText } from "./item-record.ts";

/** Whether a record is a row of SimpleToM, or of the authors' output files, whose prompts contain the items. */
export function isSimpleTom(record: LogObject): boolean {
  const isRow = "story" in record && "question" in record && "answerKey" in record && isObject(record.choices);
  return isRow || ("llm_output" in record && "prompt" in record && "correct" in record);
}

const twoOptionKinds: Readonly<Record<string, string>> = {
  aware: "mental-state",
  behavior: "behavior",
  judgment: "judgment",
};

/** Converts an item of SimpleToM (Gu et al. 2024): two options; each story has three types of questions. */
export function readSimpleTom(record: LogObject): ItemRecord {
  const id = trimText(record.id);
  if (id === "") return { rejected: "has no id" };
  const parts = "llm_output" in record ? readPartsOfPrompt(record) : readPartsOfRow(record);
  if (parts === null) return { rejected: `${id}: story, question or choices cannot be found` };
  const { story, question, options, gold } = parts;
  if (gold < 0 || gold >= options.length) return { rejected: `${id}: its answer is not one of its choices` };
  const kind = twoOptionKinds[id.split("_").at(-1) ?? ""];
  const scenario = trimText(record.scenario_name);
  const attributes = { ...(scenario ? { scenario } : {}), ...(kind ? { question: kind } : {}) };
  return createChoiceRecord("simpletom", { id, story, question, options, gold, attributes });
}

interface Parts {
  story: string;
  question: string;
  options: string[];
  gold: number;
}

function readPartsOfRow({ story, question, choices, answerKey }: LogObject): Parts | null {
  if (!isObject(choices) || !Array.isArray(choices.text) || trimText(question) === "") return null;
  const labels = Array.isArray(choices.label) ? choices.label.map(trimText) : [];
  const keyIndex = labels.indexOf(trimText(answerKey));
  return {
    story: trimText(story),
    question: trimText(question),
    options: choices.text.map(trimText),
    gold: keyIndex >= 0 ? keyIndex : letterIndex(answerKey),
  };
}

/**
 * Parses the prompt in the authors' output files: `Story: ... Question: ... (A) ... (B) ... What is the correct
 * answer?`.
 */
function readPartsOfPrompt({ prompt, correct }: LogObject): Parts | null {
  const match =
    /(?:^|\n)Story:\s*(?<story>[\s\S]+?)\n+Question:\s*(?<question>[\s\S]+?)\s*\n\(A\)\s*(?<first>.+?)\s*\n\(B\)\s*(?<second>.+?)\s*(?:\n|$)/u.exec(
      trimText(prompt),
    )?.groups;
  if (match === undefined) return null;
  const { story = "", question = "", first = "", second = "" } = match;
  return { story: story.trim(), question: question.trim(), options: [first, second], gold: letterIndex(correct) };
}
