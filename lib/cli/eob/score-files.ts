import type { WordRule } from "../../domain/beliefs/scoring/classify.ts";
import { type BeliefScore, scoreModel } from "../../domain/beliefs/scoring/model-score.ts";
import { type BeliefAnswer, createPairRegister, createPairTable } from "../../domain/beliefs/scoring/pair-table.ts";
import { scoreFillers } from "../../domain/beliefs/scoring/score-fillers.ts";
import { type CommandIo, writeLine } from "../io.ts";
import { listAnswerFiles } from "./answer-files.ts";
import { inputAnswers, loadBeliefItems } from "./read-answers.ts";

export interface ScoredFiles {
  /** Scores by rule, in the order of the requested rules; the models of a rule are sorted by name. */
  scores: Map<WordRule, BeliefScore[]>;
  rows: number;
  refused: number;
}

const maxShownRefusals = 20;

/**
 * Reads all files once and computes the scores of every requested rule. Reports refused and skipped rows on standard
 * error.
 */
export async function scoreFiles(
  names: readonly string[],
  rules: readonly WordRule[],
  itemFile: string | undefined,
  io: CommandIo,
): Promise<ScoredFiles> {
  const files = await listAnswerFiles(names);
  const items = itemFile ? await loadBeliefItems(itemFile, io) : null;
  const register = createPairRegister();
  const tables = new Map(rules.map((rule) => [rule, createPairTable(rule, { register })]));
  let rows = 0;
  let refused = 0;
  const skipped = { openEnded: 0, alsoTrue: 0 };
  const fillers: BeliefAnswer[] = [];
  for await (const line of inputAnswers(files, items, io)) {
    rows += 1;
    if (line.ok) {
      for (const table of tables.values()) table.add(line.answer);
    } else if (line.skipped === "filler") {
      fillers.push(line.answer);
    } else if (line.skipped) {
      skipped[line.skipped] += 1;
    } else {
      refused += 1;
      if (refused <= maxShownRefusals) {
        await writeLine(io.stderr, `refused: ${line.path}, line ${line.line}, ${line.field}: ${line.message}`);
      }
    }
  }
  if (refused > maxShownRefusals) await writeLine(io.stderr, `refused: and ${refused - maxShownRefusals} more rows`);
  if (fillers.length > 0) await writeLine(io.stderr, `scored separately: ${fillers.length} answers to fillers`);
  if (skipped.openEnded > 0) await writeLine(io.stderr, `not scored: ${skipped.openEnded} open-ended rows`);
  if (skipped.alsoTrue > 0) {
    const message = `not scored: ${skipped.alsoTrue} answers about facts whose false object contains the true one`;
    await writeLine(io.stderr, message);
  }
  const scores = new Map(
    [...tables].map(([rule, table]) => [
      rule,
      table.observers().map((model) => {
        const modelFillers = fillers.filter(({ observer }) => observer === model);
        return scoreModel(model, table.pairs(model), table.repeated(model), scoreFillers(modelFillers, rule));
      }),
    ]),
  );
  return { scores, rows, refused };
}

/** Reports on standard error which models are excluded, and why. */
export async function reportDropped(scores: readonly BeliefScore[], io: CommandIo): Promise<void> {
  for (const score of scores) {
    if (score.enters) continue;
    const checkedFacts = score.known + score.notKnown;
    const reason =
      score.reason === "noPriorCheck"
        ? "there are no answers without the expression, so nothing counts as known"
        : `it knows only ${score.known} of ${checkedFacts} (under 10%)`;
    await writeLine(io.stderr, `dropped: ${score.observer}: ${reason}`);
  }
}
