import type { Fold } from "../../fold.ts";
import { type AnswerRule, storedAnswerRules } from "./classify.ts";
import { type BeliefScore, scoreModel } from "./model-score.ts";
import { type BeliefAnswer, createPairRegister, createPairTable } from "./pair-table.ts";
import { collectDetails } from "./score-details.ts";
import { scoreFillers } from "./score-fillers.ts";
import { type OpenAnswer, scoreOpenAnswers } from "./score-open.ts";

/** An answer of the run: `closed` to a yes/no query (possibly of a filler), `open` to an open question. */
export type RunScoreRow = { closed: BeliefAnswer; isFiller: boolean } | { open: OpenAnswer };

/** The scores of one run. */
export interface RunScores {
  byRule: [AnswerRule, BeliefScore][];
  open: BeliefScore;
}

/**
 * Scores the answers of one run by every rule. Stores two bytes per expression, so that a run of any size fits in
 * memory.
 */
export function foldRunScores({ observer }: { observer: string }): Fold<RunScoreRow, RunScores> {
  const register = createPairRegister();
  const tables = storedAnswerRules.map((rule) => [rule, createPairTable(rule, { register })] as const);
  const fillers: BeliefAnswer[] = [];
  const openAnswers: OpenAnswer[] = [];
  const details = collectDetails();
  return {
    add: (rows) => {
      for (const row of rows) {
        if ("open" in row) openAnswers.push(row.open);
        else if (row.isFiller) fillers.push(row.closed);
        else {
          details.add(row.closed);
          for (const [, table] of tables) table.add(row.closed);
        }
      }
    },
    finish: () => ({
      byRule: tables.map(([rule, table]) => {
        const pairs = table.pairs(observer);
        const score = scoreModel(observer, pairs, table.repeated(observer), scoreFillers(fillers, rule));
        return [rule, { ...score, details: details.finish(rule, pairs) }];
      }),
      open: scoreOpenAnswers(observer, openAnswers),
    }),
  };
}
