import { slugify } from "../../slug.ts";
import type { LogObject } from "../model-logs/log-record.ts";
import { createChoiceRecord, type ItemRecord, letterIndex, shortHash, trimText } from "./item-record.ts";

const ability = "能力\nABILITY";
const index = "序号\nINDEX";
const answer = "答案\nANSWER";

/** The languages in which ToMBench has each row. */
export type TomBenchLanguage = "en" | "zh";

const columns = {
  en: { story: "STORY", question: "QUESTION", option: (letter: string) => `OPTION-${letter}` },
  zh: { story: "故事", question: "问题", option: (letter: string) => `选项${letter}` },
} as const;

/** Whether a record is a row of ToMBench. */
export function isTomBench(record: LogObject): boolean {
  return answer in record && "STORY" in record && "OPTION-A" in record;
}

/**
 * Converts an item of ToMBench (Chen et al. 2024) in one of its two languages. Numbers restart in each file, so the ID
 * of an item consists of its ability, its number and a hash of its text. Missing options are `NaN` in the file.
 */
export function readTomBench(record: LogObject, language: TomBenchLanguage): ItemRecord {
  const { story: storyColumn, question: questionColumn, option } = columns[language];
  const [story, question] = [trimText(record[storyColumn]), trimText(record[questionColumn])];
  const name = `${trimText(record[ability])} ${String(record[index] ?? "")}`.trim();
  if (question === "") return { rejected: `${name}: has no question in this language` };
  const options = ["A", "B", "C", "D"]
    .map((letter) => trimText(record[option(letter)]).replace(new RegExp(`^${letter}[.．、]\\s*`, "u"), ""))
    .filter((text) => text !== "");
  const gold = letterIndex(record[answer]);
  if (gold < 0 || gold >= options.length) return { rejected: `${name}: its answer is not one of its options` };
  const [family = "", part = ""] = trimText(record[ability]).split(/:\s*/u);
  const textHash = shortHash([trimText(record.STORY), trimText(record.QUESTION)].join("\n"));
  return createChoiceRecord("tombench", {
    id: `tombench-${slugify(trimText(record[ability]), 40)}-${String(record[index] ?? "")}-${textHash}-${language}`,
    story,
    question,
    options,
    gold,
    attributes: { ability: family, ...(part ? { task: part } : {}), language },
  });
}
