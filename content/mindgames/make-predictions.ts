/**
 * Writes predictions.jsonl: free-text answers of two invented models to the demo problems. No model was asked; the
 * answers are drawn from the profiles below, so that a fresh installation has something to lay beside people's answers.
 *
 *     npx tsx content/mindgames/make-predictions.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findHypothesisVerbs } from "../../lib/domain/epistemic/mindgames/hypothesis-form.ts";
import { formatMindgamesPrompt } from "../../lib/domain/epistemic/mindgames/lm-eval.ts";
import type { MindgamesRow } from "../../lib/domain/epistemic/mindgames/row.ts";
import { itemId } from "../../lib/domain/items/kinds/mindgames/mindgames-item.ts";
import { drawOne, type Random, seededRandom } from "../../lib/domain/random.ts";

interface Profile {
  model: string;
  /** Probability of the right answer if the model decides, for an outer "that" and "whether". */
  right: { that: number; whether: number };
  /** Probability of answering that there is not enough information, by number of announcements after the first. */
  undecided: readonly number[];
}

const profiles: readonly Profile[] = [
  {
    model: "Demo model D (synthetic)",
    right: { that: 0.82, whether: 0.78 },
    undecided: [0.15, 0.25, 0.35, 0.45],
  },
  { model: "Demo model E (synthetic)", right: { that: 0.85, whether: 0.58 }, undecided: [0, 0, 0, 0] },
];

const decided = (word: string) => [`${word}.`, `The hypothesis is ${word.toLowerCase()}.`, `Answer: ${word}`];
const undecidedWords = ["Not enough information.", "It is impossible to tell from the premise."];

/** The lines of predictions.jsonl. */
export function makePredictions(rows: readonly MindgamesRow[]): string[] {
  return profiles.flatMap((profile) => {
    // The seed contains the models' original names, so that their answers stay the same.
    const random = seededRandom(`mindgames/${profile.model.replace("synthetic", "made up")}`);
    return rows.map((row) =>
      JSON.stringify({
        model: profile.model,
        item: itemId(row),
        condition: { story: "story", questionOrder: "true-false", prompt: "paper" },
        prompt: formatMindgamesPrompt(row),
        output: outputOf(profile, row, random),
      }),
    );
  });
}

function outputOf({ right, undecided }: Profile, row: MindgamesRow, random: Random): string {
  const isUndecided = random.next() < (undecided[Math.min(row.n_announcements ?? 0, undecided.length - 1)] ?? 0);
  const isRight = random.next() < right[findHypothesisVerbs(row.hypothesis)?.outer ?? "that"];
  if (isUndecided) return drawOne(undecidedWords, random);
  return drawOne(decided(isRight === (row.label === "entailment") ? "True" : "False"), random);
}

const folder = new URL(".", import.meta.url);

/** The rows of problems.jsonl. */
export function readDemoProblems(): MindgamesRow[] {
  const text = readFileSync(new URL("problems.jsonl", folder), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("predictions.jsonl", folder), `${makePredictions(readDemoProblems()).join("\n")}\n`);
}
