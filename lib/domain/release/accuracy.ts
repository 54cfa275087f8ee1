import type { ExportTable } from "../interchange/export-table.ts";
import { wilsonInterval } from "../statistics/proportions/wilson.ts";

/** The fields of an answer that the accuracy table needs. */
export interface TalliedAnswer {
  kind: "people" | "model";
  /** Name of the model; "people" otherwise. */
  subject: string;
  condition: string;
  isCorrect: boolean;
}

/** The accuracies of people and of each model by condition, with the numbers of counted and of correct answers. */
export const accuracyTable: ExportTable = {
  name: "accuracy",
  description: "Accuracy of people and of each model under each condition, from the counted answers.",
  columns: [
    { name: "kind", description: "people or model", type: "text" },
    { name: "subject", description: "people, or the name of the model", type: "text" },
    { name: "condition", description: "the condition, as sorted factor=level pairs; empty for all", type: "text" },
    { name: "status", description: "interim until the data of people are locked, then exploratory", type: "text" },
    { name: "n", description: "counted answers with a key", type: "integer" },
    {
      name: "correct",
      description: "of them, answers that agree with the key; unparsed model answers are wrong",
      type: "integer",
    },
    { name: "accuracy", description: "correct / n", type: "number" },
    { name: "wilson_low", description: "lower 95% limit (Wilson; answers treated as independent)", type: "number" },
    { name: "wilson_high", description: "upper 95% limit (Wilson; answers treated as independent)", type: "number" },
  ],
};

/** Counts answers one at a time; memory grows with subjects and conditions, not with answers. */
export class AccuracyTally {
  private readonly counts = new Map<string, { answer: Omit<TalliedAnswer, "isCorrect">; n: number; correct: number }>();

  add({ isCorrect, ...answer }: TalliedAnswer): void {
    for (const condition of answer.condition === "" ? [""] : ["", answer.condition]) {
      const key = JSON.stringify([answer.kind, answer.subject, condition]);
      const count = this.counts.get(key) ?? { answer: { ...answer, condition }, n: 0, correct: 0 };
      count.n += 1;
      if (isCorrect) count.correct += 1;
      this.counts.set(key, count);
    }
  }

  /**
   * The rows of `accuracyTable`: people first, then models by name. The first row of each subject is the accuracy over
   * all conditions.
   */
  records() {
    return [...this.counts.entries()]
      .sort(([left], [right]) => compareKeys(left, right))
      .map(([, { answer, n, correct }]) => {
        const { estimate, low, high } = wilsonInterval(correct, n);
        const { kind, subject, condition } = answer;
        return { kind, subject, condition, n, correct, accuracy: estimate, wilson_low: low, wilson_high: high };
      });
  }
}

function compareKeys(left: string, right: string): number {
  const rank = (key: string) => (key.startsWith('["people"') ? 0 : 1);
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}
