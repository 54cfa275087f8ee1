import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { submissionStatuses } from "@/lib/domain/survey/recruiters/prolific.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { rowsRead } from "@/prisma/factories/rows-read.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readSession } from "../platform/auth/read-session.ts";
import { pool } from "../platform/database/pool.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { withdraw } from "../sessions/erasure/withdraw.ts";
import { forgetNonParticipants } from "../sessions/refused-arrivals.ts";
import { hashToken } from "../sessions/session-token.ts";
import { createResultJob, jobKind, maxComputedWhileWaiting } from "../stored-results/stored-result.ts";
import { getStudy } from "../studies/get-study.ts";
import { downloadLedger } from "./download-ledger.ts";
import { hasLedger } from "./has-ledger.ts";
import { importStatusFile, statusColumnsSchema } from "./import-status-file.ts";
import { ledgerResult } from "./ledger-result.ts";
import { loadLedgerPage } from "./load-ledger-page.ts";
import { ledgerFilterSchema, readLedger } from "./read-ledger.ts";

withTestDatabase();

type Kind = "prolific" | "mturk" | "none";
const header = "Submission id,Participant id,Status,Started at,Completed at,Reviewed at,Completion code";

async function recruited(kind: Kind): Promise<MadeStudy> {
  return makeStudy({
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind, name: "", idParameter: "", otherParameters: [] },
      ends: { ...protocol.ends, complete: { ...protocol.ends.complete, code: kind === "prolific" ? "C1" : "" } },
    }),
  });
}

async function person(projectId: string, role: "researcher" | "viewer") {
  const { claims } = await makePerson({ projectId, role });
  const actor = await readSession(claims);
  if (!actor) throw new Error("the person has no session");
  return actor;
}

/** A session that came by the recruiter's link and went as far as the screen `last`; 5 is the end. */
async function arrive(study: MadeStudy, source: string, id: string, last: number) {
  const walker = await startWalker(study);
  await walkTo(walker, last);
  const { rows } = await pool().query("SELECT id, slot_id FROM session WHERE token_hash = $1", [
    hashToken(walker.token),
  ]);
  const submission =
    source === "prolific" ? { SESSION_ID: `sub-${id}` } : source === "mturk" ? { assignmentId: `sub-${id}` } : {};
  await pool().query(
    "INSERT INTO entry_identity (session_id, study_id, source, external_id, compared_id, parameters) VALUES ($1, $2, $3, $4, $4, $5)",
    [rows[0].id, study.id, source, `p-${id}`, JSON.stringify(submission)],
  );
  return { ...rows[0], token: walker.token } as { id: string; slot_id: string; token: string };
}

async function isFree(slot: string): Promise<boolean> {
  const { rows } = await pool().query(
    "SELECT lease_is_free(available_at, clock_timestamp()) AS free FROM slot WHERE id = $1",
    [slot],
  );
  return rows[0].free;
}

const bodyOf = (text: string) => new Response(text).body;
const options = (given: z.input<typeof statusColumnsSchema> = {}) => statusColumnsSchema.parse(given);
const filter = (given: Record<string, unknown> = {}) => ledgerFilterSchema.parse(given);

describe("a study's ledger", () => {
  let study: MadeStudy;
  let researcher: Awaited<ReturnType<typeof person>>;
  beforeAll(async () => {
    study = await recruited("prolific");
    researcher = await person(study.projectId, "researcher");
    for (const [id, last] of [
      ["a", 5],
      ["b", 5],
      ["c", 2],
      ["d", 5],
      ["e", 5],
    ] as const)
      await arrive(study, "prolific", id, last);
    await arrive(study, "pid", "own", 5);
  });
  const file = [
    header,
    "sub-a,p-a,AWAITING REVIEW,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,C1",
    "sub-b,p-b,TIMED-OUT,2026-11-20T10:00:00Z,,,",
    "sub-c,p-c,AWAITING REVIEW,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,NOCODE",
    "sub-d,p-d,AWAITING REVIEW,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,NOCODE",
    "sub-x,p-x,AWAITING REVIEW,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,C1",
    "sub-y,p-y,LOST,,,,",
    "too,short",
  ].join("\r\n");

  it("takes a file once, whatever is wrong with single lines, and says each line's difference, the urgent ones first", async () => {
    const first = await importStatusFile(researcher, study.id, options(), bodyOf(file));
    expect(first).toMatchObject({ rows: 7, inserted: 5, unchanged: 0, rejected: 2 });
    expect(first.rejections).toEqual([
      { line: 7, field: "Status", message: '"LOST" is not a known status' },
      { line: 8, field: "", message: "has 2 cells and not 7" },
    ]);
    expect(await importStatusFile(researcher, study.id, options(), bodyOf(file))).toMatchObject({
      inserted: 0,
      unchanged: 5,
    });
    const ledger = await readLedger(researcher, study.id, filter());
    expect(ledger.lines.map((line) => [line.verdict, line.submission])).toEqual([
      ["finished-not-paid", "sub-b"],
      ["paid-not-finished", "sub-c"],
      ["other-code", "sub-d"],
      ["unknown-here", "sub-x"],
      ["approve", "sub-a"],
      ["no-event", "sub-e"],
    ]);
    expect(ledger).toMatchObject({ matching: 6, otherSessions: 1, received: { files: 5, webhooks: 0 } });
    const differences = await readLedger(researcher, study.id, filter({ show: "differences", from: 1 }));
    expect(differences).toMatchObject({ matching: 5 });
    expect(differences.lines).toHaveLength(4);
  });

  it("is downloaded as CSV that no spreadsheet takes for formulas, and by researchers only", async () => {
    const { csv, fileName } = await downloadLedger(researcher, study.id, "all");
    const text = await new Response(csv).text();
    expect(fileName).toBe(`${study.slug}-ledger.csv`);
    expect(text.split("\n")).toHaveLength(8);
    expect(text).toContain("finished-not-paid");
    const viewer = await person(study.projectId, "viewer");
    const stranger = await person((await makeStudy()).projectId, "researcher");
    for (const actor of [viewer, stranger]) {
      await expect(readLedger(actor, study.id, filter())).rejects.toMatchObject({ code: "not-found" });
      await expect(downloadLedger(actor, study.id, "all")).rejects.toMatchObject({ code: "not-found" });
      await expect(importStatusFile(actor, study.id, options(), bodyOf(file))).rejects.toMatchObject({
        code: "not-found",
      });
    }
  });

  it("records every download, and who saw its page once an hour", async () => {
    const recorded = async () =>
      (
        await pool().query(
          `SELECT action, actor_id AS actor, after FROM audit_event WHERE subject_id = $1
           AND action IN ('study.view-identities', 'study.download-ledger') ORDER BY id`,
          [study.id],
        )
      ).rows;
    const before = await recorded();
    const colleague = await person(study.projectId, "researcher");
    for (const actor of [researcher, colleague, researcher]) await loadLedgerPage(actor, study.id, filter());
    for (let times = 0; times < 2; times++)
      await (await downloadLedger(colleague, study.id, "differences")).csv.cancel();
    const view = { action: "study.view-identities", after: { view: "ledger" } };
    const download = { action: "study.download-ledger", actor: colleague.userId, after: null };
    expect((await recorded()).slice(before.length)).toEqual([
      { ...view, actor: researcher.userId },
      { ...view, actor: colleague.userId },
      download,
      download,
    ]);
  });

  it("refuses what is no such file, and the file of another recruiter, with a sentence", async () => {
    const refused = (text: string | Uint8Array<ArrayBuffer>) =>
      expect(importStatusFile(researcher, study.id, options(), new Response(text).body)).rejects;
    await refused("").toMatchObject({ code: "invalid", message: "The file is empty." });
    await refused("a,b\n1,2").toMatchObject({ message: expect.stringContaining('they are "a", "b"') });
    await refused("AssignmentId,WorkerId,AssignmentStatus\n").toMatchObject({
      message: expect.stringContaining("MTurk"),
    });
    await refused(new Uint8Array([0xff, 0xfe, 0x41])).toMatchObject({ message: expect.stringContaining("UTF-8") });
    await refused(`${header}\n"${"x".repeat(300_000)}`).toMatchObject({
      message: expect.stringContaining("has a row of more than"),
    });
    await refused(`${header}\n${"a,b\n".repeat(10_002)}`).toMatchObject({
      message: expect.stringContaining("10,000 rows"),
    });
  });
});

describe("what is said of one submission", () => {
  it("leads to the same line in whatever order and however often it is said", async () => {
    const study = await recruited("prolific");
    const researcher = await person(study.projectId, "researcher");
    await arrive(study, "prolific", "a", 5);
    const said = fc.array(fc.tuple(fc.constantFrom(...submissionStatuses), fc.integer({ min: 10, max: 20 })), {
      minLength: 1,
      maxLength: 4,
    });
    const lineOf = async (rows: readonly (readonly [string, number])[]) => {
      await pool().query("DELETE FROM recruiter_event WHERE project_id = $1", [study.projectId]);
      for (const [status, hour] of rows) {
        const at = `2026-11-20T${hour}:00:00Z`;
        const row = `sub-a,p-a,${status},${at},${at},${at},`;
        await importStatusFile(researcher, study.id, options(), bodyOf(`${header}\n${row}\n${row}`));
      }
      return (await readLedger(researcher, study.id, filter())).lines[0];
    };
    await fc.assert(
      fc.asyncProperty(
        said.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length * 2 })),
        ),
        async ([rows, again]) => {
          expect(await lineOf(again)).toEqual(await lineOf(rows));
        },
      ),
      // Each import starts a thread.
      { numRuns: 4 },
    );
  });

  it("frees the slot of a session that a file says was returned, and keeps a submission that is under way again", async () => {
    const study = await recruited("prolific");
    const researcher = await person(study.projectId, "researcher");
    const gone = await arrive(study, "prolific", "gone", 3);
    const back = await arrive(study, "prolific", "back", 3);
    const rows = [
      "sub-gone,p-gone,RETURNED,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,",
      "sub-back,p-back,RETURNED,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,",
      "sub-back,p-back,ACTIVE,2026-11-20T11:00:00Z,,,",
    ];
    await importStatusFile(researcher, study.id, options(), bodyOf([header, ...rows].join("\n")));
    expect([await isFree(gone.slot_id), await isFree(back.slot_id)]).toEqual([true, false]);
  });

  it("stays true and nameless when the person is erased, also for a file that comes later", async () => {
    const study = await recruited("prolific");
    const researcher = await person(study.projectId, "researcher");
    const erased = await arrive(study, "prolific", "erased", 5);
    const row = (status: string) =>
      `${header}\nsub-erased,p-erased,${status},2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,2026-11-20T11:00:00Z,C1`;
    await importStatusFile(researcher, study.id, options(), bodyOf(row("AWAITING REVIEW")));
    await withdraw(hashToken(erased.token), "erase");
    await importStatusFile(researcher, study.id, options(), bodyOf(row("APPROVED")));
    const { lines } = await readLedger(researcher, study.id, filter());
    expect(lines).toMatchObject([
      { sessionId: erased.id, status: "APPROVED", verdict: "agrees", isErased: true, person: null },
    ]);
    const { rows } = await pool().query("SELECT * FROM recruiter_event WHERE project_id = $1", [study.projectId]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/sub-erased|p-erased|C1/);
  });

  it("stays with another session of the same person, and with one that came after the erasure", async () => {
    const study = await recruited("prolific");
    const researcher = await person(study.projectId, "researcher");
    const row = (id: string, status: string) =>
      `sub-${id},p-one,${status},2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,2026-11-20T11:00:00Z,C1`;
    const file = (...rows: string[]) => bodyOf([header, ...rows].join("\n"));
    const one = await arrive(study, "prolific", "one", 5);
    const other = await arrive(study, "prolific", "other", 5);
    await importStatusFile(
      researcher,
      study.id,
      options(),
      file(row("one", "AWAITING REVIEW"), row("other", "AWAITING REVIEW")),
    );
    await withdraw(hashToken(one.token), "erase");
    await importStatusFile(researcher, study.id, options(), file(row("other", "APPROVED")));
    const again = await arrive(study, "prolific", "again", 5);
    await pool().query("UPDATE entry_identity SET external_id = 'p-one', compared_id = 'p-one' WHERE session_id = $1", [
      again.id,
    ]);
    await importStatusFile(researcher, study.id, options(), file(row("again", "AWAITING REVIEW")));
    const { lines } = await readLedger(researcher, study.id, filter());
    const statuses = new Map(lines.map((line) => [line.sessionId, [line.submission, line.status]]));
    expect(statuses).toEqual(
      new Map([
        [one.id, [`erased:${one.id}`, "AWAITING REVIEW"]],
        [other.id, ["sub-other", "APPROVED"]],
        [again.id, ["sub-again", "AWAITING REVIEW"]],
      ]),
    );
  });

  it("stays nameless where only the recruiter spoke of somebody who is forgotten, also for the next import", async () => {
    const study = await recruited("prolific");
    const researcher = await person(study.projectId, "researcher");
    // Words long enough that no row number and no keyed hash holds them by chance.
    const file = (status: string) =>
      bodyOf(`${header}\nsub-never,p-never,${status},2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,code-of-never`);
    await importStatusFile(researcher, study.id, options(), file("RETURNED"));
    await pool().query(
      "UPDATE recruiter_event SET received_at = received_at - interval '31 days' WHERE project_id = $1",
      [study.projectId],
    );
    expect(await forgetNonParticipants(30)).toBe(1);
    for (const status of ["RETURNED", "AWAITING REVIEW"])
      await importStatusFile(researcher, study.id, options(), file(status));
    const { rows } = await pool().query("SELECT * FROM recruiter_event WHERE project_id = $1", [study.projectId]);
    expect(JSON.stringify(rows)).not.toMatch(/sub-never|p-never|code-of-never/);
    expect((await readLedger(researcher, study.id, filter())).lines).toHaveLength(1);
    expect(await forgetNonParticipants(30)).toBe(0);
  });
});

describe("other recruiters", () => {
  it("are reconciled by MTurk's batch results, with the code that our form sent", async () => {
    const study = await recruited("mturk");
    const researcher = await person(study.projectId, "researcher");
    const worker = await arrive(study, "mturk", "w", 5);
    const { rows } = await pool().query("SELECT completion_code AS code FROM session WHERE id = $1", [worker.id]);
    const results = `"HITId","AssignmentId","WorkerId","AssignmentStatus","SubmitTime","Answer.code"\n"h","sub-w","p-w","Submitted","Tue Nov 17 12:44:17 PST 2026","${rows[0].code}"`;
    await importStatusFile(researcher, study.id, options(), bodyOf(results));
    expect((await readLedger(researcher, study.id, filter())).lines).toMatchObject([
      { verdict: "approve", code: rows[0].code },
    ]);
  });

  it("free the slot of the assignment that was returned, and of no other one of the same worker", async () => {
    const study = await recruited("mturk");
    const researcher = await person(study.projectId, "researcher");
    const worker = await arrive(study, "mturk", "w", 3);
    const columns = options({ submission: "assignment", person: "worker", status: "state", returned: "returned" });
    const returned = async (assignment: string) => {
      const table = `assignment,worker,state\n${assignment},p-w,returned\n`;
      await importStatusFile(researcher, study.id, columns, bodyOf(table));
      return isFree(worker.slot_id);
    };
    expect(await returned("sub-earlier")).toBe(false);
    expect(await returned("sub-w")).toBe(true);
  });

  it("may say the same again after something else where their file has no times", async () => {
    const study = await recruited("none");
    const researcher = await person(study.projectId, "researcher");
    const isReconciled = async () => hasLedger((await getStudy(researcher, study.id))!);
    expect(await isReconciled()).toBe(false);
    await arrive(study, "pid", "1", 5);
    expect(await isReconciled()).toBe(true);
    const columns = options({ person: "who", status: "state", waiting: "waiting", rejected: "rejected" });
    const say = async (status: string) => {
      const body = bodyOf(`who,state\np-1,${status}\n`);
      const { inserted, unchanged } = await importStatusFile(researcher, study.id, columns, body);
      const [line] = (await readLedger(researcher, study.id, filter())).lines;
      return [inserted, unchanged, line?.status];
    };
    expect(await say("rejected")).toEqual([1, 0, "REJECTED"]);
    expect(await say("waiting")).toEqual([1, 0, "AWAITING REVIEW"]);
    expect(await say("rejected")).toEqual([1, 0, "REJECTED"]);
    expect(await say("rejected")).toEqual([0, 1, "REJECTED"]);
  });

  it("are reconciled by any table whose columns are named, person by person", async () => {
    const study = await recruited("none");
    const researcher = await person(study.projectId, "researcher");
    for (const id of ["1", "2"]) await arrive(study, "pid", id, 5);
    const named = options({ person: "who", status: "state", paid: "bezahlt, erledigt" });
    await importStatusFile(researcher, study.id, named, bodyOf("who;state\np-1;Bezahlt\np-3;Erledigt\n"));
    const { lines } = await readLedger(researcher, study.id, filter());
    expect(lines.map((line) => [line.person, line.verdict])).toEqual([
      ["p-3", "unknown-here"],
      ["p-2", "no-event"],
      ["p-1", "agrees"],
    ]);
    await expect(
      importStatusFile(researcher, study.id, options({ person: "nobody", status: "state" }), bodyOf("who,state\n")),
    ).rejects.toMatchObject({
      message: 'The file has no column "nobody". Its columns are "who", "state".',
    });
  });
});

describe("a long ledger", () => {
  it("is stored, and its page reads the sessions and events of its own lines alone", async () => {
    const study = await recruited("prolific");
    const researcher = await person(study.projectId, "researcher");
    const finished = await arrive(study, "prolific", "a", 5);
    await arrive(study, "prolific", "c", 2);
    await arrive(study, "pid", "own", 5);
    await pool().query(
      `INSERT INTO recruiter_event (id, project_id, source, study_id, event_id, submission, person, status, origin, happened_at)
       SELECT gen_random_uuid(), $1, 'prolific', $2, 'e' || nth, CASE nth WHEN 1 THEN 'sub-a' ELSE 'sub-' || nth END,
         'p-' || nth, CASE WHEN nth % 2 = 1 THEN 'AWAITING REVIEW' ELSE 'RETURNED' END, 'file', now()
       FROM generate_series(1, 12000) AS nth`,
      [study.projectId, study.id],
    );
    await pool().query("ANALYZE recruiter_event, entry_identity, session");
    const page = (given: Record<string, unknown> = {}) => loadLedgerPage(researcher, study.id, filter(given));
    // Nothing is there yet, and someone has been asked to make it.
    expect(await page()).toMatchObject({ ledger: null, state: { stored: null, working: { share: 0 } } });
    while (await runNextJob({ [jobKind(ledgerResult)]: createResultJob(ledgerResult) }));
    const first = await page();
    expect(first).toMatchObject({
      state: { stored: { isStale: false } },
      listedOfEach: 1_000,
      ledger: { matching: 2_002, otherSessions: 1, received: { files: 12_000, webhooks: 0 } },
    });
    const whole = await readLedger(researcher, study.id, filter());
    expect(first.ledger?.counts).toEqual(whole.counts);
    expect(first.ledger?.lines).toEqual(whole.lines);
    const approve = (await page({ show: "approve" })).ledger?.lines;
    expect(approve).toMatchObject([{ sessionId: finished.id, submission: "sub-a", verdict: "approve" }]);
    // Events are counted until it is known that they are many; of the lines, those of the page are read.
    const read = await rowsRead(() => page({ from: 500 }));
    expect(read.recruiter_event).toBeLessThanOrEqual(maxComputedWhileWaiting + 300);
    expect(read.session ?? 0).toBeLessThanOrEqual(50);
  });
});
