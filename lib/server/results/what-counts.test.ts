import { beforeAll, describe, expect, it } from "vitest";
import type { ExportRecord } from "@/lib/domain/interchange/export-table.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import {
  type CountChoice,
  countedByDefault,
  isCounted,
  responseStatuses,
  type StoredResponse,
} from "@/lib/domain/survey/counted-response.ts";
import { type AwkwardStudy, awkwardStages, makeAwkwardStudy } from "@/prisma/factories/make-awkward-study.ts";
import { makeCollection } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { decideReSolve } from "../annotation/re-solve/decide-re-solve.ts";
import { readStudyAnswers } from "../beliefs/participant-answers.ts";
import { readCounts, readStages } from "../counting/read-counts.ts";
import { loadHumanEvaluation } from "../mindgames/load-human-evaluation.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { withdraw } from "../sessions/erasure/withdraw.ts";
import { readExportContext } from "../studies/export/export-context.ts";
import { exportRecords } from "../studies/export/export-records.ts";
import { listStudies } from "../studies/list-studies.ts";
import { listResponses } from "../studies/responses/list-responses.ts";
import { getLiveFigures } from "../studies/run/get-live-figures.ts";
import { listItemResponses } from "./item-answers.ts";
import { loadErrorEvaluation } from "./load-error-evaluation.ts";
import { loadResults } from "./load-results.ts";

withTestDatabase();

// One database in which everything that decides about counting happens, and the number that the domain gives for it.
// Each page, counter, gate and export is asked for the same number.

interface Fact extends StoredResponse {
  item: string;
  answerKey: string;
}

let study: AwkwardStudy;
let facts: Fact[];

beforeAll(async () => {
  study = await makeAwkwardStudy();
  facts = await readFacts();
});

async function readFacts(): Promise<Fact[]> {
  const { rows } = await pool().query(
    `SELECT response.id, response.session_id, response.stage, response.position, response.revision, response.answer_key,
       response.item_version_id, session.outcome, session.is_surplus, session.erased_at, stratum.is_open,
       (SELECT coalesce(json_agg(json_build_object('isRevoked', revoked_at IS NOT NULL)), '[]')
        FROM exclusion WHERE response_id = response.id) AS exclusions
     FROM response JOIN session ON session.id = response.session_id JOIN stratum ON stratum.id = response.stratum_id
     WHERE response.study_id = $1`,
    [study.id],
  );
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    stage: row.stage,
    position: row.position,
    revision: row.revision,
    session: { outcome: row.outcome, isSurplus: row.is_surplus, isErased: row.erased_at !== null },
    isOpenStratum: row.is_open,
    exclusions: row.exclusions,
    item: row.item_version_id,
    answerKey: row.answer_key,
  }));
}

/** The answers that count by the domain, of one item or of all. */
function counted(choice: CountChoice, item?: string): Fact[] {
  const standings = responseStatuses(facts);
  return facts.filter((fact) => {
    const standing = standings.get(fact.id);
    return standing && isCounted(standing, choice) && (item === undefined || fact.item === item);
  });
}

const main = countedByDefault("main");

describe("whoever counts answers gets the number of the domain", () => {
  it("on a database that has all there is: nine sessions of four answers in each stage, and others that do not count", () => {
    const sessions = new Set(counted(main).map(({ sessionId }) => sessionId));
    expect(sessions.size).toBe(6);
    expect(counted(main)).toHaveLength(24);
    expect(facts.length).toBeGreaterThan(5 * 52);
  });

  it("counters, under every switch and in every stage", async () => {
    for (const stage of awkwardStages) {
      for (const switches of allSwitches()) {
        const choice = { stage, ...switches };
        const rows = await readCounts(study.id, choice);
        const said = rows.map(({ itemId, answerKey, count }) => `${itemId} ${answerKey} ${count}`).sort();
        const expected = new Map<string, number>();
        for (const { item, answerKey } of counted(choice)) {
          expected.set(`${item} ${answerKey}`, (expected.get(`${item} ${answerKey}`) ?? 0) + 1);
        }
        expect(said).toEqual([...expected].map(([key, count]) => `${key} ${count}`).sort());
      }
    }
    expect(await readStages(study.id)).toEqual([...awkwardStages]);
  });

  it("the results page", async () => {
    for (const stage of awkwardStages) {
      const page = await loadResults(installation, study.id, { ...defaultResultsQuery, stage });
      const total = page?.results.counts.reduce((sum, { count }) => sum + count, 0);
      expect(total).toBe(counted(countedByDefault(stage)).length);
      expect(page?.standings).toEqual({
        surplus: 8,
        surplusSessions: 2,
        excluded: counted({ ...countedByDefault(stage), surplus: true, excluded: true }).length - total! - 4,
        openStratum: 4,
      });
    }
  });

  it("the page of one item, which lists the others with the reason", async () => {
    for (const item of Object.values(study.items)) {
      const listed = await listItemResponses(installation, study.id, item, {
        conditionId: null,
        answerKey: null,
        page: 1,
        modelsPage: 1,
      });
      expect(listed?.counted).toBe(counted(main, item).length);
      expect(listed?.responses.filter((one) => !one.isSurplus && one.exclusions.length === 0)).toHaveLength(
        listed?.counted ?? 0,
      );
    }
  });

  it("the list of responses", async () => {
    for (const stage of awkwardStages) {
      const yes = await listResponses(installation, study.id, { stage, counts: "yes" });
      const no = await listResponses(installation, study.id, { stage, counts: "no" });
      expect(yes?.matching).toBe(counted(countedByDefault(stage)).length);
      expect(yes?.lines.every(({ notCounted }) => notCounted.length === 0)).toBe(true);
      expect(no?.lines.every(({ notCounted }) => notCounted.length > 0)).toBe(true);
      expect((yes?.matching ?? 0) + (no?.matching ?? 0)).toBe(facts.filter((fact) => fact.stage === stage).length);
    }
  });

  it("the list of studies and the live page, where an excluded answer still fills its slot", async () => {
    const filled = counted({ ...main, excluded: true });
    const quotas = counted({ ...main, excluded: true, openStratum: false });
    const live = await getLiveFigures(installation, study.id);
    expect(live?.cells.reduce((sum, cell) => sum + cell.filled, 0)).toBe(quotas.length);
    expect(live?.cells.reduce((sum, cell) => sum + cell.filled + cell.open, 0)).toBe(filled.length);
    expect(live?.strata.reduce((sum, { answers }) => sum + answers, 0)).toBe(filled.length);
    const listed = (await listStudies(installation, study.projectId)).find(({ id }) => id === study.id);
    expect(listed?.filled).toBe(quotas.length / 4);
  });

  it("the export of responses", async () => {
    const records: ExportRecord[] = [];
    await withSnapshot(async (client) => {
      const context = await readExportContext(client, study.id, "coded");
      for await (const record of exportRecords(client, context, "responses")) records.push(record);
    });
    for (const stage of awkwardStages) {
      const ours = records.filter((record) => record.stage === stage && record.is_counted === true);
      expect(ours).toHaveLength(counted(countedByDefault(stage)).length);
    }
    const inDesign = records.filter((record) => record.in_design === true && record.stage === "main");
    const standings = responseStatuses(facts);
    expect(inDesign).toHaveLength(
      facts.filter(({ id, stage, session }) => stage === "main" && standings.get(id)?.isComplete && !session.isSurplus)
        .length,
    );
  });

  it("the page of errors", async () => {
    const evaluation = (await loadErrorEvaluation(installation, study.projectId, study.id)).stored!.document;
    const own = counted(main, study.items.consistency);
    expect(evaluation.table.nPos + evaluation.table.nNeg).toBe(own.length);
    expect(evaluation.excluded).toBe(counted({ ...main, excluded: true }, study.items.consistency).length - own.length);
  });

  it("the page of MindGames raters", async () => {
    const evaluation = await loadHumanEvaluation(installation, study.id);
    expect(evaluation?.stored?.document.people.all.n).toBe(counted(main, study.items.mindgames).length);
  });

  it("people's beliefs", async () => {
    const { answers } = await readStudyAnswers(study.id);
    expect(answers).toHaveLength(counted(main, study.items.belief).length);
  });

  it("people's beliefs, where what was claimed is also true: no answer is scored, and all are counted as left out", async () => {
    const { answers, uncounted } = await readStudyAnswers((await makeAwkwardStudy({ alsoTrue: true })).id);
    expect(answers).toEqual([]);
    expect(uncounted.alsoTrue).toBe(counted(main, study.items.belief).length);
  });

  it("the gate of a blind re-solve", async () => {
    const own = counted(countedByDefault("re-solve"), study.items.consistency);
    const collection = await makeCollection({ pairs: 1, settings: { reSolveAnswers: 1 } });
    await pool().query(
      `INSERT INTO annotation_gate (id, item_id, study_id, item_version_id)
       SELECT gen_random_uuid(), id, $2, $3 FROM annotation_item WHERE collection_id = $1 AND kind = 'error'`,
      [collection.id, study.id, study.items.consistency],
    );
    const { decided } = await decideReSolve(installation, study.id);
    expect(decided).toMatchObject([
      { result: { answers: own.length, right: own.filter(({ answerKey }) => answerKey === "error").length } },
    ]);
  });

  it("overview, conditions, item list and live page without looking at a single answer", async () => {
    const before = await loadResults(installation, study.id, { ...defaultResultsQuery, surplus: true, excluded: true });
    // Anyone who reads the answers themselves does not find them now.
    await pool().query("ALTER TABLE response RENAME TO response_out_of_reach");
    await pool().query("ALTER VIEW counted_response RENAME TO counted_response_out_of_reach");
    try {
      for (const switches of allSwitches()) {
        const page = await loadResults(installation, study.id, { ...defaultResultsQuery, ...switches });
        expect(page?.results.items).toHaveLength(4);
      }
      const after = await loadResults(installation, study.id, {
        ...defaultResultsQuery,
        surplus: true,
        excluded: true,
      });
      expect(after?.results.counts).toEqual(before?.results.counts);
      expect(await getLiveFigures(installation, study.id)).not.toBeNull();
      expect(await listStudies(installation, study.projectId)).toHaveLength(1);
    } finally {
      await pool().query("ALTER TABLE response_out_of_reach RENAME TO response");
      await pool().query("ALTER VIEW counted_response_out_of_reach RENAME TO counted_response");
    }
  });

  it("counters after a withdrawal, with and without erasure", async () => {
    const two = [...new Set(counted(main).map(({ sessionId }) => sessionId))].slice(0, 2);
    expect(await withdraw(two[0] ?? "", "keep")).toBe("withdrawn");
    expect(await withdraw(two[1] ?? "", "erase")).toBe("withdrawn");
    facts = await readFacts();
    const page = await loadResults(installation, study.id, defaultResultsQuery);
    expect(page?.results.counts.reduce((sum, { count }) => sum + count, 0)).toBe(counted(main).length);
    expect(counted(main)).toHaveLength(16);
  });
});

function allSwitches(): Omit<CountChoice, "stage">[] {
  const both = [false, true];
  return both.flatMap((surplus) =>
    both.flatMap((excluded) => both.map((openStratum) => ({ surplus, excluded, openStratum }))),
  );
}
