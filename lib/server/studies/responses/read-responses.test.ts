import { beforeAll, describe, expect, it } from "vitest";
import { prepareLiveCells } from "@/lib/domain/survey/live/prepare-cells.ts";
import { prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { prepareTimes } from "@/lib/domain/survey/live/prepare-times.ts";
import { newestFirst } from "@/lib/domain/survey/responses/response-order.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { withdraw } from "../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { getStudy } from "../get-study.ts";
import { listStudies } from "../list-studies.ts";
import { getLiveFigures } from "../run/get-live-figures.ts";
import { excludeResponse, excludeResponses } from "./exclude-response.ts";
import { getSession } from "./get-session.ts";
import { listResponses, responsesPerPage } from "./list-responses.ts";
import { formatCursor, parseCursor, responseFilterSchema } from "./response-filter.ts";
import { restoreResponse } from "./restore-response.ts";

withTestDatabase();

let made: MadeStudy;
let researcher: Actor;
let viewer: Actor;
let stranger: Actor;

beforeAll(async () => {
  made = await makeStudy({ design: { perStratumItem: 20 } });
  researcher = (await makePerson({ projectId: made.projectId, role: "researcher" })).actor;
  viewer = (await makePerson({ projectId: made.projectId, role: "viewer" })).actor;
  stranger = (await makePerson({ projectId: (await makeStudy({ open: false })).projectId, role: "admin" })).actor;
  for (let person = 0; person < 55; person += 1) {
    await walkTo(await startWalker(made), 5, { choice: person % 2 ? "true" : "false" });
  }
  // One outside every quota, one who stops at the question, one who is screened out, one who says no.
  await walkTo(await startWalker(made), 5, { gender: "undisclosed" });
  await walkTo(await startWalker(made), 3);
  const out = await startWalker(made);
  await out.post(0, { consent: "yes" });
  await out.post(1, { residence: "uk", "first-language": "no", "most-used-language": "other" });
  await (await startWalker(made)).post(0, { consent: "no" });
});

const list = async (filter: Record<string, string>, from = {}) => {
  const page = await listResponses(researcher, made.id, responseFilterSchema.parse(filter), newestFirst, from);
  if (!page) throw new Error("no page");
  return page;
};

describe("responses", () => {
  it("are listed newest first with their reason and times, for those who may see research", async () => {
    for (const actor of [researcher, viewer]) {
      const page = await listResponses(actor, made.id, {});
      expect(page?.lines).toHaveLength(responsesPerPage);
      expect(page?.matching).toBe(56);
      expect(page?.lines[0]).toMatchObject({
        explanation: "Because the story says so.",
        stratum: "Outside quotas",
        outcome: "complete",
        stage: "main",
        exclusion: null,
      });
      const times = page?.lines.map((line) => line.savedAt.getTime()) ?? [];
      expect(times).toEqual([...times].sort((left, right) => right - left));
    }
    expect(await listResponses(stranger, made.id, {})).toBeNull();
  });

  it("are paged by cursor, onward and back, each once", async () => {
    const first = await list({});
    expect(first.previous).toBeNull();
    const second = await list({}, { after: parseCursor(formatCursor(first.next ?? fail()), newestFirst) });
    expect(second.next).toBeNull();
    const ids = [first, second].flatMap((page) => page.lines.map((line) => line.id));
    expect(ids).toHaveLength(56);
    expect(new Set(ids).size).toBe(56);
    const back = await list({}, { before: second.previous });
    expect(back.lines.map((line) => line.id)).toEqual(first.lines.map((line) => line.id));
    expect(back.previous).toBeNull();
  });

  it("are filtered by right and wrong, condition, item, outcome and stage, and the parts add up", async () => {
    const correct = await list({ answered: "correct" });
    const wrong = await list({ answered: "wrong" });
    expect(correct.matching + wrong.matching).toBe(56);
    expect(correct.lines.every((line) => line.isCorrect === true)).toBe(true);
    expect(wrong.lines.every((line) => line.isCorrect === false)).toBe(true);
    expect((await list({ answered: "undecided" })).matching).toBe(0);
    const line = correct.lines[0];
    const byItem = await list({ item: line?.item.id ?? "", answered: "correct" });
    expect(byItem.lines.every((other) => other.item.id === line?.item.id && other.isCorrect)).toBe(true);
    const conditions = await db().condition.findMany({ where: { studyId: made.id } });
    const counts = await Promise.all(conditions.map(async ({ id }) => (await list({ condition: id })).matching));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(56);
    expect((await list({ outcome: "complete" })).matching).toBe(56);
    expect((await list({ outcome: "under-way" })).matching).toBe(0);
    expect((await list({ stage: "pilot" })).matching).toBe(0);
    expect((await list({ stage: "main", condition: "", item: "" })).matching).toBe(56);
  });

  it("never carry a recruiter's id, and neither does a session", async () => {
    const page = await list({});
    const sessionId = page.lines[0]?.sessionId ?? "";
    await db().entryIdentity.create({
      data: { sessionId, studyId: made.id, source: "prolific", externalId: "5f0secret", parameters: { STUDY_ID: "s" } },
    });
    expect(JSON.stringify(await list({}))).not.toContain("5f0secret");
    expect(JSON.stringify(await getSession(researcher, made.id, sessionId), withText)).not.toContain("5f0secret");
  });

  it("ignore a cursor that is invalid or of another sort", () => {
    const id = made.id;
    const time = "2026-01-01T00:00:00.000000Z";
    for (const text of [undefined, "", "x", "~2026-01-01~y", `~2026-13-77T00:00:00.000000Z~${id}`, `5~${time}~${id}`]) {
      expect(parseCursor(text, newestFirst)).toBeNull();
    }
    expect(parseCursor(`~${time}~${id}`, newestFirst)).not.toBeNull();
  });
});

describe("answers in one's own words", () => {
  it("are filtered by right and wrong like any other", async () => {
    const study = await makeStudy({
      lines: (async function* () {
        const story = { id: "s", title: "", text: "Ana hid the ball in the box." };
        const gold = { accept: ["in the box", "the box"] };
        yield JSON.stringify({ id: "q", kind: "open-text", story, text: "Where is the ball?", gold });
      })(),
      design: {
        strata: [{ key: "all", label: "Everybody", criteria: {} }],
        openStratum: false,
        factors: [],
        perStratumItem: 3,
        itemsPerSession: 1,
      },
      protocol: (protocol) => ({
        ...protocol,
        steps: protocol.steps
          .filter((step) => step.kind === "items")
          .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
      }),
    });
    for (const text of ["In the box.", "the basket", "The box"]) {
      const walker = await startWalker(study);
      await walker.post(0, { consent: "yes" });
      expect(await walker.post(1, { text })).toMatchObject({ status: "advanced" });
    }
    const answered = async (which: "correct" | "wrong" | "undecided") =>
      (await listResponses(installation, study.id, { answered: which }))?.lines.map(
        ({ answer, isCorrect }) => [answer, isCorrect] as const,
      );
    expect(await answered("correct")).toEqual([
      ["The box", true],
      ["In the box.", true],
    ]);
    expect(await answered("wrong")).toEqual([["the basket", false]]);
    expect(await answered("undecided")).toEqual([]);
  });
});

describe("an exclusion", () => {
  it("excludes an answer with a reason and can be revoked; both stay on record", async () => {
    const { id } = (await list({})).lines[3] ?? fail();
    for (const actor of [stranger, viewer]) {
      await expect(excludeResponse(actor, id, { reason: "test" })).rejects.toMatchObject({ code: "not-found" });
      await expect(restoreResponse(actor, id)).rejects.toMatchObject({ code: "not-found" });
    }
    await expect(excludeResponse(installation, id, { reason: "test" })).rejects.toMatchObject({ code: "forbidden" });
    await expect(excludeResponse(researcher, id, { reason: "dull" })).rejects.toMatchObject({ field: "reason" });
    await expect(excludeResponse(researcher, id, { reason: "other" })).rejects.toMatchObject({ field: "note" });
    await expect(excludeResponse(researcher, "x", { reason: "test" })).rejects.toMatchObject({ code: "not-found" });
    await expect(restoreResponse(researcher, id)).rejects.toMatchObject({ code: "conflict" });
    await excludeResponse(researcher, id, { reason: "gibberish", note: " only letters " });
    const [line] = (await list({ excluded: "yes" })).lines;
    expect(line).toMatchObject({ id, exclusion: { reason: "gibberish", note: "only letters", by: "Somebody" } });
    expect((await list({ excluded: "no" })).matching).toBe(55);
    await restoreResponse(researcher, id);
    expect((await list({ excluded: "yes" })).matching).toBe(0);
    await excludeResponse(researcher, id, { reason: "test" });
    await restoreResponse(researcher, id);
    expect(await db().exclusion.count({ where: { responseId: id } })).toBe(2);
    const events = await db().auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: "asc" } });
    expect(events.map((event) => event.action)).toEqual([
      "response.exclude",
      "response.restore",
      "response.exclude",
      "response.restore",
    ]);
  });

  it("excludes several answers with one reason, all or none, and those excluded already once", async () => {
    const ids = (await list({})).lines.slice(10, 14).map(({ id }) => id);
    const mark = { reason: "test", note: "Pilot of the team." };
    await expect(excludeResponses(viewer, ids, mark)).rejects.toMatchObject({ code: "not-found" });
    await expect(excludeResponses(researcher, [], mark)).rejects.toMatchObject({ code: "invalid" });
    await expect(excludeResponses(researcher, [...ids, made.id], mark)).rejects.toMatchObject({ code: "not-found" });
    expect((await list({ excluded: "yes" })).matching).toBe(0);
    await excludeResponse(researcher, ids[1] ?? "", { reason: "gibberish" });
    expect(await excludeResponses(researcher, [...ids, ...ids], mark)).toBe(3);
    const excluded = (await list({ excluded: "yes" })).lines;
    expect(excluded.map(({ exclusion }) => exclusion?.reason).sort()).toEqual(["gibberish", "test", "test", "test"]);
    for (const id of ids) await restoreResponse(researcher, id);
  });

  it("is made once by two people at the same time", async () => {
    const { id } = (await list({})).lines[4] ?? fail();
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => excludeResponse(researcher, id, { reason: "duplicate" })),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await db().exclusion.count({ where: { responseId: id, revokedAt: null } })).toBe(1);
  });
});

describe("a session", () => {
  it("shows every screen with its times and answers in the participant's words, and what became of its slot", async () => {
    const { sessionId } = (await list({})).lines[0] ?? fail();
    expect(await getSession(stranger, made.id, sessionId)).toBeNull();
    expect(await getSession(viewer, made.id, "nonsense")).toBeNull();
    expect(await getSession(viewer, made.id, made.id)).toBeNull();
    const session = await getSession(viewer, made.slug, sessionId);
    expect(session).toMatchObject({ outcome: "complete", stratum: "Outside quotas", protocol: { version: 1 } });
    expect(session?.screens.map((screen) => screen.key)).toEqual([
      "consent",
      "english",
      "about-you",
      "statement-story",
      "statement-answer",
      "statement-explanation",
    ]);
    expect(session?.screens[2]?.answers).toEqual([
      { question: "How old are you?", answer: "18 to 29" },
      { question: "What is your gender?", answer: "I prefer not to say" },
    ]);
    expect(session?.responses).toHaveLength(1);
    expect(session?.events.map((event) => event.event)).toEqual(["claimed", "completed"]);
  });
});

describe("live figures", () => {
  it("agree with the rows that they count, and are for those who may see research", async () => {
    expect(await getLiveFigures(stranger, made.id)).toBeNull();
    const figures = (await getLiveFigures(viewer, made.id)) ?? fail();
    const study = (await getStudy(viewer, made.id)) ?? fail();
    const screens = listScreens(study.protocol, 1);
    const progress = prepareStrata(figures.study, figures.strata);
    expect(progress).toMatchObject({ filled: 55, target: 640, open: 1 });
    const cells = prepareLiveCells(figures.study, figures.cells);
    expect(cells.target).toEqual({ low: 40, high: 40 });
    const total = cells.blocks.flatMap((block) => block.rows.flatMap((row) => row.cells));
    expect(total.reduce((sum, cell) => sum + cell.filled, 0)).toBe(55);
    expect(total.reduce((sum, cell) => sum + cell.open, 0)).toBe(1);
    const flow = prepareFlow(screens, figures.sessions, progress.filled + progress.open);
    expect(flow).toMatchObject({ started: 59, agreed: 58, unfinished: 1, surplus: 0 });
    expect(flow.ended).toMatchObject({ complete: 56, "screened-out": 1, "no-consent": 1 });
    expect(flow.steps.find((step) => step.key === "statement-answer")).toMatchObject({ shown: 57, standing: 1 });
    expect(figures).toMatchObject({ active: 1, underWay: 1 });
    expect(progress.strata.map(({ target }) => target)).toEqual([80, 80, 80, 80, 80, 80, 80, 80, null]);
    const times = prepareTimes(screens, figures.times);
    expect(times.find((time) => time.key === "statement-answer")?.n).toBe(56);
    const [line] = await listStudies(viewer, made.projectId);
    expect(line).toMatchObject({ filled: 55, slots: 640, finished: 56 });
  });

  it("count a finisher whose slot was gone as surplus, and follow a withdrawal", async () => {
    const walker = await startWalker(made);
    await walkTo(walker, 4);
    await pool().query(
      "UPDATE slot SET session_id = NULL WHERE session_id = (SELECT id FROM session WHERE token_hash = $1)",
      [hashToken(walker.token)],
    );
    // Nothing is free for them either.
    const { rows: taken } = await pool().query<{ id: string }>(
      "UPDATE slot SET is_done = true WHERE study_id = $1 AND session_id IS NULL AND NOT is_done RETURNING id",
      [made.id],
    );
    await walker.post(5, { explanation: "Late." });
    await pool().query("UPDATE slot SET is_done = false WHERE id = ANY ($1)", [taken.map(({ id }) => id)]);
    const read = async () => {
      const figures = (await getLiveFigures(researcher, made.id)) ?? fail();
      const progress = prepareStrata(figures.study, figures.strata);
      return prepareFlow([], figures.sessions, progress.filled + progress.open);
    };
    expect(await read()).toMatchObject({ surplus: 1, ended: { complete: 57 } });
    await withdraw(hashToken(walker.token), "erase");
    expect(await read()).toMatchObject({ surplus: 0, ended: { complete: 56, withdrawn: 1 } });
    const erased = (await list({ outcome: "withdrawn" })).lines;
    expect(erased).toMatchObject([{ answer: null, isCorrect: null, isErased: true, explanation: null }]);
  });
});

function fail(): never {
  throw new Error("what the test needs is not there");
}

function withText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
