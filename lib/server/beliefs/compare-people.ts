import * as z from "zod";
import { type AnswerRule, storedAnswerRules } from "@/lib/domain/beliefs/scoring/classify.ts";
import type { PeopleDifference, PeopleModelRow } from "@/lib/domain/beliefs/scoring/compare-people.ts";
import { fingerprint } from "@/lib/domain/fingerprint.ts";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { readRunFacts } from "../models/registry/run-facts.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import { decodeSubject, encodeSubject } from "../stored-results/matching-subject.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { loadStoredResults } from "../stored-results/stored-result.ts";
import type { BeliefResults } from "./load-beliefs.ts";
import { peopleFacts, readPeopleRows } from "./participant-answers.ts";
import { readBeliefItems, readRunAnswers } from "./run-answers.ts";

const benchmarkIdRow = z.strictObject({ benchmark_id: z.string() });

/** Differences between people and a model on the same expressions: "STUDY/RUN/RULE[/matching]". */
export const peopleModelResult: ResultDefinition<PeopleDifference[]> = {
  kind: "people-model",
  ruleVersion: 3,
  doing: "Comparing people with a model",
  foldedHere: 0,
  facts: readFacts,
  compute: (subject, folding) =>
    withSnapshot(async (client) => {
      const { studyId, runId, rule, parity } = subjectOf(subject);
      if (!rule) return [];
      const { benchmark_id: benchmarkId } = await oneRow(
        client,
        benchmarkIdRow,
        sql`SELECT benchmark_id FROM run WHERE id = ${runId}`,
      );
      const items = await readBeliefItems(client, benchmarkId);
      async function* rows(): AsyncGenerator<PeopleModelRow> {
        for await (const person of readPeopleRows(client, studyId, null)) yield { person };
        for await (const { isFiller, ...model } of readRunAnswers(client, { runId, observer: "", parity }, items))
          if (!isFiller) yield { model };
      }
      return foldRows("people-model", { rule }, rowsInPieces(rows()), folding);
    }),
};

/** The stored comparisons of people with every model that is included in comparisons, by run. */
export async function readPeopleDifferences(
  results: Pick<BeliefResults, "models" | "people" | "rule" | "parity">,
): Promise<Map<string, ResultState<PeopleDifference[]>>> {
  const runOf = new Map(listPeopleComparisons(results).map(({ runId, subject }) => [subject, runId]));
  const wanted = new Map<string, ResultFacts>();
  for (const subject of runOf.keys()) {
    const facts = await readFacts(subject);
    if (facts) wanted.set(subject, facts);
  }
  const states = await loadStoredResults(peopleModelResult, wanted);
  return new Map([...states].map(([subject, state]) => [runOf.get(subject)!, state]));
}

/** The key of stored comparisons of people with models; null without people. */
export function listPeopleComparisons({
  models,
  people,
  rule,
  parity,
}: Pick<BeliefResults, "models" | "people" | "rule" | "parity">): { runId: string; subject: string }[] {
  if (!people?.score.enters) return [];
  return models
    .filter(({ score }) => score?.enters)
    .map(({ runId }) => ({
      runId,
      subject: encodeSubject([people.study.id, runId, rule].join("/"), parity === "all"),
    }));
}

async function readFacts(subject: string): Promise<ResultFacts | null> {
  const { studyId, runId, rule } = subjectOf(subject);
  if (!rule || !z.uuid().safeParse(studyId).success) return null;
  const [people, run] = await Promise.all([peopleFacts(studyId), readRunFacts([runId])]);
  if (!people || !run) return null;
  const dataHash = fingerprint(`${people.dataHash}/${run.dataHash}`);
  return { projectId: run.projectId, dataHash, answers: people.answers + run.answers, studyId, runId };
}

function subjectOf(subject: string): {
  studyId: string;
  runId: string;
  rule: AnswerRule | undefined;
  parity: "all" | "matching";
} {
  const { subject: named, withMismatches } = decodeSubject(subject);
  const [studyId = "", runId = "", rule] = named.split("/");
  return {
    studyId,
    runId,
    rule: storedAnswerRules.find((one) => one === rule),
    parity: withMismatches ? "all" : "matching",
  };
}
