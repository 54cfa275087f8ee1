import type { Answer } from "../items/item.ts";
import { optionOf } from "../items/kinds/two-choice/options.ts";
import { locateQuotes } from "../stories/solving/locate-quotes.ts";
import { readConsistencyOutput, readTwoChoiceOutput } from "../stories/solving/read-model-output.ts";
import { worded } from "../words/words.ts";

/**
 * What a model's free answer to the paper's evaluation prompts says, in an answer's normal form: yes or no with the
 * sentences it blamed, or the option behind its letter. Null when it cannot be read, or does not say what A was.
 */
export function readPriorAnswer(
  item: { kind: string; story: string },
  condition: Readonly<Record<string, unknown>>,
  output: string,
): Answer | null {
  if (item.kind === "two-choice") {
    const letter = readTwoChoiceOutput(output);
    const order = orderOf(condition.optionOrder);
    return letter === null || order === null ? null : { choice: `option-${optionOf(letter, order)}` };
  }
  if (item.kind !== "consistency") return null;
  const { conclusion, quoted } = readConsistencyOutput(output);
  if (conclusion === "unparsed") return null;
  const { spans } = locateQuotes(worded(item.story), quoted);
  return { choice: conclusion, spans: spans.map(([start, end]): [number, number] => [start, end]) };
}

/** `benchmarkRow` puts the answer without the knowledge first. */
function orderOf(optionOrder: unknown): "0-1" | "1-0" | null {
  if (optionOrder === "0-1" || optionOrder === "without-first") return "0-1";
  return optionOrder === "1-0" || optionOrder === "with-first" ? "1-0" : null;
}
