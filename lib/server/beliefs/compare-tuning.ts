import * as z from "zod";
import {
  prepareBaseAgainstInstruct,
  type TuningComparison,
} from "@/lib/domain/beliefs/prepare/base-against-instruct.ts";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { type AnswerRule, storedAnswerRules } from "@/lib/domain/beliefs/scoring/classify.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { readRunFacts } from "../models/registry/run-facts.ts";
import { pool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import { decodeSubject, encodeSubject } from "../stored-results/matching-subject.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { type BeliefResults, listRuns } from "./load-beliefs.ts";
import { readBeliefItems, readRunAnswers } from "./run-answers.ts";
import { computeScores, readScores } from "./score-runs.ts";

/**
 * Base models and their tuned siblings. The requested base model, otherwise the first one with comparable pairs, is
 * compared with its sibling pair by pair, from the stored result.
 *
 * @param wanted the run of a base model
 */
export async function compareTuning(
  { models, rule, parity }: Pick<BeliefResults, "models" | "rule" | "parity">,
  wanted: string | null,
): Promise<{ modelPairs: TuningComparison[]; shown: ResultState<TuningComparison | null> | null }> {
  const siblings = listComparablePairs({ models, rule, parity });
  const pair = siblings.find(({ runId }) => runId === wanted) ?? siblings[0];
  return {
    modelPairs: listModelPairs(models),
    shown: pair ? await loadStoredResult(tuningResult, pair.subject) : null,
  };
}

/** Models that can be compared pair by pair: the run of the base model, and the subject of the stored result. */
export function listComparablePairs({ models, rule, parity }: Pick<BeliefResults, "models" | "rule" | "parity">): {
  runId: string;
  subject: string;
}[] {
  const findRunId = (observer: string) => models.find((model) => model.observer === observer)?.runId ?? "";
  return listModelPairs(models)
    .filter(({ missing }) => missing === null)
    .map(({ base, instruct }) => ({
      runId: findRunId(base),
      subject: encodeSubject([findRunId(base), findRunId(instruct), rule].join("/"), parity === "all"),
    }));
}

function listModelPairs(models: BeliefResults["models"]): TuningComparison[] {
  const scores = models.flatMap(({ score }) => (score ? [score] : []));
  return prepareBaseAgainstInstruct(
    scores,
    models.map(({ profile }) => profile),
    () => null,
  );
}

const benchmarkIdRow = z.strictObject({ benchmark_id: z.string() });

/**
 * A base model and its tuned sibling on the expressions to which both gave an answer: "BASE RUN/TUNED
 * RUN/RULE[/matching]".
 */
export const tuningResult: ResultDefinition<TuningComparison | null> = {
  kind: "tuning",
  ruleVersion: 4,
  facts: async (subject) => {
    const { runIds, rule } = parseSubject(subject);
    return rule ? readRunFacts(runIds) : null;
  },
  // Tests over all facts take long even if there are few answers.
  foldedHere: 0,
  compute: async (subject, folding) => {
    const { runIds, rule, parity } = parseSubject(subject);
    if (!rule) return null;
    const row = await oneRow(pool(), benchmarkIdRow, sql`SELECT benchmark_id FROM run WHERE id = ${runIds[0]}`);
    const runs = (await listRuns(row.benchmark_id)).filter(({ runId }) => runIds.includes(runId));
    await computeScores(runs, parity);
    const scores = [...(await readScores(runs, { rule, parity })).values()];
    const profiles = runs.map(({ profile }) => profile);
    return withSnapshot(async (client) => {
      const items = await readBeliefItems(client, row.benchmark_id);
      async function* answers() {
        for (const run of runs)
          for await (const { isFiller, ...answer } of readRunAnswers(client, { ...run, parity }, items))
            if (!isFiller) yield answer;
      }
      return foldRows("tuning", { rule, scores, profiles }, rowsInPieces(answers()), folding);
    });
  },
};

function parseSubject(subject: string): {
  runIds: [string, string];
  rule: AnswerRule | undefined;
  parity: BeliefQuery["parity"];
} {
  const { subject: pair, withMismatches } = decodeSubject(subject);
  const [base = "", tuned = "", ruleName] = pair.split("/");
  const rule = storedAnswerRules.find((one) => one === ruleName);
  return { runIds: [base, tuned], rule, parity: withMismatches ? "all" : "matching" };
}
