import * as z from "zod";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { AnswerRule } from "@/lib/domain/beliefs/scoring/classify.ts";
import type { RunScoreRow } from "@/lib/domain/beliefs/scoring/fold-run-scores.ts";
import { type BeliefPair, createPairTable } from "@/lib/domain/beliefs/scoring/pair-table.ts";
import { formatScoreJson, type KeptScore, parseScoreJson } from "@/lib/domain/beliefs/scoring/score-json.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import { readOpenAnswers, readOpenItems } from "./open-answers.ts";
import { readBeliefItems, readRunAnswers } from "./run-answers.ts";

/** One evaluation of a model, and how many answers it has. */
export interface CountedRun {
  runId: string;
  observer: string;
  answers: number;
}

/** Which score of a run is kept: under a rule, with or without answers to another text than the benchmark's. */
export interface ScoreKey {
  rule: AnswerRule | typeof openRule;
  parity: BeliefQuery["parity"];
}

/** The score of open questions, which one reader reads. */
export const openRule = "open";

const storedRule = ({ rule, parity }: ScoreKey) => (parity === "all" ? rule : `${rule}/${parity}`);

const keptScoreRow = z.strictObject({ run_id: z.string(), answers: z.number(), score: json() });

/**
 * The kept scores of runs, those that still hold. Answers are only added and never changed, so a score
 * holds exactly as long as the number of answers that it was made from.
 */
export async function readKeptScores(runs: readonly CountedRun[], key: ScoreKey): Promise<Map<string, KeptScore>> {
  const rows = await manyRows(
    pool(),
    keptScoreRow,
    "SELECT run_id, answers, score FROM belief_score WHERE run_id = ANY($1::uuid[]) AND rule = $2",
    [runs.map(({ runId }) => runId), storedRule(key)],
  );
  const scores = new Map<string, KeptScore>();
  for (const run of runs) {
    const kept = rows.find((row) => row.run_id === run.runId && row.answers === run.answers);
    const score = kept && parseScoreJson(kept.score);
    if (score) scores.set(run.runId, { ...score, observer: run.observer });
  }
  return scores;
}

/** Scores runs under every rule in a thread and keeps the result. The items are read once for all runs. */
export async function scoreRuns(
  benchmarkId: string,
  runs: readonly CountedRun[],
  parity: ScoreKey["parity"],
  onRun: (done: number) => Promise<void> = async () => undefined,
): Promise<void> {
  const items = await withSnapshot((client) => readBeliefItems(client, benchmarkId));
  const openItems = await withSnapshot((client) => readOpenItems(client, benchmarkId));
  for (const [index, run] of runs.entries()) {
    let alsoTrue = 0;
    const countAlsoTrue = () => {
      alsoTrue += 1;
    };
    const { observer } = run;
    const { byRule, open } = await withSnapshot((client) => {
      async function* rows(): AsyncGenerator<RunScoreRow> {
        for await (const { isFiller, ...closed } of readRunAnswers(client, { ...run, parity }, items, countAlsoTrue))
          yield { closed, isFiller };
        for await (const answer of readOpenAnswers(client, { ...run, parity }, openItems)) yield { open: answer };
      }
      return foldRows("belief-scores", { observer }, rowsInPieces(rows()), {
        isInThread: true,
        read: async () => undefined,
      });
    });
    for (const [rule, score] of byRule) await keepScore(run, { rule, parity }, { ...score, alsoTrue });
    await keepScore(run, { rule: openRule, parity }, { ...open, alsoTrue: 0 });
    await onRun(index + 1);
  }
}

/** The pairs of one run, with the words behind them when they are to be shown. */
export async function readRunPairs(
  benchmarkId: string,
  run: Pick<CountedRun, "runId" | "observer">,
  { rule, parity }: { rule: AnswerRule; parity: ScoreKey["parity"] },
  options: { category?: string; keepTexts?: boolean } = {},
): Promise<BeliefPair[]> {
  return withSnapshot(async (client) => {
    const items = await readBeliefItems(client, benchmarkId, options.category ?? null);
    const table = createPairTable(rule, { keepTexts: options.keepTexts ?? false });
    const isPart = options.category !== undefined;
    for await (const answer of readRunAnswers(client, { ...run, parity }, items, undefined, isPart)) {
      if (!answer.isFiller) table.add(answer);
    }
    return table.pairs(run.observer);
  });
}

async function keepScore(run: CountedRun, key: ScoreKey, score: KeptScore): Promise<void> {
  await pool().query(
    `INSERT INTO belief_score (run_id, rule, answers, score) VALUES ($1, $2, $3, $4)
     ON CONFLICT (run_id, rule) DO UPDATE SET answers = excluded.answers, score = excluded.score,
       scored_at = clock_timestamp()`,
    [run.runId, storedRule(key), run.answers, JSON.stringify(formatScoreJson(score))],
  );
}
