import { expect, type Page, test } from "@playwright/test";
import { zipSync } from "fflate";
import sharp from "sharp";
import { audioQuestion, imageQuestion } from "../../lib/domain/tasks/templates/classification.ts";
import type { TaskTemplate } from "../../lib/domain/tasks/templates/template.ts";
import { importSchemaUpload, schemaUploadSchema } from "../../lib/server/annotation/import/import-schema-upload.ts";
import { prepareFile } from "../../lib/server/items/media/prepare-file.ts";
import type { PreparedFile } from "../../lib/server/items/media/prepared-file.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeRecording } from "../../prisma/factories/make-recording.ts";
import { makeSchemaCollection } from "../../prisma/factories/make-schema-collection.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { startModelServer } from "../../prisma/factories/model-server.ts";
import { addSessionCookie, signInAs } from "../annotation/workspace-page.ts";
import { expectWellMade } from "../look.ts";
import { expectFit, expectScreen, goOn, openLink, screenOf } from "../session/walk.ts";

/** Long enough that a plain form is sent before its end. */
const seconds = 10;

async function prepared(path: string, bytes: Uint8Array): Promise<PreparedFile> {
  const file = await prepareFile(path, bytes);
  if (typeof file === "string") throw new Error(file);
  return file;
}

async function studyOf({ document, example }: TaskTemplate, bytes: Uint8Array) {
  const { path } = (example.fields.image ?? example.fields.audio) as { path: string };
  const file = await prepared(path, bytes);
  const study = await makeStudy({
    schemas: { media: document },
    archive: { files: new Map([[path, file]]), prepared: new Map([[file.sha256, file]]) },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "media", ...example });
    })(),
    design: {
      ...{ strata: [{ key: "all", label: "Everybody", criteria: {} }], openStratum: false, factors: [] },
      ...{ perStratumItem: 4, itemsPerSession: 1 },
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
  return { study, file };
}

const imageBytes = (background = "#2b6") =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

const buttonOf = (screen: Page) => screen.locator("form[data-screen] button[type=submit]").first();

async function answersOf(study: MadeStudy): Promise<string[]> {
  const { rows } = await pool().query("SELECT answer_key FROM response WHERE study_id = $1", [study.id]);
  return rows.map((row) => row.answer_key);
}

/** Asks the model about the study's benchmark on the pages, and returns the content of its request. */
async function askModel(page: Page, study: MadeStudy, media: string): Promise<{ type: string; text?: string }[]> {
  const server = await startModelServer(() => '{"answer": "option-1"}');
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  await addSessionCookie(page.context(), claims);
  const ask = async () => {
    await page.goto(`/research/models/evaluations/new?about=${study.benchmarkId}/task`);
    await page.getByRole("button", { name: "Start the evaluation" }).click();
  };
  await page.goto("/research/models/endpoints/new");
  await page.getByLabel("Name", { exact: true }).fill("Seeing and hearing");
  await page.getByLabel("Model", { exact: true }).fill("small");
  await page.getByLabel("Address").fill(server.url);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Seeing and hearing" })).toBeVisible();
  const endpoint = page.url();
  await ask();
  await expect(page.getByText(/which this endpoint does not receive/u).first()).toBeVisible();
  expect(server.requests).toHaveLength(0);
  await page.goto(endpoint);
  await page.getByLabel("Media", { exact: true }).selectOption({ label: media });
  await expectWellMade(page);
  await page.getByRole("button", { name: "Save" }).click();
  const stored = async () => {
    const sql = "SELECT settings->>'media' AS media FROM model_endpoint WHERE project_id = $1";
    return (await pool().query(sql, [study.projectId])).rows[0].media;
  };
  await expect.poll(stored).not.toBe("none");
  await ask();
  await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^\d+ of \d+ answered/u).first()).toContainText(/^(\d+) of \1 /u, { timeout: 1_000 });
  }).toPass();
  await server.stop();
  const { rows } = await pool().query(
    `SELECT DISTINCT prediction.parity FROM prediction JOIN run ON run.id = run_id
     JOIN study ON study.benchmark_id = run.benchmark_id WHERE study.id = $1`,
    [study.id],
  );
  expect(rows).toEqual([{ parity: "verified" }]);
  const [message] = (server.requests[0]?.body.messages ?? []) as { content: { type: string; text?: string }[] }[];
  return message?.content ?? [];
}

test("an image is shown to people with its alternative text, and sent to a model as a content part", async ({
  browser,
  page,
}) => {
  const { study, file } = await studyOf(imageQuestion, await imageBytes());
  for (const options of [{ viewport: { width: 360, height: 740 } }, { javaScriptEnabled: false }]) {
    const context = await browser.newContext(options);
    const screen = await openLink(context, `/s/${study.slug}`);
    await goOn(screen);
    await expectScreen(screen, "1");
    const image = screen.getByRole("img", { name: "A harbour with three red boats and one white boat." });
    await expect(image).toBeVisible();
    if (options.viewport) {
      await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(320);
      await expectFit(screen);
    }
    await screen.getByLabel("B. Three").check();
    await buttonOf(screen).click();
    await expectScreen(screen, "end");
    await context.close();
  }
  expect(await answersOf(study)).toEqual(["option-1", "option-1"]);
  const content = await askModel(page, study, "Text and images");
  const base64 = Buffer.from(file.bytes).toString("base64");
  expect(content[1]).toEqual({ type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } });
  expect(JSON.stringify(content)).not.toContain("three red boats");

  // Another image needs its own alternative text; the preview shows both before anything is saved.
  await page.goto(`/research/benchmarks/${study.benchmarkId}`);
  await page.getByRole("link", { name: "a", exact: true }).click();
  const preview = page.frameLocator("iframe");
  await expect(preview.getByRole("img", { name: /^A harbour with three red boats/u })).toBeVisible();
  await page
    .getByLabel("Another file")
    .setInputFiles({ name: "blue.png", mimeType: "image/png", buffer: await imageBytes("#26b") });
  await expect(page.getByLabel("Alternative text")).toHaveValue("");
  await page.getByLabel("Alternative text").fill("The sea without a boat.");
  const shown = preview.getByRole("img", { name: "The sea without a boat." });
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
  await expectWellMade(page);
  await page.getByLabel("Reason for the change").fill("Another image.");
  await page.getByRole("button", { name: "Save a new version" }).click();
  await expect(page.getByText("The item is saved.")).toBeVisible();
  await expect(page.getByLabel("Alternative text")).toHaveValue("The sea without a boat.");
});

test("an annotator submits an answer only after the recording was played completely", async ({ context, page }) => {
  const collection = await makeSchemaCollection(audioQuestion.document, []);
  const table =
    "id,audio,alt,question,choices\na,ferry.wav,The ferry leaves at ten.,When does it leave?,At nine; At ten\n";
  const archive = zipSync({ "items.csv": Buffer.from(table), "ferry.wav": makeRecording(4) });
  const settings = schemaUploadSchema.parse({ fileName: "items.zip" });
  const report = await importSchemaUpload(
    collection.researcher,
    collection.id,
    settings,
    (async function* () {
      yield archive;
    })(),
  );
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  await signInAs(context, collection.projectId, "annotator");
  await page.goto(`/annotate/queue/${collection.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "a", exact: true })).toBeVisible();
  await expect(page.locator('[data-save="saved"]')).toBeVisible();
  await expect(page.getByText("The ferry leaves at ten.")).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByText("1 problem to fix first.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Not possible yet. Play the whole recording first.")).toBeAttached();
  await expectWellMade(page);
  await page.locator("audio").evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true;
    await audio.play();
  });
  await expect(page.getByText("Played completely.")).toBeVisible();
  await expect(page.getByText("Ready to submit.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: /Every item is done/u })).toBeVisible();
});

test("a recording is played completely before the answer, with and without scripts, and sent to a model as audio", async ({
  browser,
  page,
}) => {
  const { study, file } = await studyOf(audioQuestion, makeRecording(seconds));
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const screen = await openLink(context, `/s/${study.slug}`);
  await goOn(screen);
  await expectScreen(screen, "1");
  const button = buttonOf(screen);
  await expect(screen.getByText(/^Please play the whole recording\. You can continue after/u)).toBeVisible();
  await expect(screen.getByText("A voice says: the ferry to the island leaves at ten.")).toBeVisible();
  await expectFit(screen);
  await screen.getByLabel("B. At ten").check();
  // If scripts run, the time alone is not sufficient.
  await expect(screen.locator("[data-countdown]")).toHaveText("", { timeout: 20_000 });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await expect(screen.getByText("Please play the whole recording first.")).toBeVisible();
  const player = screen.locator("audio");
  // The end alone is not the whole recording.
  await player.evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true;
    audio.currentTime = audio.duration - 0.6;
    await audio.play();
  });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true);
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await player.evaluate(async (audio: HTMLAudioElement) => {
    audio.currentTime = 0;
    await audio.play();
  });
  await expect(button).not.toHaveAttribute("aria-disabled", "true");
  await expectFit(screen);
  await button.click();
  await expectScreen(screen, "end");
  await context.close();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const form = await openLink(plain, `/s/${study.slug}`);
  await goOn(form);
  await form.getByLabel("B. At ten").check();
  await buttonOf(form).click();
  await expectScreen(form, "1");
  await expect(form.getByText(/Please play the whole recording/u)).toBeVisible();
  // The answer is kept until the time is over.
  await expect(form.getByLabel("B. At ten")).toBeChecked();
  await expect(async () => {
    if ((await screenOf(form)) !== "end") await buttonOf(form).click();
    expect(await screenOf(form)).toBe("end");
  }).toPass();
  await plain.close();
  const { rows } = await pool().query(
    "SELECT playback FROM session_screen JOIN session ON session.id = session_id WHERE study_id = $1 AND session_screen.screen = 1 ORDER BY shown_at",
    [study.id],
  );
  expect(rows).toEqual([{ playback: "complete" }, { playback: null }]);

  const content = await askModel(page, study, "Text, images and audio");
  const data = Buffer.from(file.bytes).toString("base64");
  expect(content[1]).toEqual({ type: "input_audio", input_audio: { data, format: "wav" } });
});
