import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { ZipFile } from "yazl";
import { formatLayoutPath } from "../lib/domain/interchange/kste/layout.ts";
import { toReleasedFields } from "../lib/domain/interchange/kste/row.ts";
import type { KsteItem } from "../lib/domain/stories/items/kste-item.ts";
import { decideReview } from "../lib/server/annotation/review/decide-review.ts";
import { claimNextReview } from "../lib/server/annotation/review/next-review.ts";
import { claimNextTask } from "../lib/server/annotation/work/next-task.ts";
import { pool } from "../lib/server/platform/database/pool.ts";
import { startChatServer } from "../prisma/factories/chat-server.ts";
import { constructs } from "../prisma/factories/constructing-model.ts";
import { hostileTexts } from "../prisma/factories/hostile-texts.ts";
import { giveVerdict, makeCollection, makePairs, saveText, withSentence } from "../prisma/factories/make-collection.ts";
import { makePerson, makeProject } from "../prisma/factories/make-person.ts";
import { withoutLanguageModel } from "./language-model.ts";
import { expectWellMade } from "./look.ts";
import { SessionPage } from "./session/session-page.ts";
import { signIn } from "./sign-in.ts";

/** A page of the workspace that notes every error of script or console. */
async function openWorkspace(context: BrowserContext): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage();
  const { problems } = new SessionPage(page);
  return { page, problems };
}

/** Three pairs in the released layout; the event of the first is not in its story, the second marks no error. */
function flawedRelease(): { path: string; text: string }[] {
  return makePairs(3).map((item) => {
    const fields = toReleasedFields(item);
    if (item.id === "erroneous_story_1") fields.erroneous_event = "<error>Nobody ever wrote this.</error>";
    if (item.id === "erroneous_story_2") Object.assign(fields, { error: "", erroneous_event: "<error></error>" });
    return { path: formatLayoutPath(item), text: JSON.stringify(fields, null, 4) };
  });
}

async function zipped(files: readonly { path: string; text: string }[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, text } of files) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

async function importFile(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel("File (optional)").setInputFiles({ ...file, mimeType: "application/octet-stream" });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(/rows? read/)).toBeVisible();
}

/** Exported lines without the provenance that the export adds; lines of items that no one changed are as imported. */
async function exportedItems(page: Page, collection: string): Promise<object[]> {
  const response = await page.request.get(`/api/v1/annotation/collections/${collection}/export?format=jsonl&which=all`);
  const lines = (await response.text()).trimEnd().split("\n");
  return lines.map((line) => {
    const { provenance = {}, ...item } = JSON.parse(line);
    const { parallax: _, ...others } = provenance;
    return { ...item, provenance: others };
  });
}

test("a researcher makes a collection, imports a flawed release, reads the report, and takes everything out and in again", async ({
  browser,
}) => {
  const { id: projectId } = await makeProject();
  const researcher = await makePerson({ projectId, role: "researcher" });
  const context = await browser.newContext();
  await signIn(context, researcher.claims);
  const { page, problems } = await openWorkspace(context);

  await page.goto("/research/annotation");
  await expect(page.getByRole("heading", { name: "No collection yet" })).toBeVisible();
  await expectWellMade(page);
  await page.getByLabel("Name").fill("Harbour stories");
  await page.getByRole("button", { name: "Create collection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Harbour stories" })).toBeVisible();
  const collection = new URL(page.url()).pathname.split("/").at(-1) as string;
  await expect(page.getByRole("heading", { name: "No stories yet" })).toBeVisible();
  await expectWellMade(page);

  await page.getByRole("link", { name: "Import stories" }).click();
  const release = flawedRelease();
  await importFile(page, { name: "release.zip", buffer: await zipped(release) });
  await expect(page.getByText("6 rows read, all of them imported.")).toBeVisible();
  const byProblem = page.getByRole("region", { name: "Linter findings by problem" });
  await expect(byProblem.getByRole("row", { name: /event-not-in-story/ })).toContainText("1");
  await expect(byProblem.getByRole("row", { name: /empty-error/ })).toContainText("1");
  await byProblem
    .getByRole("row", { name: /event-not-in-story/ })
    .getByRole("button")
    .click();
  const findings = page.getByRole("region", { name: "Findings of the linter" });
  await expect(findings.getByRole("row")).toHaveCount(2);
  await expect(
    findings.getByRole("row", { name: /erroneous_story_1 erroneous_event event-not-in-story/ }),
  ).toBeVisible();
  await expectWellMade(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the report" }).click();
  const report = await readFile(await (await download).path(), "utf8");
  expect(report).toContain("erroneous_story_1,erroneous_event,event-not-in-story");

  // The same stories as a folder: all of them are known already.
  const folder = await mkdtemp(join(tmpdir(), "parallax-folder-"));
  for (const { path, text } of release) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await page.reload();
  await page.getByLabel("Or a folder (optional)").setInputFiles(folder);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("6 rows read, all of them imported.")).toBeVisible();
  await expect(page.locator("dl > div", { hasText: "Unchanged" })).toContainText("6");
  await rm(folder, { recursive: true });

  // An invalid line is reported by its number, and the others are imported.
  await page.reload();
  await importFile(page, {
    name: "rows.jsonl",
    buffer: Buffer.from('{"id":"one","kind":"original","genre":"kids","story":"Rain fell."}\n{broken\n'),
  });
  await expect(page.getByText("2 rows read; 1 rejected, the others imported.")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Rejected lines" }).getByRole("row", { name: /^2 1 row/ }),
  ).toBeVisible();

  await page.getByRole("link", { name: "Items", exact: true }).click();
  await expect(page.getByRole("region", { name: "Items of the collection" }).getByRole("row")).toHaveCount(8);
  await expectWellMade(page);
  await page.getByLabel("Defect in the imported item").check();
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("region", { name: "Items of the collection" }).getByRole("row")).toHaveCount(3);
  await page.getByRole("link", { name: "erroneous_story_1" }).click();
  await expect(page.getByRole("heading", { level: 2, name: /erroneous_story_1/ })).toBeVisible();
  for (const term of [
    "Implausible knowledge",
    "Why the character cannot know it",
    "Erroneous event",
    "Event before the change",
    "Effect of the knowledge",
  ]) {
    await expect(page.getByText(term, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("list").filter({ hasText: "The item was added to the collection" })).toBeVisible();
  await expectWellMade(page);
  const history = await page.request.get(
    (await page.getByRole("link", { name: "Download the history" }).getAttribute("href")) as string,
  );
  expect(JSON.parse((await history.text()).split("\n")[0] as string)).toMatchObject({
    item: "erroneous_story_1",
    event: "imported",
  });

  // Exported as JSON lines, imported into a separate collection, and exported again: nothing is lost. Into the same
  // one: nothing changes.
  const before = await exportedItems(page, collection);
  const lines = await (
    await page.request.get(`/api/v1/annotation/collections/${collection}/export?format=jsonl&which=all`)
  ).body();
  await page.goto(`/research/annotation/${collection}/import`);
  await importFile(page, { name: "again.jsonl", buffer: lines });
  await expect(page.locator("dl > div", { hasText: "Unchanged" })).toContainText("7");
  await page.goto("/research/annotation");
  await page.getByLabel("Name").fill("A copy");
  await page.getByRole("button", { name: "Create collection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A copy" })).toBeVisible();
  const copy = new URL(page.url()).pathname.split("/").at(-1) as string;
  await page.goto(`/research/annotation/${copy}/import`);
  await importFile(page, { name: "again.jsonl", buffer: lines });
  expect(await exportedItems(page, copy)).toEqual(before);
  const zip = await page.request.get(`/api/v1/annotation/collections/${copy}/export?format=zip&which=all`);
  expect((await zip.body()).subarray(0, 2).toString()).toBe("PK");

  // The columns of a table in another format are shown before anything is stored.
  await page.goto(`/research/annotation/${copy}/import`);
  await page.getByLabel("File (optional)").setInputFiles({
    name: "theirs.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Text;Who;Genre\nThe tide took the boat.;Ann;kids\n"),
  });
  const preview = page.getByRole("region", { name: "Preview of the first rows" });
  await expect(preview.getByRole("row", { name: /row_1 original/ })).toContainText("The tide took the boat.");
  await expect(page.getByLabel("Story (optional)")).toHaveValue("Text");
  await expectWellMade(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(/^1 row read/)).toBeVisible();
  await page.goto(`/research/annotation/${copy}/items`);
  await page.getByRole("columnheader", { name: "Item" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Item" })).toHaveAttribute("aria-sort", "ascending");
  await expectWellMade(page);
  await page.goto(`/research/annotation/${copy}/audit?which=all`);
  await expect(page.getByRole("heading", { name: "Stories: which story of a pair is erroneous?" })).toBeVisible();
  await expectWellMade(page);

  await page.goto(`/research/annotation/${copy}/settings`);
  await expectWellMade(page);
  await page.getByLabel("Annotators for each item").fill("2");
  await page.getByLabel("Pay per hour").fill("15,50");
  await page.getByLabel("Reviewed items are solved blind").check();
  await page.getByLabel("Minimum % correct").fill("120");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Please give a share between 0 and 100.").first()).toBeVisible();
  await page.getByLabel("Minimum % correct").fill("70");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  const { rows } = await pool().query("SELECT settings FROM annotation_collection WHERE id = $1", [copy]);
  expect(rows[0].settings).toMatchObject({ overlap: 2, payPerHour: 1550, requiresReSolve: true, reSolveShare: 0.7 });
  await page.goto(`/research/annotation/${copy}`);
  await page.getByRole("button", { name: "Close the collection" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByText("Closed", { exact: true }).first()).toBeVisible();
  expect(problems).toEqual([]);
  await context.close();
});

test("an admin names a model whose key is never shown, and a researcher has it make stories", async ({ browser }) => {
  const release = await withoutLanguageModel();
  const collection = await makeCollection({ pairs: 0 });
  const admin = await makePerson({ projectId: collection.projectId, role: "admin", isOwner: true });
  const researcher = await makePerson({ projectId: collection.projectId, role: "researcher" });
  const workspace = await browser.newContext();
  await signIn(workspace, researcher.claims);
  const { page, problems } = await openWorkspace(workspace);
  const base = `/research/annotation/${collection.id}/construct`;
  await page.goto(base);
  await expect(page.getByRole("heading", { level: 2, name: "From your own stories" })).toBeVisible();
  await expect(page.getByText("No model is connected", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start" }).first()).toHaveAccessibleDescription(/PARALLAX_LLM_URL/);
  await expectWellMade(page);

  const server = await startChatServer([constructs]);
  const office = await browser.newContext();
  await signIn(office, admin.claims);
  const { page: settings, problems: officeProblems } = await openWorkspace(office);
  await settings.goto("/research/admin/model");
  await expectWellMade(settings);
  await settings.getByLabel("Address").fill(server.url);
  await settings.getByLabel("Model", { exact: true }).fill("small");
  await settings.getByLabel(/^Key/).fill("sk-never-again");
  await settings.getByLabel(/input tokens/).fill("1");
  await settings.getByLabel(/output tokens/).fill("10");
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings.getByText("The model is saved.")).toBeVisible();
  await settings.getByRole("button", { name: "Ask small" }).click();
  await expect(settings.getByText(/small-0001 answered after/)).toBeVisible();
  await settings.reload();
  await expect(settings.getByText(/A key is stored and never shown/)).toBeVisible();
  expect(await settings.content()).not.toContain("sk-never-again");
  expect(server.requests.at(-1)?.key).toBe("sk-never-again");
  await expectWellMade(settings);
  expect(officeProblems).toEqual([]);
  await office.close();

  await page.goto("/research/admin/model");
  await expect(page.getByRole("heading", { level: 1, name: "Language model" })).toHaveCount(0);
  problems.length = 0;
  await page.goto(base);
  const form = page.getByRole("form", { name: "From your own stories" });
  await form
    .getByLabel("Stories", { exact: true })
    .fill(
      "Mira hid the key of the mill under a step. Then she left for the coast.\n---\nThe keeper buried a lantern behind the lighthouse. Then he rowed to the island.",
    );
  await form.getByLabel("Licence (optional)").fill("CC BY 4.0");
  const retelling = page.locator("details").filter({ has: page.getByText("Retelling", { exact: true }) });
  await retelling.locator("summary").click();
  await retelling.getByLabel("Prompt", { exact: true }).fill("Retell this in your words: {story}");
  await retelling.getByRole("button", { name: "Use this prompt" }).click();
  await expect(page.getByText(/Generated texts record its ID: own\/summarise@1/)).toBeVisible();
  await form.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("6 texts are requested")).toBeVisible();
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("all made")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await expect(page.getByText("6 of 6")).toBeVisible();
  await expect(page.getByText(/6 requests.*US\$ 0\.018.*model small/)).toBeVisible();
  await expectWellMade(page);
  await page.goto(`/research/annotation/${collection.id}/items?kind=error`);
  await page.getByRole("link", { name: "erroneous_story_made-1" }).click();
  await expect(page.getByText("small-0001 generated it.")).toBeVisible();
  await page.getByText("Recorded data").first().click();
  await expect(page.getByText("erroneous-story@1").first()).toBeVisible();
  await expect(page.getByText("CC BY 4.0", { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
  await workspace.close();
  await server.stop();
  await release();
});

test("what was annotated and reviewed is solved blind, published, and becomes the numbers of a paper", async ({
  browser,
}) => {
  const collection = await makeCollection({
    pairs: 3,
    settings: { overlap: 2, requiresReSolve: true, reSolveAnswers: 2, payPerHour: 1_200 },
  });
  for (const annotator of [await collection.annotator(), await collection.annotator()]) {
    let { task } = await claimNextTask(annotator, { collectionId: collection.id });
    while (task) {
      if (task.task.kind === "error") {
        const saved = await saveText(annotator, task, withSentence(task.document, "So it ended."));
        task = (await giveVerdict(annotator, task, "refined", saved.revisionId)).next;
      } else task = (await giveVerdict(annotator, task, "sound")).next;
    }
  }
  const reviewer = await collection.reviewer();
  for (let next = await claimNextReview(reviewer); next.review; next = await claimNextReview(reviewer)) {
    await decideReview(reviewer, next.review.taskId, { decision: "accept", reason: "" });
  }
  await makePerson({ projectId: collection.projectId, role: "rater" });
  const researcher = await makePerson({ projectId: collection.projectId, role: "researcher" });
  const context = await browser.newContext();
  await signIn(context, researcher.claims);
  const { page, problems } = await openWorkspace(context);
  const base = `/research/annotation/${collection.id}`;

  await page.goto(base);
  await expect(page.getByRole("region", { name: "People on this collection" }).getByRole("row")).toHaveCount(4);
  await expectWellMade(page);
  await page.getByRole("button", { name: "Publish 3 items" }).click();
  await expect(page.getByText(/3 accepted items are in the benchmark/)).toBeVisible();

  await page.goto(`${base}/re-solve`);
  await page.getByRole("button", { name: "Start with 3 items" }).click();
  await expect(page.getByRole("region", { name: "Items of this re-solve" }).getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Copy the link for Somebody" })).toHaveCount(1);
  await page.getByRole("button", { name: "Decide on items with enough answers" }).click();
  await expect(page.getByText("Nothing could be decided: 3 items still wait for answers.")).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("link", { name: "Review and open the study" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Blind re-solve/ })).toBeVisible();

  await page.goto(`${base}/numbers`);
  await expect(page.locator("dl > div", { hasText: "Refined by annotators" })).toContainText("3 of 6 items");
  await expect(page.locator("dl > div", { hasText: "Krippendorff" })).toContainText("1.00");
  await expect(page.locator("dl > div", { hasText: "Overlap of marked errors" })).toContainText("1.00");
  await expect(page.getByRole("region", { name: "By genre" }).getByRole("row", { name: /Mystery/ })).toContainText(
    "3 of 6",
  );
  await expectWellMade(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: "Download as CSV" })).toBeHidden();
  await expect(page.getByRole("region", { name: "By genre" })).toBeVisible();
  await page.emulateMedia({ media: null });
  const csv = await (await page.request.get(`/api/v1/annotation/collections/${collection.id}/numbers`)).text();
  expect(csv).toContain("all,All,refined,0.5,");
  expect(csv).toContain("genre,mystery,refined,0.5,");
  expect(problems).toEqual([]);
  await context.close();
});

test("texts that look like markup and script do nothing on any screen that shows them", async ({ browser }) => {
  const stories = hostileTexts.map((text, at): KsteItem => {
    const [, pair] = makePairs(at + 1).slice(-2) as [KsteItem, KsteItem & { kind: "error" }];
    return {
      ...pair,
      id: `${text.slice(0, 120)} ${at}`,
      genre: text.slice(0, 60),
      sourceId: text,
      story: `${text} ${pair.story} ${text}`,
      character: text,
      originalEvent: text,
      knowledgeExplanation: text,
      modifiedExplanation: text,
      extra: { [text]: text },
      provenance: { by: text },
    };
  });
  const collection = await makeCollection({ items: stories, settings: { instructions: hostileTexts.join("\n") } });
  const admin = await makePerson({ projectId: collection.projectId, role: "admin" });
  const context = await browser.newContext();
  await signIn(context, admin.claims);
  const { page, problems } = await openWorkspace(context);
  page.on("dialog", (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(process.env.PARALLAX_URL as string) && !request.url().startsWith("blob:"))
      problems.push(request.url());
  });
  const quiet = async () => {
    expect(await page.evaluate(() => (window as unknown as { wasHit?: number }).wasHit)).toBeUndefined();
    expect(new URL(page.url()).origin).toBe(process.env.PARALLAX_URL);
    expect(problems).toEqual([]);
  };
  const base = `/research/annotation/${collection.id}`;
  await page.goto(`${base}/import`);
  await importFile(page, {
    name: `${hostileTexts[0]?.replaceAll("/", "")}.jsonl`,
    buffer: Buffer.from(
      hostileTexts
        .map((text) => JSON.stringify({ id: text, kind: "error", genre: text, story: text, [text]: text }))
        .join("\n"),
    ),
  });
  await quiet();
  await page.reload();
  await quiet();
  for (const path of [
    base,
    `${base}/items`,
    `${base}/settings`,
    `${base}/construct`,
    `${base}/re-solve`,
    "/research/annotation",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await quiet();
  }
  const { rows } = await pool().query(
    "SELECT id FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal LIMIT $2",
    [collection.id, hostileTexts.length],
  );
  for (const { id } of rows) {
    await page.goto(`${base}/items/${id}`);
    await expect(page.getByRole("heading", { level: 2, name: "History" })).toBeVisible();
    await quiet();
  }
  await page.goto(`/annotate/queue/${collection.id}`);
  await expect(page.getByText("window.wasHit").first()).toBeVisible();
  await quiet();
  // The same texts as shown to a participant of a study.
  await pool().query(
    `UPDATE annotation_item SET status = 'accepted',
       accepted_task_id = (SELECT id FROM annotation_task WHERE item_id = annotation_item.id LIMIT 1)
     WHERE collection_id = $1`,
    [collection.id],
  );
  await page.goto(base);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await expect(page.getByText(/accepted items are in the benchmark/)).toBeVisible();
  await page.getByRole("link", { name: "The benchmark" }).click();
  await expect(page.getByText("window.wasHit").first()).toBeAttached();
  await quiet();
  await context.close();
});
