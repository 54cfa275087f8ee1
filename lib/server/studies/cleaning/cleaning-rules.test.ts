import { beforeAll, describe, expect, it } from "vitest";
import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { PlannedCleaningRule } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { eraseSession } from "../../sessions/erasure/erase-session.ts";
import { loadFreshResult } from "../../stored-results/stored-result.ts";
import { saveAnalysisPlan } from "../draft/study-plan.ts";
import { listDataLocks } from "../lock/read-data-collection-state.ts";
import { restoreResponse } from "../responses/restore-response.ts";
import { moveStudy } from "../run/move-study.ts";
import { cleaningResult } from "./cleaning-result.ts";
import { excludeFlagged } from "./exclude-flagged.ts";

withTestDatabase();

const typed = { typed: 40, pasted: 0, keys: 44, composed: 0, scripted: 0, restored: 0, hidden: 0, hiddenMs: 0 };
const rules: PlannedCleaningRule[] = [
  { rule: "gibberish", limit: 50, action: "exclude" },
  { rule: "pasted", limit: 80, action: "review" },
  { rule: "left-page", limit: 5, action: "exclude" },
  { rule: "copied-other", limit: 90, action: "review" },
];
const people = [
  { explanation: "Ana saw the number, and she remembered it later.", process: typed },
  { explanation: "sdfkjh wlkrj sdfsdf", process: typed },
  { explanation: "The statement follows from what Ben had been told.", process: { ...typed, typed: 0, pasted: 50 } },
  { explanation: "wqrtz sdfg sdfsdf", process: { ...typed, hidden: 2, hiddenMs: 9_000 } },
  { explanation: "Ana saw the number and she remembered it later", gender: "male" },
];

async function flagsOf(study: MadeStudy) {
  const { rows } = await pool().query(
    `SELECT rule, value, evidence, (SELECT given ->> 'explanation' FROM step_answer
       WHERE step_answer.session_id = response.session_id AND given ? 'explanation') AS explanation
     FROM response_flag JOIN response ON response.id = response_id WHERE response_flag.study_id = $1
     ORDER BY rule, explanation`,
    [study.id],
  );
  return rows;
}

async function exclusionsOf(study: MadeStudy) {
  const { rows } = await pool().query(
    `SELECT exclusion.id, response_id, reason, actor, rule, created_by_id, revoked_at IS NOT NULL AS "isRevoked"
     FROM exclusion WHERE study_id = $1 ORDER BY rule, response_id`,
    [study.id],
  );
  return rows;
}

describe("the cleaning rules of a study", () => {
  let study: MadeStudy;
  let actor: Actor;

  beforeAll(async () => {
    study = await makeStudy({ items: 2, open: false });
    ({ actor } = await makePerson({ projectId: study.projectId, role: "researcher" }));
    const plan = defaultAnalysisPlan();
    await saveAnalysisPlan(actor, study.id, { ...plan, exclusions: { ...plan.exclusions, cleaning: rules } }, "");
    await moveStudy(actor, study.id, "open");
    for (const person of people) await walkTo(await startWalker(study), 5, person);
  });

  it("flag answers with their evidence, and say where they are silent", async () => {
    const found = await loadFreshResult(cleaningResult, study.id);
    expect(found?.document).toMatchObject({ answers: 5, people: 5, flagged: 5 });
    expect(found?.document.rules).toMatchObject([
      { rule: "gibberish", flagged: 2, people: 2, silent: 0 },
      { rule: "pasted", flagged: 1, people: 1, silent: 1 },
      { rule: "left-page", flagged: 1, people: 1, silent: 1 },
      { rule: "copied-other", flagged: 2, people: 2, silent: 2 },
    ]);
    expect(await flagsOf(study)).toMatchObject([
      { rule: "copied-other", value: 100, explanation: people[4]!.explanation },
      { rule: "copied-other", value: 100, explanation: people[0]!.explanation },
      { rule: "gibberish", value: 100, evidence: { words: ["sdfkjh", "wlkrj", "sdfsdf"] } },
      { rule: "gibberish", value: 100, evidence: { words: ["wqrtz", "sdfg", "sdfsdf"] } },
      { rule: "left-page", value: 9 },
      { rule: "pasted", value: 100 },
    ]);
  });

  it("exclude nothing before the data are locked", async () => {
    expect(await exclusionsOf(study)).toEqual([]);
  });

  it("exclude at the data lock, each answer once, with rule and time and without a person", async () => {
    const { rows: before } = await pool().query("SELECT * FROM session_payment");
    await moveStudy(actor, study.id, "close");
    expect(await listDataLocks(study.id)).toMatchObject([{ number: 1, listed: 5, counted: 3 }]);
    const made = { actor: "plan", rule: "exclusions.cleaning.gibberish: 50", reason: "gibberish", created_by_id: null };
    expect(await exclusionsOf(study)).toMatchObject([made, made]);
    const { rows: after } = await pool().query("SELECT * FROM session_payment");
    expect(after).toEqual(before);
    const { rows } = await pool().query("SELECT DISTINCT outcome, is_surplus FROM session WHERE study_id = $1", [
      study.id,
    ]);
    expect(rows).toEqual([{ outcome: "complete", is_surplus: false }]);
  });

  it("do not exclude an answer again whose exclusion was reversed", async () => {
    // One of the two is flagged by another automatic rule as well.
    for (const { response_id: id } of await exclusionsOf(study)) await restoreResponse(actor, id, "It is Welsh.");
    expect(await excludeFlagged(study.id)).toBe(0);
    expect((await exclusionsOf(study)).map(({ isRevoked }) => isRevoked)).toEqual([true, true]);
  });

  it("follow an amendment, which needs a reason: exclusions of a removed rule are revoked", async () => {
    const plan = defaultAnalysisPlan();
    const without = { ...plan, exclusions: { ...plan.exclusions, cleaning: rules.slice(1, 2) } };
    await expect(saveAnalysisPlan(actor, study.id, without, "")).rejects.toMatchObject({ field: "reason" });
    await saveAnalysisPlan(actor, study.id, without, "The rule does not fit the language.");
    expect((await exclusionsOf(study)).every(({ isRevoked }) => isRevoked)).toBe(true);
    expect((await loadFreshResult(cleaningResult, study.id))?.document.rules).toMatchObject([
      { rule: "pasted", flagged: 1 },
    ]);
    expect(await flagsOf(study)).toMatchObject([{ rule: "pasted" }]);
  });

  it("keep nothing of an erased person", async () => {
    const { rows } = await pool().query(
      "SELECT session_id FROM response_flag JOIN response ON response.id = response_id",
    );
    await withTx((client) => eraseSession(client, rows[0].session_id));
    expect(await flagsOf(study)).toEqual([]);
    const { rows: screens } = await pool().query(
      "SELECT FROM session_screen WHERE session_id = $1 AND process IS NOT NULL",
      [rows[0].session_id],
    );
    expect(screens).toEqual([]);
    expect((await loadFreshResult(cleaningResult, study.id))?.document.rules).toMatchObject([
      { rule: "pasted", flagged: 0 },
    ]);
  });
});
