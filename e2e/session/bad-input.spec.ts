import { type APIRequestContext, expect, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { mintToken } from "../../lib/server/sessions/session-token.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";

async function countRows(studyId: string): Promise<number[]> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM session WHERE study_id = $1) AS sessions,
            (SELECT count(*)::int FROM step_answer JOIN session ON session.id = session_id WHERE study_id = $1) AS answers,
            (SELECT count(*)::int FROM response WHERE study_id = $1) AS responses`,
    [studyId],
  );
  return Object.values(rows[0]) as number[];
}

function startBody(study: MadeStudy) {
  return { study: study.slug, token: mintToken(), protocol: study.protocolVersionId, consent: "yes" };
}

async function walk(request: APIRequestContext, study: MadeStudy, screens: number): Promise<string> {
  const start = startBody(study);
  const answers = [
    { residence: "uk", "first-language": "yes", "most-used-language": "english" },
    { age: "18-29", gender: "female" },
    {},
    { choice: "true" },
  ];
  expect((await request.post("/api/v1/sessions", { data: start })).status()).toBe(200);
  for (const [index, answer] of answers.slice(0, screens - 1).entries()) {
    const reply = await request.post(`/api/v1/sessions/${start.token}/screens/${index + 1}`, {
      data: { protocol: study.protocolVersionId, ...answer },
    });
    expect(reply.status()).toBe(200);
  }
  return start.token;
}

test("starting a session refuses every wrong field by name and stores nothing", async ({ request }) => {
  const study = await makeStudy();
  const good = startBody(study);
  const long = "x".repeat(201);
  const cases: [Record<string, unknown>, string][] = [
    [{ ...good, consent: "maybe" }, "consent"],
    [{ ...good, consent: 1 }, "consent"],
    [{ ...good, consent: ["yes", "no"] }, "consent"],
    [{ ...good, study: 7 }, "study"],
    [{ ...good, token: "short" }, "token"],
    [{ ...good, token: null }, "token"],
    [{ ...good, pid: long }, "pid"],
    [{ ...good, pid: "nul \u0000" }, "pid"],
    [{ ...good, PROLIFIC_PID: "half \ud800" }, "PROLIFIC_PID"],
    [{ ...good, surprise: "1" }, "surprise"],
  ];
  for (const [data, field] of cases) {
    const reply = await request.post("/api/v1/sessions", {
      data: JSON.stringify(data),
      headers: { "content-type": "application/json" },
    });
    expect([422, 400], field).toContain(reply.status());
    expect((await reply.json()).error.field, field).toBe(field);
  }
  expect(await countRows(study.id)).toEqual([0, 0, 0]);
});

test("each screen refuses wrong types, unknown fields, over-long and broken text by name and stores nothing", async ({
  request,
}) => {
  const study = await makeStudy();
  const cases: [number, Record<string, unknown>, string][] = [
    [1, { residence: "uk", "first-language": "perhaps", "most-used-language": "english" }, "first-language"],
    [1, { residence: "uk", "first-language": "yes" }, "most-used-language"],
    [1, { residence: "uk", "first-language": { a: 1 }, "most-used-language": "english" }, "first-language"],
    [2, { age: "18-29", gender: "female", shoe: "42" }, "shoe"],
    [2, { age: ["18-29", "30-39"], gender: "female" }, "age"],
    [3, { anything: "x" }, "anything"],
    [4, { choice: "yes" }, "choice"],
    [4, {}, "choice"],
    [4, { choice: "true", gold: "true" }, "gold"],
    [5, { explanation: "" }, "explanation"],
    [5, { explanation: "x".repeat(4_001) }, "explanation"],
    [5, { explanation: "nul \u0000" }, "explanation"],
    [5, { explanation: "half \udc00 pair" }, "explanation"],
  ];
  for (const [screen, fields, field] of cases) {
    const token = await walk(request, study, screen);
    const before = await countRows(study.id);
    const reply = await request.post(`/api/v1/sessions/${token}/screens/${screen}`, {
      data: JSON.stringify({ protocol: study.protocolVersionId, ...fields }),
      headers: { "content-type": "application/json" },
    });
    expect(reply.status(), `${screen} ${field}`).toBe(422);
    expect((await reply.json()).error.field, `${screen} ${field}`).toBe(field);
    expect(await countRows(study.id)).toEqual(before);
  }
});

test("bodies that are no answers at all are refused with a sentence", async ({ request }) => {
  const study = await makeStudy();
  const token = await walk(request, study, 1);
  const address = `/api/v1/sessions/${token}/screens/1`;
  const post = (data: string | Buffer, type: string) =>
    request.post(address, { data, headers: { "content-type": type } });
  expect((await post("{", "application/json")).status()).toBe(422);
  expect((await post("[]", "application/json")).status()).toBe(422);
  expect((await post("null", "application/json")).status()).toBe(422);
  expect((await post("<x/>", "text/xml")).status()).toBe(415);
  expect((await post(Buffer.from([0xff, 0xfe, 0x41]), "application/json")).status()).toBe(422);
  expect((await post(`{"protocol":"${"x".repeat(200_000)}"}`, "application/json")).status()).toBe(413);
  expect((await post('{"protocol":"../../etc"}', "application/json")).status()).toBe(422);
  const foreign = await request.post(address, {
    data: { protocol: study.protocolVersionId },
    headers: { origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(422);
  const unknown = await request.post(`/api/v1/sessions/${mintToken()}/screens/1`, {
    data: {
      protocol: study.protocolVersionId,
      residence: "uk",
      "first-language": "yes",
      "most-used-language": "english",
    },
  });
  expect(unknown.status()).toBe(404);
});

test("a form with a missing answer comes back with what was chosen, a summary and the focus on it", async ({
  page,
}) => {
  const study = await makeStudy();
  await page.goto(`/s/${study.slug}`);
  await page.getByRole("button", { name: "I agree and want to take part" }).click();
  await page
    .getByRole("group", { name: /first language/ })
    .getByLabel("Yes")
    .check();
  await page.locator("form[data-screen]").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
  await page.getByRole("button", { name: "Continue" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link", { name: /daily life\? – Please choose one answer\./ })).toBeVisible();
  await expect(page.getByRole("group", { name: /first language/ }).getByLabel("Yes")).toBeChecked();
});
