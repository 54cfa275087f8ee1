import { expect, test } from "@playwright/test";
import { newEndpointSettings } from "../../lib/domain/models/evaluation/endpoint-settings.ts";
import { importItems } from "../../lib/server/items/import-items.ts";
import { createEndpoint } from "../../lib/server/models/evaluations/endpoints.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startModelServer } from "../../prisma/factories/model-server.ts";
import { expectWellMade } from "../look.ts";

test("a researcher names an endpoint, asks a model about a benchmark, sees a refused key, and reads what it answered", async ({
  page,
}) => {
  const study = await makeStudy({ items: 6 });
  const server = await startModelServer(({ prompt }) =>
    prompt.includes("number 3") ? "I cannot say." : "Answer: True",
  );
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  const url = process.env.PARALLAX_URL as string;
  await page
    .context()
    .addCookies([{ name: cookieAttributes("session").name, value: await encodeSessionToken(claims), url }]);

  await page.goto("/research/models");
  await page.getByRole("main").getByRole("link", { name: "Evaluations" }).click();
  await expect(page.getByText("No evaluations yet")).toBeVisible();
  await page.getByRole("link", { name: "New endpoint" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Small at home");
  await page.getByLabel("Model", { exact: true }).fill("small");
  await page.getByLabel("Address").fill(server.url);
  await page.getByLabel(/^Key/).fill("sk-never-again");
  await page.getByLabel(/input tokens/).fill("1");
  await page.getByLabel(/output tokens/).fill("10");
  await expectWellMade(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Small at home" })).toBeVisible();
  expect(await page.content()).not.toContain("sk-never-again");

  await page.goto("/research/models/evaluations/new");
  await page.getByRole("button", { name: "Choose" }).click();
  // The study's own words are the default.
  await expect(page.getByLabel("Study", { exact: true })).toHaveValue(study.id);
  await page.getByLabel("Study", { exact: true }).selectOption("");
  await page.getByLabel("simplified (Street et al., table 4)").check();
  await page.getByRole("button", { name: "Estimate" }).click();
  await expect(page.getByText(/^12 questions with about/)).toBeVisible();
  await page.getByLabel(/Limit in US/).fill("5");
  await expectWellMade(page);
  server.faults.push("refuse-key");
  await page.getByRole("button", { name: "Start the evaluation" }).click();
  await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/refused the key.*no such key/)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await expectWellMade(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("12 of 12 answered")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await expect(page.getByText(/^2 of 12 answers could not be parsed/)).toBeVisible();
  await expect(page.getByText("US$ 0.0144 of at most US$ 5.00")).toBeVisible();
  const names = Array.from({ length: 23 }, (_, index) => `item-${index + 1}`);
  const leftOut = JSON.stringify([{ condition: 0, items: names }]);
  await pool().query("UPDATE evaluation SET plan = jsonb_set(plan, '{leftOut}', $2) WHERE id = $1", [
    page.url().split("/").at(-1),
    leftOut,
  ]);
  await page.reload();
  await expect(page.getByText("item-20")).toBeVisible();
  await expect(page.getByText("item-21")).toBeHidden();
  await page.getByText("3 more", { exact: true }).click();
  await expect(page.getByText("item-21, item-22, item-23")).toBeVisible();
  await page.getByRole("link", { name: "The model and its runs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Small at home", exact: true })).toBeVisible();
  expect(server.requests).toHaveLength(12);
  await server.stop();

  // So many new answers are not counted during the request: the page is stale until it is refreshed.
  await pool().query(
    `INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, answer, answer_key, row_hash)
     SELECT gen_random_uuid(), run_id, item_version_id, condition_key, condition, 100 + nth, answer, answer_key, ''
     FROM (SELECT prediction.* FROM prediction JOIN run ON run.id = run_id
           WHERE run.benchmark_id = $1 AND answer IS NOT NULL LIMIT 1) AS one, generate_series(1, 12000) AS extra (nth)`,
    [study.benchmarkId],
  );
  await page.reload();
  const stale = page.getByText("Stale: the data have changed since");
  await expect(stale).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: "Recompute" }).click();
  await expect(page.getByRole("row", { name: /^All answers/ })).toContainText("12,012", { timeout: 180_000 });
  await expect(stale).toBeHidden();
  await expectWellMade(page);
});

test("a model answers without options; a person who does not see whose answers they are and another model judge them", async ({
  page,
}) => {
  const { id: projectId } = await makeProject();
  const { claims } = await makePerson({ projectId, role: "admin" });
  const url = process.env.PARALLAX_URL as string;
  await page
    .context()
    .addCookies([{ name: cookieAttributes("session").name, value: await encodeSessionToken(claims), url }]);
  async function* lines() {
    for (const number of [1, 2, 3])
      yield JSON.stringify({
        id: `ferry-${number}`,
        kind: "two-choice",
        story: { id: `ferry-${number}`, text: `Mira hid ticket ${number} in the drawer while Jon was below deck.` },
        text: "Where does Jon look for it?",
        options: ["He looks under the bench.", "He looks in the drawer."],
        gold: 0,
      });
  }
  const { benchmarkId } = await importItems({
    ...{ projectId, benchmarkName: "Ferries", fileName: "ferries.jsonl", lines: lines(), actorId: null },
  });
  const server = await startModelServer(({ prompt }) =>
    prompt.startsWith("You are an accuracy evaluator") ? "True" : "Answer: He checks the bench.",
  );
  const settings = { ...newEndpointSettings, url: server.url, model: "small" };
  for (const name of ["Answering", "Judging"]) await createEndpoint(installation, projectId, { name, settings });

  await page.goto(`/research/models/evaluations/new?about=${benchmarkId}/two-choice`);
  await page.getByLabel("as people read it").uncheck();
  await page.getByLabel(/KNP without options/).check();
  await page.getByLabel("Answering", { exact: true }).check();
  await page.getByLabel("Judging", { exact: true }).check();
  await page.getByRole("button", { name: "Estimate" }).click();
  await expect(page.getByText(/^3 questions with about/)).toHaveCount(2);
  await expectWellMade(page);
  await page.getByLabel("Judging", { exact: true }).uncheck();
  await page.getByLabel("Answering", { exact: true }).uncheck();
  await page.getByRole("button", { name: "Start the evaluation" }).click();
  await expect(page.getByRole("group", { name: "Models" })).toContainText("Choose at least one model.");
  await page.getByLabel("Answering", { exact: true }).check();
  await page.getByRole("button", { name: "Start the evaluation" }).click();
  await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("3 of 3 answered")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await page.getByRole("link", { name: "Judge the open-ended answers" }).click();
  await expect(page.getByText("nothing is judged").first()).toBeVisible();

  await page.getByRole("link", { name: "Judge answers yourself" }).click();
  for (const judged of [0, 1, 2]) {
    await expect(page.getByText(`${judged} of 3`)).toBeVisible();
    await expect(page.getByText("He checks the bench", { exact: true })).toBeVisible();
    expect(await page.getByRole("main").textContent()).not.toContain("Answering");
    if (judged === 0) await expectWellMade(page);
    await page.getByRole("button", { name: judged === 2 ? /^NA/ : /^True/ }).click();
  }
  await expect(page.getByText("You have judged every answer")).toBeVisible();
  await page.getByRole("link", { name: "Results of the judges" }).click();

  await page.getByLabel("Judge", { exact: true }).selectOption({ label: "Judging" });
  await page.getByRole("button", { name: "Start judging" }).click();
  await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name: "Judging judges Answering: evaluation" })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("3 of 3 answered")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await page.getByRole("link", { name: "Results of the judge" }).click();
  const agreement = page.getByRole("table", { name: "Agreement of judging models with people" });
  await expect(agreement.getByRole("row", { name: /Judging/ })).toContainText("2 of 3");
  await expectWellMade(page);
  await server.stop();
});
