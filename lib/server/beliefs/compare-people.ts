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
import { decodeSubject } from "../stored-results/matching-subject.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";
import { loadStoredResults } from "../stored-results/stored-result.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import type { BeliefResults } from "./load-beliefs.ts";
import { readPeopleFacts, readPeopleRows } from "./participant-answers.ts";
import { readBeliefItems, readRunAnswers } from "./run-answers.ts";

const benchmarkIdRow = z.strictObject({ benchmark_id: z.string() });

/** Differences between people and a model on the same expressions: "STUDY/DATA/RULE/RUN[/matching]". */
export const peopleModelResult: ResultDefinition<PeopleDifference[]> = {
  kind: "people-model",
  ruleVersion: 5,
  doing: "Comparing people with a model",
  foldedHere: 0,
  facts: readResultFacts,
  compute: (subject, folding) =>
    withSnapshot(async (client) => {
      const { studyId, runId, rule, parity } = parseSubject(subject);
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
  const runIdBySubject = new Map((await listPeopleComparisons(results)).map(({ runId, subject }) => [subject, runId]));
  const factsBySubject = new Map<string, ResultFacts>();
  for (const subject of runIdBySubject.keys()) {
    const subjectFacts = await readResultFacts(subject);
    if (subjectFacts) factsBySubject.set(subject, subjectFacts);
  }
  const states = await loadStoredResults(peopleModelResult, factsBySubject);
  return new Map([...states].map(([subject, state]) => [runIdBySubject.get(subject)!, state]));
}

/** The subjects of the stored comparisons of people with models, by run; empty without people. */
export async function listPeopleComparisons({
  models,
  people,
  rule,
  parity,
}: Pick<BeliefResults, "models" | "people" | "rule" | "parity">): Promise<{ runId: string; subject: string }[]> {
  if (!people?.score.enters) return [];
  return Promise.all(
    models
      .filter(({ score }) => score?.enters)
      .map(async ({ runId }) => ({
        runId,
        subject: await studySubject(people.study.id, parity === "all", rule, runId),
      })),
  );
}

async function readResultFacts(subject: string): Promise<ResultFacts | null> {
  const { studyId, runId, rule } = parseSubject(subject);
  if (!rule || !z.uuid().safeParse(studyId).success) return null;
  const [peopleState, run] = await Promise.all([readPeopleFacts(studyId), readRunFacts([runId])]);
  if (!peopleState || !run) return null;
  const dataHash = fingerprint(`${peopleState.dataHash}/${run.dataHash}`);
  return { projectId: run.projectId, dataHash, answers: peopleState.answers + run.answers, studyId, runId };
}

function parseSubject(subject: string): {
  studyId: string;
  runId: string;
  rule: AnswerRule | undefined;
  parity: "all" | "matching";
} {
  const { subject: ids, withMismatches } = decodeSubject(subject);
  const [studyId = "", , rule, runId = ""] = ids.split("/");
  return {
    studyId,
    runId,
    rule: storedAnswerRules.find((one) => one === rule),
    parity: withMismatches ? "all" : "matching",
  };
}
