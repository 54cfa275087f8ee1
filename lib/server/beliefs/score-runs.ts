import * as z from "zod";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { AnswerRule } from "@/lib/domain/beliefs/scoring/classify.ts";
import type { RunScoreRow } from "@/lib/domain/beliefs/scoring/fold-run-scores.ts";
import { type BeliefPair, createPairTable } from "@/lib/domain/beliefs/scoring/pair-table.ts";
import { formatScoreJson, parseScoreJson, type StoredScore } from "@/lib/domain/beliefs/scoring/score-json.ts";
import { readFactsByRun, readRunFacts } from "../models/registry/run-facts.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import { decodeSubject, encodeSubject } from "../stored-results/matching-subject.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { computeResult, loadStoredResults } from "../stored-results/stored-result.ts";
import { readOpenAnswers, readOpenItems } from "./open-answers.ts";
import { readBeliefItems, readRunAnswers } from "./run-answers.ts";

/** One evaluation of a model, and its number of answers. */
export interface CountedRun {
  runId: string;
  observer: string;
  answers: number;
}

/**
 * Identifies a score of a run by its rule, and by whether answers to texts that differ from the benchmark's are
 * included.
 */
export interface ScoreKey {
  rule: AnswerRule | typeof openRule;
  parity: BeliefQuery["parity"];
}

/** The score of open questions, for which there is one parser. */
export const openRule = "open";

/** The cost of scoring one answer to a belief query, relative to reading any other answer. */
const costPerAnswer = 0.25;

const benchmarkRow = z.strictObject({ benchmark_id: z.string() });

/** A run's scores ("RUN[/matching]") as JSON: one for every rule, and one for its answers to open questions. */
export const beliefScoreResult: ResultDefinition<Record<string, unknown>> = {
  kind: "belief-scores",
  ruleVersion: 3,
  doing: "Scoring the answers",
  hidesStale: true,
  // An answer is scored under every rule.
  foldedHere: 0,
  facts: async (subject) => {
    const facts = await readRunFacts([decodeSubject(subject).subject]);
    return facts && addCost(facts);
  },
  compute: (subject, folding) =>
    withSnapshot(async (client) => {
      const { subject: runId, withMismatches } = decodeSubject(subject);
      // The name is added when the score is read, because two runs of one model can have different names.
      const run = { runId, observer: "", parity: withMismatches ? ("all" as const) : ("matching" as const) };
      const { benchmark_id: benchmarkId } = await oneRow(
        client,
        benchmarkRow,
        sql`SELECT benchmark_id FROM run WHERE id = ${runId}`,
      );
      const items = await readBeliefItems(client, benchmarkId);
      const openItems = await readOpenItems(client, benchmarkId);
      let alsoTrueCount = 0;
      const countAlsoTrue = () => {
        alsoTrueCount += 1;
      };
      async function* rows(): AsyncGenerator<RunScoreRow> {
        for await (const { isFiller, ...closed } of readRunAnswers(client, run, items, countAlsoTrue))
          yield { closed, isFiller };
        for await (const answer of readOpenAnswers(client, run, openItems)) yield { open: answer };
      }
      const { byRule, open } = await foldRows(
        "belief-scores",
        { observer: run.observer },
        rowsInPieces(rows()),
        folding,
      );
      return Object.fromEntries([
        ...byRule.map(([rule, score]) => [rule, formatScoreJson({ ...score, alsoTrue: alsoTrueCount })]),
        [openRule, formatScoreJson({ ...open, alsoTrue: 0 })],
      ]);
    }),
};

function addCost(facts: ResultFacts): ResultFacts {
  return { ...facts, answers: Math.ceil(facts.answers * costPerAnswer) };
}

/** Up-to-date scores of runs. They are computed now if there are few answers, otherwise in the background. */
export async function readScores(
  runs: readonly CountedRun[],
  { rule, parity }: ScoreKey,
): Promise<Map<string, StoredScore>> {
  const toSubject = (runId: string) => encodeSubject(runId, parity === "all");
  const facts = await readFactsByRun(runs.map(({ runId }) => runId));
  const factsBySubject = new Map([...facts].map(([runId, one]) => [toSubject(runId), addCost(one)]));
  const states = await loadStoredResults(beliefScoreResult, factsBySubject, [rule]);
  return new Map(
    runs.flatMap(({ runId, observer }) => {
      const score = parseScoreJson(states.get(toSubject(runId))?.stored?.document[rule]);
      return score ? [[runId, { ...score, observer }] as const] : [];
    }),
  );
}

/** Updates the scores of runs, regardless of how long this takes. */
export async function computeScores(runs: readonly CountedRun[], parity: ScoreKey["parity"]): Promise<void> {
  for (const { runId } of runs) await computeResult(beliefScoreResult, encodeSubject(runId, parity === "all"));
}

/** The pairs of one run, with the models' texts if `keepTexts` is set. */
export async function readRunPairs(
  benchmarkId: string,
  run: Pick<CountedRun, "runId" | "observer">,
  { rule, parity }: { rule: AnswerRule; parity: ScoreKey["parity"] },
  options: { category?: string; keepTexts?: boolean } = {},
): Promise<BeliefPair[]> {
  return withSnapshot(async (client) => {
    const items = await readBeliefItems(client, benchmarkId, options.category ?? null);
    const pairTable = createPairTable(rule, { keepTexts: options.keepTexts ?? false });
    const isPart = options.category !== undefined;
    for await (const answer of readRunAnswers(client, { ...run, parity }, items, undefined, isPart)) {
      if (!answer.isFiller) pairTable.add(answer);
    }
    return pairTable.pairs(run.observer);
  });
}
