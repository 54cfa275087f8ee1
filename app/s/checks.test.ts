import { describe, expect, it } from "vitest";
import { POST as takeScreen } from "@/app/api/v1/sessions/[token]/screens/[screen]/route.ts";
import { POST as begin } from "@/app/api/v1/sessions/route.ts";
import { dataChanges, dataCollectionSentence } from "@/lib/domain/results/plan/data-collection-state.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import type { ProtocolStep } from "@/lib/domain/survey/protocol-step.ts";
import { simulateStudy } from "@/lib/server/demo/simulation/simulate-study.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { withTx } from "@/lib/server/platform/database/with-transaction.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { addProtocolVersion } from "@/lib/server/studies/draft/create-study.ts";
import { saveAnalysisPlan } from "@/lib/server/studies/draft/study-plan.ts";
import { listDataLocks, readDataCollectionState } from "@/lib/server/studies/lock/read-data-collection-state.ts";
import { loadFreshStudyChecks } from "@/lib/server/studies/responses/missed-checks.ts";
import { restoreResponse } from "@/lib/server/studies/responses/restore-response.ts";
import { moveStudy } from "@/lib/server/studies/run/move-study.ts";
import { exportTables } from "@/prisma/factories/export-tables.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { GET as dataPage } from "./[study]/[token]/data/route.ts";
import { GET as sessionPage } from "./[study]/[token]/route.ts";
import { GET as consentPage } from "./[study]/route.ts";
import { inProcessEndpoints } from "./own-endpoints.ts";

withTestDatabase();

const boxes = [
  { key: "age", label: "I am 18 or older.", required: true },
  { key: "share", label: "My answers may be shared.", required: false },
];
const ownEnd = { title: "Practice comes first", text: "Thank you for trying." };

function checkedProtocol(made: Protocol): Protocol {
  const practice: ProtocolStep = {
    kind: "practice",
    key: "warm-up",
    title: "To try it out",
    items: [
      {
        kind: "true-false",
        story: { title: "", genre: "", text: "Ann ran home." },
        text: "Ann ran.",
        options: [],
        gold: true,
        explanation: "She ran home, so she ran.",
      },
    ],
    levels: { story: "story", questionOrder: "true-false" },
    wording: {},
    wordsEdition: 2,
    dwellSeconds: 0,
    layout: "story-then-question",
    training: { policy: "end", tries: 2, needed: 1, end: ownEnd },
  };
  const question = (key: string, right: string, showIf?: object) => ({
    type: "choice",
    key,
    label: `What about ${key}?`,
    choices: ["first", "second"].map((value) => ({ value, label: `The ${value} answer` })),
    right: { oneOf: [right] },
    ...(showIf ? { showIf } : {}),
  });
  const items = withoutDwell(made).steps.filter((step) => step.kind === "items");
  return protocolSchema.parse({
    ...made,
    consent: { ...made.consent, boxes },
    steps: [
      { kind: "text", key: "how", title: "How it works", text: "Read, then answer.", dwellSeconds: 0 },
      {
        kind: "questions",
        key: "clear",
        title: "Is it clear?",
        text: "",
        questions: [question("task", "second")],
        check: { policy: "flag", tries: 2, rereads: "how" },
      },
      {
        kind: "questions",
        key: "rare",
        title: "Only for some",
        text: "",
        questions: [question("rarely", "first", { question: "task", oneOf: ["first"] })],
        check: { policy: "count", tries: 1 },
      },
      practice,
      ...items,
    ],
  });
}

const design = { strata: [{ key: "all", label: "All", criteria: {} }], factors: [] };
const open = () => makeStudy({ items: 1, design, protocol: checkedProtocol });

/** A participant who uses the real handlers, with plain forms or like the enhancement script. */
async function arrive(study: MadeStudy, way: "form" | "script") {
  const pages: string[] = [];
  const consent = await consentPage(new Request(`http://localhost/s/${study.slug}`), {
    params: Promise.resolve({ study: study.slug }),
  });
  const html = await consent.text();
  pages.push(html);
  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const send = (fields: Record<string, string>) =>
    new Request("http://localhost/api", {
      method: "POST",
      body: way === "form" ? new URLSearchParams(fields) : JSON.stringify(fields),
      headers: {
        "content-type": way === "form" ? "application/x-www-form-urlencoded" : "application/json",
        ...(way === "form" ? {} : { accept: "application/json" }),
      },
    });
  const token = hidden.token ?? "";
  const look = async () => {
    const response = await sessionPage(new Request(`http://localhost/s/${study.slug}/${token}`), {
      params: Promise.resolve({ study: study.slug, token }),
    });
    return response.text();
  };
  /** The page after a post: of a plain form after its redirect, of the script in the response itself. */
  const pageOf = async (response: Response) => {
    const shown =
      response.status === 303
        ? await look()
        : way === "form"
          ? await response.text()
          : (((await response.json()) as { html?: string }).html ?? "");
    pages.push(shown);
    return { status: response.status, html: shown };
  };
  return {
    pages,
    token,
    html,
    look,
    begin: async (fields: Record<string, string>) => pageOf(await begin(send({ ...hidden, ...fields }))),
    post: async (screen: number, fields: Record<string, string> = {}) =>
      pageOf(
        await takeScreen(send({ protocol: study.protocolVersionId, ...fields }), {
          params: Promise.resolve({ token, screen: String(screen) }),
        }),
      ),
  };
}

const heading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, "");

// Screens: 0 consent, 1 text, 2 check, 3 text again, 4 check again, 5 rare, 6-8 practice, 9-11 its second try, 12 story.
describe.each(["form", "script"] as const)("somebody who comes by %s", (way) => {
  it("ticks boxes, reads again, practises again, and finds every page again after a reload", async () => {
    const study = await open();
    const person = await arrive(study, way);
    expect(person.html).toContain("My answers may be shared.");
    const refused = await person.begin({ consent: "yes", "box.share": "yes" });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.html).toMatch(/role="alert".*href="#field-box.age"/s);
    expect(refused.html).toMatch(/name="box.share"[^>]*checked/);
    await person.begin({ consent: "yes", "box.age": "yes", "box.share": "yes" });
    await person.post(1);
    expect(heading(person.pages.at(-1) ?? "")).toBe("Is it clear?");
    const missed = await person.post(2, { task: "first" });
    expect(missed.html).toContain("Not every answer was right.");
    expect(heading(missed.html)).toBe("How it works");
    // A second tab with the previous question, the back button and a reload all show the current screen of the session.
    const repeated = await person.post(2, { task: "second" });
    expect(heading(repeated.html)).toBe("How it works");
    expect(heading(await person.look())).toBe("How it works");
    await person.post(3);
    const passed = await person.post(4, { task: "second" });
    // The page of a question that depends on another answer was skipped.
    expect(heading(passed.html)).toContain("To try it out");
    await person.post(6);
    const wrong = await person.post(7, { choice: "false" });
    expect(wrong.html).toContain("That is not right. Please try once more.");
    expect(wrong.html).not.toContain("She ran home, so she ran.");
    expect(await person.look()).toContain("Please try once more.");
    expect(heading((await person.post(8)).html)).toContain("To try it out");
    await person.post(9);
    const right = await person.post(10, { choice: "true" });
    expect(right.html).toContain("That is right.");
    expect(right.html).toContain("She ran home, so she ran.");
    await person.post(11);
    await person.post(12);
    await person.post(13, { choice: "true" });
    const end = await person.post(14, { explanation: "It says so." });
    expect(heading(end.html)).toBe("Thank you");
    for (const page of person.pages) expect(page).not.toMatch(/"?(right|gold|oneOf|policy)"?:|check\.clear/);

    const own = await dataPage(new Request("http://localhost/"), {
      params: Promise.resolve({ study: study.slug, token: person.token }),
    });
    const told = await own.text();
    expect(told).toContain("My answers may be shared.");
    expect(told).toContain("Ticked");
    expect(told).toContain("Not passed");
    const { participants, checks } = await exported(study);
    expect(participants).toMatchObject([
      {
        outcome: "complete",
        "consent_box.age": "yes",
        "consent_box.share": "yes",
        answer_task: "second",
        answer_rarely: "not-asked",
        "check.clear": "passed",
        "check.rare": null,
        "check.warm-up": "passed",
      },
    ]);
    expect(checks).toMatchObject([
      { check: "clear", item: null, attempt: 1, screen: 2, verdict: "missed", answers: { task: "first" } },
      { check: "clear", item: null, attempt: 2, screen: 4, verdict: "passed", answers: { task: "second" } },
      { check: "warm-up", item: 0, attempt: 1, verdict: "missed", answers: { choice: "false" } },
      { check: "warm-up", item: 0, attempt: 2, verdict: "passed", answers: { choice: "true" } },
    ]);
  });

  it("is ended by a practice that is missed for good, on the practice's own end page, and the slot is free again", async () => {
    const study = await open();
    const person = await arrive(study, way);
    await person.begin({ consent: "yes", "box.age": "yes" });
    await person.post(1);
    for (const screen of [2, 4]) {
      await person.post(screen, { task: "first" });
      if (screen === 2) await person.post(3);
    }
    const rare = await person.post(5, { rarely: "second" });
    expect(heading(rare.html)).toContain("To try it out");
    await person.post(6);
    await person.post(7, { choice: "false" });
    await person.post(8);
    await person.post(9);
    await person.post(10, { choice: "false" });
    const end = await person.post(11);
    expect(heading(end.html)).toBe(ownEnd.title);
    expect(heading(await person.look())).toBe(ownEnd.title);
    const { participants } = await exported(study);
    expect(participants).toMatchObject([
      {
        outcome: "quality",
        "consent_box.share": "no",
        "check.clear": "missed",
        "check.rare": "missed",
        "check.warm-up": "missed",
      },
    ]);
    const { rows } = await pool().query(
      "SELECT count(*)::int AS n FROM slot WHERE session_id IS NOT NULL AND stratum_id IN (SELECT id FROM stratum WHERE study_id = $1)",
      [study.id],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe("the plan's rule about missed checks", () => {
  const missing: [number, Record<string, string>?][] = [[1], [2, { task: "first" }], [3], [4, { task: "first" }]];
  missing.push([5, { rarely: "first" }], [6], [7, { choice: "true" }], [8], [12], [13, { choice: "true" }]);

  async function answer(study: MadeStudy, isWhole = true): Promise<void> {
    const person = await arrive(study, "form");
    await person.begin({ consent: "yes", "box.age": "yes" });
    for (const [screen, fields] of missing) await person.post(screen, fields);
    if (isWhole) await person.post(14, { explanation: "It says so." });
  }

  const rule = "exclusions.missedChecks: 1";
  const marksOf = async ({ id }: MadeStudy) =>
    (
      await pool().query(
        `SELECT response_id AS id, reason, actor, rule, created_by_id AS by, revoked_at IS NULL AS holds, revoke_reason AS why
         FROM exclusion WHERE study_id = $1 ORDER BY created_at`,
        [id],
      )
    ).rows;

  it("excludes answers as they arrive, by the plan, and is reversed only with a reason, which stays visible", async () => {
    const study = await open();
    const { actor } = await makePerson({ projectId: study.projectId });
    await saveAnalysisPlan(actor, study.id, { exclusions: { missedChecks: 1 } }, "");
    await answer(study);
    const [mark] = await marksOf(study);
    expect(mark).toMatchObject({ reason: "missed-checks", actor: "plan", rule, by: null, holds: true });
    const found = async () => (await loadFreshStudyChecks(actor, study.id)) ?? {};
    expect(await found()).toMatchObject({
      missedChecks: 1,
      people: 1,
      answers: 1,
      reversed: 0,
      checks: [
        { key: "check.clear", policy: "flag", met: 1, passedFirst: 0, passedLater: 0, missed: 1 },
        { key: "check.rare", policy: "count", met: 1, passedFirst: 1, missed: 0 },
        { key: "check.warm-up", policy: "end", met: 1, passedFirst: 1, missed: 0 },
      ],
    });
    await expect(restoreResponse(actor, mark.id, " ")).rejects.toMatchObject({ field: "reason" });
    await restoreResponse(actor, mark.id, "The check could not be read on phones.");
    expect(await marksOf(study)).toMatchObject([{ holds: false, why: "The check could not be read on phones." }]);
    expect(await found()).toMatchObject({ answers: 0, reversed: 1 });
    const state = await readDataCollectionState(study.id, "main", "current");
    expect(dataChanges(state)).toMatchObject([{ path: "exclusions by the plan's rules" }]);
    expect(dataCollectionSentence(state)).toContain("1 exclusion by the plan's rules was reversed");
    // Neither saving the plan again nor the end of the study sets an exclusion that was revoked.
    await saveAnalysisPlan(actor, study.id, { exclusions: { missedChecks: 1 }, exploratory: "More." }, "");
    await moveStudy(actor, study.id, "close");
    expect(await marksOf(study)).toHaveLength(1);
    expect(await listDataLocks(study.id)).toMatchObject([{ listed: 1, counted: 1 }]);
  });

  it("is applied to answers that are there when the plan is amended, and taken back when it says so no more", async () => {
    const study = await open();
    const { actor } = await makePerson({ projectId: study.projectId });
    await answer(study);
    expect(await marksOf(study)).toEqual([]);
    await saveAnalysisPlan(actor, study.id, { exclusions: { missedChecks: 1 } }, "It was forgotten.");
    expect(await marksOf(study)).toMatchObject([{ rule, holds: true }]);
    await saveAnalysisPlan(actor, study.id, {}, "It was too strict.");
    expect(await marksOf(study)).toMatchObject([{ rule, holds: false, why: "It was too strict." }]);
  });

  it("is applied before the data are locked to answers from before rules were applied on arrival", async () => {
    const study = await open();
    const { actor } = await makePerson({ projectId: study.projectId });
    await answer(study);
    await pool().query("INSERT INTO study_plan (study_id, document) VALUES ($1, $2)", [
      study.id,
      { exclusions: { missedChecks: 1 } },
    ]);
    await moveStudy(actor, study.id, "close");
    expect(await listDataLocks(study.id)).toMatchObject([{ listed: 1, counted: 0 }]);
    expect(await marksOf(study)).toMatchObject([{ rule, actor: "plan", holds: true }]);
  });

  it("judges by the version of the protocol that people went through", async () => {
    const policy = (document: Protocol, policy: "count" | "flag"): Protocol =>
      protocolSchema.parse({
        ...document,
        steps: document.steps.map((step) =>
          step.kind === "questions" && step.key === "clear" ? { ...step, check: { ...step.check, policy } } : step,
        ),
      });
    const study = await makeStudy({ items: 1, design, protocol: (made) => policy(checkedProtocol(made), "count") });
    const { actor } = await makePerson({ projectId: study.projectId });
    await answer(study);
    const running = await getRunningProtocol(study.protocolVersionId);
    await withTx((client) => addProtocolVersion(client, study.id, policy(running!.protocol, "flag"), null));
    await saveAnalysisPlan(actor, study.id, { exclusions: { missedChecks: 1 } }, "");
    expect(await marksOf(study)).toEqual([]);
  });

  it("has no answer to exclude before the session is complete", async () => {
    const study = await open();
    const { actor } = await makePerson({ projectId: study.projectId });
    await answer(study, false);
    await saveAnalysisPlan(actor, study.id, { exclusions: { missedChecks: 1 } }, "");
    expect(await loadFreshStudyChecks(actor, study.id)).toMatchObject({ people: 1, answers: 0 });
  });
});

describe("scripted participants", () => {
  it("pass what a study checks", async () => {
    const study = await open();
    const done = await simulateStudy(
      study.slug,
      { participants: 2, seed: "1", accuracy: 0.9, dropOut: 0 },
      () => inProcessEndpoints,
    );
    expect(done).toMatchObject({ finished: 2, turnedAway: 0 });
  });
});

async function exported(study: MadeStudy) {
  const { lines } = await exportTables(study);
  return { participants: lines("participants.jsonl"), checks: lines("checks.jsonl") };
}
