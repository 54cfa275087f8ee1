import { describe, expect, it } from "vitest";
import { defaultBeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type Attacked, bytesOf, close, collected, expectAmended, filesOf } from "@/prisma/factories/attacked-study.ts";
import { exportTables } from "@/prisma/factories/export-tables.ts";
import { makeAwkwardStudy } from "@/prisma/factories/make-awkward-study.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { poolStudies } from "../archive/pool-studies.ts";
import { loadBeliefs } from "../beliefs/load-beliefs.ts";
import { loadFreshBeliefs } from "../beliefs/load-comparisons.ts";
import { readStudyAnswers } from "../beliefs/participant-answers.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { loadHumanEvaluation } from "../mindgames/load-human-evaluation.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { keepJudgement } from "../models/judging/keep-judgement.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { PendingError } from "../platform/errors/pending-error.ts";
import { withdrawForParticipant } from "../sessions/manage-session.ts";
import { recordInterimView } from "../studies/interim-views.ts";
import { readDataStatus } from "../studies/lock/read-data-status.ts";
import { moveStudy } from "../studies/run/move-study.ts";
import { loadCellView } from "./load-cell-view.ts";
import { loadErrorEvaluation, loadFreshErrorEvaluation } from "./load-error-evaluation.ts";

withTestDatabase();

const see = ({ actor, study }: Attacked) => recordInterimView(actor, { ...study, stage: "main" });

/** Adds runs to the only run of a benchmark, whose counters say that they have many answers. */
async function addRuns(benchmarkId: string): Promise<void> {
  await pool().query(
    `WITH copy AS (
       INSERT INTO run (id, model_id, benchmark_id, source)
       SELECT gen_random_uuid(), model_id, benchmark_id, 'copy ' || nth FROM run, generate_series(1, 40) AS nth
       WHERE benchmark_id = $1 RETURNING id
     ) INSERT INTO prediction_change (run_id, shard, changes, answers, unparsed) SELECT id, 0, 1, 1000, 0 FROM copy`,
    [benchmarkId],
  );
}

describe("an attempt to obtain a claim without its mark by another spelling of an ID", () => {
  it("finds the status of the same study, or of data that are not locked", async () => {
    const attacked = await collected();
    const { id, slug } = attacked.study;
    const upper = id.toUpperCase();
    const unknown = [`${slug}-2`, slug.toUpperCase(), "\0", upper.replaceAll("-", "")];
    for (const address of [id, upper, slug, ...unknown])
      expect(await readDataStatus(address, null), address).toEqual({ kind: "interim" });
    await close(attacked);
    for (const address of [id, upper, slug])
      expect(await readDataStatus(address, null), address).toEqual({ kind: "exploratory" });
    for (const address of unknown) expect(await readDataStatus(address, null), address).toEqual({ kind: "interim" });
  });

  it("finds the mark of a removed participant", async () => {
    const attacked = await collected();
    await close(attacked);
    await see(attacked);
    const { actor: admin } = await makePerson({ projectId: attacked.study.projectId, role: "admin" });
    const { rows } = await pool().query("SELECT session_id AS id FROM response WHERE study_id = $1 LIMIT 1", [
      attacked.study.id,
    ]);
    await withdrawForParticipant(admin, rows[0].id.toUpperCase(), "keep");
    await expectAmended(attacked, /1 participant removed by a user after results were seen/);
  });
});

describe("an attempt to obtain a claim without its mark by judging answers after results were seen", () => {
  it("is marked if an answer changes", async () => {
    const attacked = await collected();
    await close(attacked);
    await see(attacked);
    const { rows } = await pool().query(
      "SELECT prediction.id FROM prediction JOIN run ON run.id = run_id WHERE benchmark_id = $1 LIMIT 2",
      [attacked.study.benchmarkId],
    );
    const judge = (predictionId: string, verdict: "na" | null) =>
      withTx((client) => keepJudgement(client, { predictionId, by: { userId: attacked.actor.userId! }, verdict }));
    await judge(rows[0].id, "na");
    await expectAmended(attacked, /answers of Planned was as when results were first seen, now 1 answer judged after/);
    // The same verdict does not change the answer.
    await judge(rows[0].id, "na");
    const { rows: judged } = await pool().query(
      "SELECT judged_at < created_at AS same FROM prediction JOIN judgement ON prediction_id = prediction.id",
    );
    expect(judged).toEqual([{ same: true }]);
    await judge(rows[1].id, "na");
    const files = await filesOf(attacked);
    expect(files.get("methods.md")).toContain("2 answers judged after results were seen");
  });
});

describe("an attempt to obtain a claim without its mark by changing answers after the lock", () => {
  it("changes no result of raters, beliefs or errors", async () => {
    const study = await makeAwkwardStudy();
    await pool().query("UPDATE session SET outcome = 'quality' WHERE study_id = $1 AND outcome IS NULL", [study.id]);
    await moveStudy(installation, study.id, "close");
    expect(await readDataStatus(study.id, "main")).toEqual({ kind: "exploratory" });
    const countAnswers = async () => {
      const [raters, beliefs, errors] = await Promise.all([
        loadHumanEvaluation(installation, study.id),
        readStudyAnswers(study.id),
        loadErrorEvaluation(installation, study.projectId, study.id),
      ]);
      const { nPos, nNeg } = errors.stored!.document.table;
      return [raters!.stored!.document.people.all.n, beliefs.answers.length, nPos + nNeg];
    };
    const lockedCounts = await countAnswers();
    expect(lockedCounts).toEqual([6, 6, 6]);
    await moveStudy(installation, study.id, "reopen", "More people.");
    await pool().query(
      `INSERT INTO exclusion (id, response_id, reason)
       SELECT gen_random_uuid(), id, 'gibberish' FROM response WHERE study_id = $1 AND stage = 'main'`,
      [study.id],
    );
    expect(await countAnswers()).toEqual(lockedCounts);
  });
});

describe("an attempt to obtain a claim without its mark by results of answers from before the lock", () => {
  it("finds no such results, and no file of an outdated one", async () => {
    const study = await makeAwkwardStudy();
    const { projectId, benchmarkId } = study;
    const bytes = bytesOf(JSON.stringify({ model: "Owl", item: "plain", condition: {}, answer: true }));
    await importPredictions({
      projectId,
      benchmarkId,
      source: "",
      actorId: null,
      ...makeImportSource("p.jsonl", bytes),
    });
    const load = async () => {
      const errors = await loadErrorEvaluation(installation, study.projectId, study.id);
      const raters = await loadHumanEvaluation(installation, study.id);
      const beliefs = await loadBeliefs(installation, benchmarkId, defaultBeliefQuery);
      return [errors.stored?.isStale, raters!.stored?.isStale, beliefs!.peopleState!.stored?.isStale];
    };
    expect(await load()).toEqual([false, false, false]);
    // With so many answers, a request does not compute the results.
    await addRuns(benchmarkId);
    await pool().query("UPDATE cell_count SET count = count + 10001 WHERE study_id = $1", [study.id]);
    expect(await load()).toEqual([true, true, true]);
    for (const loadFile of [
      () => loadFreshErrorEvaluation(installation, study.projectId, study.id),
      () => loadFreshBeliefs(installation, benchmarkId, defaultBeliefQuery),
    ])
      await expect(loadFile()).rejects.toBeInstanceOf(PendingError);
    await pool().query("UPDATE session SET outcome = 'quality' WHERE study_id = $1 AND outcome IS NULL", [study.id]);
    await moveStudy(installation, study.id, "close");
    expect(await load()).toEqual([undefined, undefined, undefined]);
  });
});

describe("an attempt to obtain a claim without its mark by an export of a reopened study", () => {
  it("finds the answers that counted when the data were locked", async () => {
    const [first, second] = [await collected(), await collected()];
    const sites = [first, second].map(({ study }, index) => ({ id: study.id, site: `Site ${index}` }));
    const { study, actor } = first;
    const countExported = async () => {
      const { lines } = await exportTables(study);
      const wideAnswers = lines("wide.jsonl").flatMap((person) => Object.keys(person));
      return [lines("responses.jsonl").filter(({ is_counted }) => is_counted).length, wideAnswers.length];
    };
    const open = await poolStudies(sites);
    expect([open.status, open.data[0]]).toEqual(["interim, data not locked", "Site 0: data not locked."]);
    for (const one of [first, second]) await close(one);
    const [pooled, exported] = [await poolStudies(sites), await countExported()];
    expect(pooled.status).toBe("exploratory");
    expect(pooled.data[0]).toMatch(/^Site 0: data as locked on \d{4}-\d{2}-\d{2}\.$/);
    expect(exported[0]).toBe(12);
    await see(first);
    await moveStudy(actor, study.id, "reopen", "More people.");
    await pool().query("UPDATE session SET is_surplus = false WHERE study_id = $1", [study.id]);
    await pool().query(
      `INSERT INTO exclusion (id, response_id, reason)
       SELECT gen_random_uuid(), id, 'gibberish' FROM response WHERE study_id = $1 LIMIT 7`,
      [study.id],
    );
    expect(await countExported()).toEqual(exported);
    expect(await poolStudies(sites)).toEqual(pooled);
  });
});

describe("an attempt to obtain a claim without its mark by a table that was computed before the lock", () => {
  it("finds no table of that time", async () => {
    const attacked = await collected();
    const load = async () =>
      (await loadCellView(attacked.actor, attacked.study.id, defaultResultsQuery, "interactions"))!;
    expect((await load()).state.stored).toMatchObject({ isStale: false });
    // With so many runs, a request does not compute the table.
    await addRuns(attacked.study.benchmarkId);
    expect((await load()).state.stored).toMatchObject({ isStale: true });
    await close(attacked);
    const { page, state } = await load();
    expect(page.plan?.status).toEqual({ kind: "confirmatory" });
    expect(state.stored).toBeNull();
  });
});
