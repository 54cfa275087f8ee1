import { describe, expect, it } from "vitest";
import { timeOptionKey } from "@/lib/domain/survey/time-limit.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { speaksEnglish, startWalker, type Walker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { findSession } from "./find-session.ts";
import { readOwnData } from "./own-data/read-own-data.ts";
import { hashToken } from "./session-token.ts";
import { submitScreen } from "./submit-screen.ts";
import { viewStoredSession } from "./view-session.ts";

withTestDatabase();

/** Screens: 0 consent, 1 English, 2 about you, 3 time limit, 4 story, 5 answer, 6 why. */
const [limitScreen, answerScreen, whyScreen] = [3, 5, 6];

function limited(seconds: number, place: "own-screen" | "with-answer" = "own-screen"): Promise<MadeStudy> {
  return makeStudy({
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps.map((step) =>
        step.kind === "items"
          ? {
              ...step,
              dwellSeconds: 0,
              timeLimitSeconds: seconds,
              explanation: step.explanation && { ...step.explanation, place },
            }
          : step,
      ),
    }),
  });
}

type Fields = Record<string, string>;

async function walkToAnswer(study: MadeStudy, option: string): Promise<Walker> {
  const walker = await startWalker(study);
  const posts: Fields[] = [
    { consent: "yes" },
    speaksEnglish,
    { age: "18-29", gender: "female" },
    { [timeOptionKey]: option },
    {},
  ];
  for (const [screen, fields] of posts.entries())
    expect(await walker.post(screen, fields)).toMatchObject({ status: "advanced" });
  return walker;
}

/** Moves the first display of the current screen into the past, as if that many seconds had passed. */
async function wait(walker: Walker, seconds: number): Promise<void> {
  await pool().query(
    "UPDATE session SET screen_shown_at = screen_shown_at - $2 * interval '1 second' WHERE token_hash = $1",
    [hashToken(walker.token), seconds],
  );
}

async function sessionOf(walker: Walker) {
  const session = await findSession(hashToken(walker.token), "only-look");
  if (!session) throw new Error("there is no session");
  return session;
}

async function responseOf(walker: Walker): Promise<Record<string, unknown>> {
  const { sessionId } = await sessionOf(walker);
  const { rows } = await pool().query("SELECT answer, answer_key, time_option FROM response WHERE session_id = $1", [
    sessionId,
  ]);
  return rows[0];
}

const view = async (walker: Walker) => {
  return viewStoredSession(walker.running, await sessionOf(walker), { token: walker.token });
};

describe("a time limit of an item", () => {
  it("is announced before the first item and must be chosen", async () => {
    const study = await limited(30);
    const walker = await startWalker(study);
    const posts: Fields[] = [{ consent: "yes" }, speaksEnglish, { age: "18-29", gender: "male" }];
    for (const [screen, fields] of posts.entries()) await walker.post(screen, fields);
    const { screen, timeLimit } = await view(walker);
    expect(screen).toMatchObject({ kind: "questions", text: expect.stringContaining("30 seconds") });
    expect(JSON.stringify(screen)).toContain("60 seconds");
    expect(timeLimit).toBeNull();
    const refused: Fields[] = [{}, { [timeOptionKey]: "forever" }];
    for (const fields of refused) expect(await walker.post(limitScreen, fields)).toMatchObject({ status: "invalid" });
    expect(await walker.post(limitScreen, { [timeOptionKey]: "double" })).toMatchObject({ status: "advanced" });
  });

  it("takes an answer in time, and one that was sent in time and arrives two seconds late", async () => {
    const study = await limited(30);
    for (const seconds of [0, 29, 31]) {
      const walker = await walkToAnswer(study, "standard");
      await wait(walker, seconds);
      expect((await view(walker)).timeLimit?.totalMs).toBe(30_000);
      expect(await walker.post(answerScreen, { choice: "true" })).toMatchObject({
        status: "advanced",
        isTimedOut: false,
        next: { index: whyScreen },
      });
      expect(await responseOf(walker)).toEqual({
        answer: { choice: "true" },
        answer_key: "true",
        time_option: "standard",
      });
    }
  });

  it("stores a late submission as timed out with its draft, asks for no reason and ends the session", async () => {
    const study = await limited(30);
    const walker = await walkToAnswer(study, "standard");
    await wait(walker, 33);
    expect((await view(walker)).timeLimit?.remainingMs).toBe(0);
    const first = await walker.post(answerScreen, { choice: "true", unknown: "not a field" });
    expect(first).toMatchObject({ status: "advanced", isTimedOut: true, stepped: { outcome: "complete" } });
    expect(await responseOf(walker)).toEqual({
      answer: { timedOut: { draft: { choice: "true" } } },
      answer_key: "(timed out)",
      time_option: "standard",
    });
    const again = await walker.post(answerScreen, { choice: "true", unknown: "not a field" });
    expect(again).toMatchObject({ status: "repeated", same: true });
    const { sessionId } = await sessionOf(walker);
    const { rows } = await pool().query("SELECT answer_key, count FROM cell_count WHERE study_id = $1", [study.id]);
    expect(rows).toEqual([{ answer_key: "(timed out)", count: 1 }]);
    const own = await readOwnData(walker.running, sessionId);
    expect(own.answers.map(({ answer }) => answer)).toEqual(
      expect.arrayContaining(["The time limit: 30 seconds for each question", "Not in time · true"]),
    );
  });

  it("stores an empty or unreadable draft, so that the person goes on", async () => {
    const study = await limited(30, "with-answer");
    for (const [fields, draft] of [
      [{}, {}],
      [
        { choice: "neither", explanation: "Half a sent" },
        { choice: "neither", explanation: "Half a sent" },
      ],
      [{ choice: ["true", "false"], explanation: "\u0000" }, { choice: ["true", "false"] }],
    ] as const) {
      const walker = await walkToAnswer(study, "standard");
      await wait(walker, 40);
      const given = fields as unknown as Record<string, string | string[]>;
      expect(await walker.post(answerScreen, given)).toMatchObject({ status: "advanced", isTimedOut: true });
      expect(await responseOf(walker)).toMatchObject({ answer: { timedOut: { draft } } });
    }
  });

  it("believes a page that the time is over only when it is over by the server's clock", async () => {
    const study = await limited(30);
    for (const [seconds, isTimedOut] of [
      [10, false],
      [30, true],
    ] as const) {
      const walker = await walkToAnswer(study, "standard");
      await wait(walker, seconds);
      const reported = { visibleMs: null, focusLosses: null, isExpiry: true };
      const post = { screen: answerScreen, fields: { choice: "true" }, reported };
      expect(await submitScreen(walker.running, walker.token, post)).toMatchObject({ status: "advanced", isTimedOut });
    }
  });

  it("doubles the time or removes the limit for people who chose so, and records the choice", async () => {
    const study = await limited(30);
    const twice = await walkToAnswer(study, "double");
    await wait(twice, 50);
    expect((await view(twice)).timeLimit?.totalMs).toBe(60_000);
    expect(await twice.post(answerScreen, { choice: "false" })).toMatchObject({ isTimedOut: false });
    expect(await responseOf(twice)).toMatchObject({ answer_key: "false", time_option: "double" });
    const tooLate = await walkToAnswer(study, "double");
    await wait(tooLate, 63);
    expect(await tooLate.post(answerScreen, { choice: "false" })).toMatchObject({ isTimedOut: true });
    const unlimited = await walkToAnswer(study, "none");
    await wait(unlimited, 5_000);
    expect((await view(unlimited)).timeLimit).toBeNull();
    expect(await unlimited.post(answerScreen, { choice: "false" })).toMatchObject({ isTimedOut: false });
    expect(await responseOf(unlimited)).toMatchObject({ answer_key: "false", time_option: "none" });
  });

  it("is off by default: no page announces it, and nothing is recorded", async () => {
    const study = await makeStudy();
    const walker = await startWalker(study);
    expect(walker.running.screens.map(({ kind }) => kind)).not.toContain("time-limit");
  });
});
