import { beforeAll, describe, expect, it } from "vitest";
import { defaultResultsQuery, type ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withAnswersOutOfReach } from "@/prisma/factories/out-of-reach.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../background/job-handlers.ts";
import { recomputeResult } from "../background/stored-results.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { cellResult } from "./cell-result.ts";
import { loadCellView, loadFreshCellView } from "./load-cell-view.ts";

withTestDatabase();

let study: MadeStudy;
const shown = async (query: Partial<ResultsQuery> = {}, id: "accuracy" | "interactions" = "accuracy") =>
  (await loadCellView(installation, study.id, { ...defaultResultsQuery, ...query }, id))!.state;

async function importAnswer(model: string, answer: boolean): Promise<void> {
  async function* bytes() {
    yield Buffer.from(
      JSON.stringify({ model, item: "item-0", condition: { story: "story", questionOrder: "true-false" }, answer }),
    );
  }
  const { projectId, benchmarkId } = study;
  await importPredictions({
    projectId,
    benchmarkId,
    source: model,
    actorId: null,
    ...makeImportSource("p.jsonl", bytes()),
  });
}

beforeAll(async () => {
  study = await makeStudy({ design: { perStratumItem: 4 } });
  for (let person = 0; person < 6; person += 1)
    await walkTo(await startWalker(study), 5, { choice: person % 3 === 0 ? "false" : "true" });
  await importAnswer("Owl", true);
});

describe("tables and comparisons", () => {
  it("are stored with the hash of their data and read no answer; another answer is in them at the next look", async () => {
    const before = await shown();
    expect(before.stored).toMatchObject({ isStale: false, document: { view: { id: "accuracy", refused: null } } });
    expect(await withAnswersOutOfReach(shown)).toEqual(before);
    await importAnswer("Lark", false);
    const after = await shown();
    expect(after.stored?.document.dataHash).not.toBe(before.stored?.document.dataHash);
    expect(JSON.stringify(after.stored)).toContain("Lark");
    expect(await loadFreshCellView(installation, study.id, defaultResultsQuery, "accuracy", null)).toEqual({
      ...after.stored?.document,
      status: { kind: "interim" },
    });
  });

  it("change with what is noted of a model and with the plan, though no answer does", async () => {
    const { stored: before } = await shown({}, "interactions");
    await pool().query(`UPDATE model SET details = '{"family":"Birds"}' WHERE name = 'Owl'`);
    const { stored: after } = await shown({}, "interactions");
    expect(after?.dataHash).not.toBe(before?.dataHash);
    expect(after?.document.dataHash).toBe(before?.document.dataHash);
  });

  it("are the same from a job, however long their address is, and whoever may not read the study gets none", async () => {
    const query = { models: Array.from({ length: 100 }, (_, index) => `${index}${"x".repeat(50)}`) };
    const found = await shown(query);
    const { actor } = await makePerson({ projectId: study.projectId, role: "viewer" });
    await pool().query("DELETE FROM stored_result");
    await recomputeResult(actor, cellResult.kind, found.subject);
    expect((await pool().query("SELECT FROM stored_result")).rows).toEqual([]);
    expect(await runNextJob(jobHandlers)).toBe(true);
    expect((await shown(query)).stored).toMatchObject({ isStale: false, document: found.stored!.document });
    const stranger = (await makePerson({})).actor;
    expect(await loadCellView(stranger, study.id, defaultResultsQuery, "accuracy")).toBeNull();
    expect(await loadFreshCellView(stranger, study.id, defaultResultsQuery, "accuracy", null)).toBeNull();
    await expect(recomputeResult(stranger, cellResult.kind, found.subject)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("are kept for the newest addresses only", async () => {
    await pool().query(
      `INSERT INTO stored_result (kind, rule_version, subject, data_hash, document, study_id, computed_at)
       SELECT $1, 1, 'older ' || nth, '', '{}', $2, clock_timestamp() - interval '1 day'
       FROM generate_series(1, $3::int + 5) AS nth`,
      [cellResult.kind, study.id, cellResult.keep],
    );
    await shown({ type: "tom" });
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM stored_result WHERE kind = $1", [
      cellResult.kind,
    ]);
    expect(rows).toEqual([{ n: cellResult.keep }]);
    expect((await shown({ type: "tom" })).stored?.isStale).toBe(false);
  });
});
