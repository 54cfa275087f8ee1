import type { Item } from "../../items/item.ts";
import { findAnsweringPart } from "../read-output/plain-text.ts";
import { readOpenText } from "../read-output/read-open-text.ts";
import { readOutput } from "../read-output/read-output.ts";

/**
 * A judge's verdict on an answer that was given without options: the answer matches the correct option (`true`), the
 * wrong option (`false`), or neither (`na`). An answer that matches neither is excluded (Yang et al. 2026, section
 * 5.2).
 */
export const judgeVerdicts = ["true", "false", "na"] as const;
export type JudgeVerdict = (typeof judgeVerdicts)[number];

/** The information shown to a judge. */
export interface JudgedAnswer {
  context: string;
  question: string;
  generated: string;
  correct: string;
  incorrect: string;
}

/**
 * An answer in the form that a judge reads, whether a model or a person. Null if the key does not identify the correct
 * option.
 *
 * @param output the model's text; its reasoning is removed if an answer can be separated from it
 */
export function toJudgedAnswer(item: Item, gold: unknown, output: string): JudgedAnswer | null {
  if (gold !== 0 && gold !== 1) return null;
  const correct = item.options[gold];
  const incorrect = item.options[1 - gold];
  if (correct === undefined || incorrect === undefined) return null;
  const givenAnswer = findAnsweringPart(output).text;
  return {
    context: item.story.text,
    question: item.text,
    generated: readOpenText(givenAnswer).answer ?? givenAnswer.trim(),
    correct,
    incorrect,
  };
}

/** Yang et al. 2026, appendix B, "Open-Ended QA Evaluation". */
export function judgePrompt({ context, question, generated, correct, incorrect }: JudgedAnswer): string {
  return `You are an accuracy evaluator. Compare the "Generated Answer" against the "Correct Answer" and the "Incorrect Answer".

- Output "True" if the action in the Generated Answer aligns well with the action in the correct Answer.
- Output "False" if the action in the Generated Answer aligns well with the action in the incorrect Answer.
- Output "NA" if the action in the Generated Answer is unrelated to either.

Input Data:
Question Context: ${context}
Question: ${question}
Generated Answer: ${generated}
Correct Answer: ${correct}
Incorrect Answer: ${incorrect}

Output (True/False/NA):`;
}

const wholeNa = /^[\s"'*`_([{]*n\/?a[\s"'*`_)\]}.!]*$/iu;
const labelledNa =
  /(?:output|answer|verdict|judge?ment|evaluation|result)[\s*_]*(?::|\bis\b)[\s*_"'`([]*n\/?a(?![\p{L}\p{N}])/iu;

/** Reads the verdict in a judge's text with the common reader of model texts; null if the text is unclear. */
export function readVerdict(text: string): JudgeVerdict | null {
  // The prompt's label of the verdict, with or without its instruction, counts as an answer label.
  const judgement = findAnsweringPart(text)
    .text.replace(/\boutput(?: \(true\/false\/na\))?\s*:/giu, "Answer:")
    .trim();
  const lines = judgement.split("\n").filter((line) => line.trim() !== "");
  // Text after a bare verdict explains it.
  if (wholeNa.test(lines[0] ?? "")) return "na";
  const { answer } = readOutput("true-false", judgement);
  const parsed = answer === "true" || answer === "false" ? answer : null;
  const isNa = wholeNa.test(lines.at(-1) ?? "") || labelledNa.test(judgement);
  if (!isNa) return parsed;
  return parsed === null ? "na" : null;
}

/**
 * Combines the verdicts of several judges: the verdict of most people, or without people that of the last judging
 * model. Null if people are divided or there is no verdict.
 */
export function combineVerdicts(people: readonly JudgeVerdict[], model: JudgeVerdict | null): JudgeVerdict | null {
  if (people.length === 0) return model;
  const counts = judgeVerdicts.map((verdict) => people.filter((one) => one === verdict).length);
  const highestCount = Math.max(...counts);
  const winners = judgeVerdicts.filter((_, index) => counts[index] === highestCount);
  return winners.length === 1 ? (winners[0] ?? null) : null;
}

/** The option that a verdict selects; null if it selects neither. */
export function optionOfVerdict(verdict: JudgeVerdict | null, gold: 0 | 1): string | null {
  if (verdict === null || verdict === "na") return null;
  return `option-${verdict === "true" ? gold : 1 - gold}`;
}
