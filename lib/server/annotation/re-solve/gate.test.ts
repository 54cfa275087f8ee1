import { describe, expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import {
  giveVerdict,
  type MadeCollection,
  makeCollection,
  saveText,
  withSentence,
} from "@/prisma/factories/make-collection.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { createSession } from "../../sessions/create-session.ts";
import { findSession } from "../../sessions/find-session.ts";
import { getRunningProtocol } from "../../sessions/running-study.ts";
import { hashToken, mintToken } from "../../sessions/session-token.ts";
import { submitScreen } from "../../sessions/submit-screen.ts";
import { openStudy } from "../../studies/run/open-study.ts";
import { getCollectionFigures } from "../figures/get-collection-figures.ts";
import { listWorkers } from "../people/list-workers.ts";
import { publishAcceptedItems } from "../publish/publish-accepted.ts";
import { decideReview } from "../review/decide-review.ts";
import { claimNextReview } from "../review/next-review.ts";
import { claimNextTask } from "../work/next-task.ts";
import { reopenTask } from "../work/reopen-task.ts";
import { decideReSolve } from "./decide-re-solve.ts";
import { listReSolves, listSolverLinks } from "./get-re-solve.ts";
import { startReSolve } from "./start-re-solve.ts";

withTestDatabase();

const code = (wanted: string) => expect.objectContaining({ code: wanted });

/** Everything annotated and reviewed: erroneous stories are refined, originals are sound. */
async function reviewed(collection: MadeCollection) {
  const [ann, rev] = [await collection.annotator(), await collection.reviewer()];
  let { task } = await claimNextTask(ann, { collectionId: collection.id });
  while (task) {
    if (task.task.kind === "error") {
      const saved = await saveText(ann, task, withSentence(task.document, "So it ended."));
      task = (await giveVerdict(ann, task, "refined", saved.revisionId)).next;
    } else task = (await giveVerdict(ann, task, "sound")).next;
  }
  for (let next = await claimNextReview(rev); next.review; next = await claimNextReview(rev)) {
    await decideReview(rev, next.review.taskId, { decision: "accept", reason: "" });
  }
  return { ann, rev };
}

/** A participant of a re-solve who answers every item in the same way; `knows` finds the marked words. */
async function solve(studyId: string, knows: boolean, externalId: string | null = null) {
  const study = await pool().query("SELECT protocol_version_id, slug FROM study WHERE id = $1", [studyId]);
  const running = await getRunningProtocol(study.rows[0].protocol_version_id);
  if (!running) throw new Error("no protocol");
  const token = mintToken();
  const entry =
    externalId === null ? null : { source: "pid" as const, externalId, parameters: {}, toSign: "", signature: null };
  await createSession(studyId, running.id, hashToken(token), entry);
  for (let steps = 0; steps < 40; steps += 1) {
    const session = await findSession(hashToken(token), "only-look");
    if (!session || session.outcome) return session?.outcome;
    const screen = running.screens[session.screen];
    const fields = await fieldsFor(screen as { key: string }, session, knows);
    const result = await submitScreen(running, token, {
      screen: session.screen,
      fields,
      reported: { visibleMs: null, focusLosses: null },
    });
    if (result.status !== "advanced") throw new Error(JSON.stringify(result));
  }
  throw new Error("the session does not end");
}

async function fieldsFor(
  screen: { key: string },
  session: { sessionId: string; screen: number },
  knows: boolean,
): Promise<Record<string, string>> {
  if (screen.key === "consent") return { consent: "yes" };
  if (screen.key === "seen-before") return { "worked-on-stories": "no" };
  if (!screen.key.startsWith("items")) return {};
  const position = Number(/\d+/.exec(screen.key)?.[0] ?? 0);
  const { rows } = await pool().query(
    `SELECT (SELECT gold FROM item_key WHERE item_version_id = placement.item_version_id LIMIT 1) AS gold
     FROM session JOIN placement ON placement.slot_id = session.slot_id
     WHERE session.id = $1 ORDER BY abs(placement.position - $2) LIMIT 1`,
    [session.sessionId, position],
  );
  const { spans } = rows[0].gold;
  return knows
    ? { choice: "error", spans: spans.map((span: number[]) => span.join("-")).join(" ") }
    : { choice: "consistent" };
}

describe("accepted items", () => {
  it("become item versions of a benchmark, once, and cannot be reopened any more", async () => {
    const collection = await makeCollection({ pairs: 2 });
    const { ann } = await reviewed(collection);
    const report = await publishAcceptedItems(collection.researcher, collection.id);
    expect(report).toMatchObject({ accepted: 4, inserted: 4, unchanged: 0 });
    expect(await publishAcceptedItems(collection.researcher, collection.id)).toMatchObject({
      inserted: 0,
      unchanged: 4,
    });
    const { rows } = await pool().query(
      `SELECT version.external_id, version.kind, version.attributes, item.external_id AS own
       FROM item_version AS version JOIN annotation_item AS item ON item.item_version_id = version.id
       WHERE version.benchmark_id = $1 ORDER BY version.ordinal`,
      [report.benchmarkId],
    );
    expect(rows.map(({ external_id, own, kind }) => [external_id === own, kind])).toEqual(
      Array.from({ length: 4 }, () => [true, "consistency"]),
    );
    expect(rows[1].attributes).toMatchObject({ group: "story_1", kste_kind: "error", event_words: expect.any(String) });
    // The same passages are highlighted in both items of a pair; otherwise the mark would reveal which one has the
    // error.
    expect(rows[0].attributes).toMatchObject({ kste_kind: "original", event_words: expect.any(String) });
    expect(rows[0].attributes.knowledge_words).toBe(rows[1].attributes.knowledge_words);
    const [mine] = (await pool().query("SELECT id FROM annotation_task WHERE holder_id = $1 LIMIT 1", [ann.userId]))
      .rows;
    await expect(reopenTask(ann, mine.id)).rejects.toEqual(code("conflict"));
    await expect(publishAcceptedItems(ann, collection.id)).rejects.toEqual(code("not-found"));
  });
});

describe("the blind re-solve", () => {
  it("lets items pass that others solve, rejects the rest, and does not count who had seen them", async () => {
    const collection = await makeCollection({ pairs: 2, settings: { requiresReSolve: true, reSolveAnswers: 2 } });
    const { ann } = await reviewed(collection);
    // Untouched originals that were not drawn are accepted at once; refined stories wait.
    expect((await listReSolves(collection.researcher, collection.id)).waitingToStart).toEqual({
      consistency: 2,
      "two-choice": 0,
    });
    await expect(startReSolve(ann, collection.id, { kind: "consistency" })).rejects.toEqual(code("not-found"));
    await expect(startReSolve(collection.researcher, collection.id, { kind: "two-choice" })).rejects.toEqual(
      code("conflict"),
    );
    const started = await startReSolve(collection.researcher, collection.id, { kind: "consistency" });
    expect(started).toMatchObject({ items: 2, answersPerItem: 2, itemsPerPerson: 2 });
    await expect(startReSolve(collection.researcher, collection.id, { kind: "consistency" })).rejects.toEqual(
      code("conflict"),
    );
    const study = await pool().query("SELECT stage, status FROM study WHERE id = $1", [started.studyId]);
    expect(study.rows[0]).toEqual({ stage: "re-solve", status: "draft" });

    const [{ actor: fresh }, { actor: stranger }] = [
      await makePerson({ projectId: collection.projectId, role: "rater" }),
      await makePerson({}),
    ];
    const seenIt = await makePerson({ projectId: collection.projectId, role: "rater" });
    await pool().query(
      `INSERT INTO annotation_seen (item_id, user_id, how)
       SELECT id, $2, 'skipped' FROM annotation_item WHERE collection_id = $1 AND external_id = 'erroneous_story_1'`,
      [collection.id, seenIt.userId],
    );
    const { links, barred } = await listSolverLinks(collection.researcher, started.studyId);
    expect(links.map(({ email }) => email)).toEqual([fresh.email]);
    expect(barred).toBe(1);
    await expect(listSolverLinks(stranger, started.studyId)).rejects.toEqual(code("not-found"));

    await openStudy(started.studyId);
    expect(await solve(started.studyId, true, seenIt.userId)).toBe("complete");
    expect(await solve(started.studyId, true)).toBe("complete");
    // One of the two answers to the first story comes from someone who had seen it: it does not count.
    const first = await decideReSolve(collection.researcher, started.studyId);
    expect(first).toMatchObject({
      waiting: 1,
      decided: [{ externalId: "erroneous_story_2", result: { passed: true, right: 2 } }],
    });
    await expect(decideReSolve(stranger, started.studyId)).rejects.toEqual(code("not-found"));
    expect((await decideReSolve(collection.researcher, started.studyId)).decided).toEqual([]);
    const { rows } = await pool().query(
      "SELECT external_id, status FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal",
      [collection.id],
    );
    expect(rows.map(({ status }) => status)).toEqual(["accepted", "reviewed", "accepted", "accepted"]);
    const report = await listReSolves(collection.researcher, collection.id);
    expect(report.studies).toMatchObject([{ items: 2, passed: 1, rejected: 0, waiting: 1 }]);
  });

  it("rejects what people cannot solve, and says so", async () => {
    const collection = await makeCollection({ pairs: 1, settings: { requiresReSolve: true, reSolveAnswers: 1 } });
    await reviewed(collection);
    const { studyId } = await startReSolve(collection.researcher, collection.id, { kind: "consistency" });
    await openStudy(studyId);
    await solve(studyId, false);
    const { decided } = await decideReSolve(collection.researcher, studyId);
    expect(decided).toMatchObject([
      { externalId: "erroneous_story_1", result: { passed: false, failed: "share", right: 0 } },
    ]);
    const report = await listReSolves(collection.researcher, collection.id);
    expect(report.studies).toMatchObject([{ rejected: 1, gates: [{ status: "rejected", passed: false }] }]);
  });
});

describe("the numbers of a collection", () => {
  it("count refined and reviewed items, time and agreement, for those who manage it", async () => {
    const collection = await makeCollection({ pairs: 2, settings: { overlap: 2, payPerHour: 1_200 } });
    const people = [await collection.annotator(), await collection.annotator()];
    for (const actor of people) {
      let { task } = await claimNextTask(actor, { collectionId: collection.id });
      while (task) {
        const isRefined: boolean =
          task.item.externalId === "story_1" || (actor === people[0] && task.item.externalId === "story_2");
        const saved: string | null = isRefined
          ? (await saveText(actor, task, withSentence(task.document, "The end."))).revisionId
          : null;
        task = (await giveVerdict(actor, task as TaskPayload, isRefined ? "refined" : "sound", saved)).next;
      }
    }
    await pool().query("UPDATE annotation_activity SET active_ms = 120000");
    const rev = await collection.reviewer();
    const { review } = await claimNextReview(rev);
    await decideReview(rev, review?.taskId as string, { decision: "return", reason: "no" });
    const numbers = await getCollectionFigures(collection.researcher, collection.id);
    expect(numbers.all).toMatchObject({
      // A submission stays counted, returned or not.
      items: 4,
      groups: 2,
      refined: { k: 2, n: 4 },
      marksOnly: { k: 0, n: 4 },
      returned: { k: 1, n: 1 },
      changedInReview: { k: 1, n: 1 },
      untouchedDefects: { n: 0, estimate: null },
    });
    expect(numbers.agreement.spans).toMatchObject({ items: 2, meanIou: 1 });
    expect(numbers.byKind.map(({ label }) => label)).toEqual(["error", "original"]);
    const workers = await listWorkers(collection.researcher, collection.id);
    expect(workers.filter(({ finished }) => finished > 0)).toHaveLength(2);
    expect(workers[0]).toMatchObject({ activeMs: 480_000, pay: { total: 160 } });
    for (const actor of [people[0], rev]) {
      await expect(getCollectionFigures(actor as never, collection.id)).rejects.toEqual(code("not-found"));
      await expect(listWorkers(actor as never, collection.id)).rejects.toEqual(code("not-found"));
    }
  });
});
