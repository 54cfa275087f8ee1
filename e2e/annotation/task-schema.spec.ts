import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { unzipSync, zipSync } from "fflate";
import { documentHash } from "../../lib/domain/annotation/documents/copy-document.ts";
import type { TaskAnswer } from "../../lib/domain/tasks/answers/task-answer.ts";
import { taskFormat } from "../../lib/domain/tasks/schema/task-schema.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeProject } from "../../prisma/factories/make-person.ts";
import { signInAs } from "./workspace-page.ts";

/** A task, its items as CSV, and the keys with which an annotator answers one item. */
interface Scripted {
  template: RegExp;
  csv: string;
  keys: (answer: number) => string[];
  /** Images next to the file of items, by path; all are sent as one archive. */
  images?: Record<string, Buffer>;
  /** Whether the text must have the focus, in which the arrow keys select words. */
  marks?: true;
}

const tasks: Readonly<Record<string, Scripted>> = {
  sentiment: {
    template: /^Sentiment/u,
    csv: "id,text\na,The soup was cold.\nb,What a day!\n",
    keys: (answer) => [`${answer}`],
  },
  topics: {
    template: /^Topics/u,
    csv: "id,text\na,The bank raised its rates.\nb,The striker scored twice.\n",
    keys: (answer) => [`${answer}`],
  },
  pairwise: {
    template: /^(?:Pairwise|Preference)/u,
    csv: "id,prompt,Response A,Response B\na,Name a river.,The Danube.,A river.\nb,Name a hill.,A hill.,The Kahlenberg.\n",
    keys: (answer) => [`${answer}`],
  },
  rating: {
    template: /^Likert/u,
    csv: "id,text\na,The bread is baked twice a day.\nb,Bread it is that one bakes.\n",
    keys: (answer) => [`${answer}`, `${answer}`, `${answer}`],
  },
  "image choice": {
    template: /^Image question/u,
    csv: "id,image,alt,question,choices\na,boat.png,A red boat.,Which colour?,Red; Blue\nb,boat.png,A red boat.,How many boats?,One; Two\n",
    images: {
      "boat.png": Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
        "base64",
      ),
    },
    keys: (answer) => [`${answer}`],
  },
  entities: {
    template: /^Named entities|^Entities/u,
    csv: "id,text\na,Anna met Boris in Vienna.\nb,Vienna lies on the Danube.\n",
    keys: (answer) => [...Array.from({ length: answer }, () => "ArrowRight"), "1"],
    marks: true,
  },
};

const inputs = { count: 0 };
const input = async (act: Promise<unknown>) => {
  inputs.count += 1;
  await act;
};

async function createTask(page: Page, name: string, template: RegExp): Promise<void> {
  await page.goto("/research/annotation");
  await input(page.getByLabel("Name", { exact: true }).fill(name));
  await input(page.getByLabel("Annotators for each item").fill("2"));
  const choice = page.getByLabel("Annotation task");
  const label = (await choice.locator("option").allTextContents()).find((text) => template.test(text));
  await input(choice.selectOption({ label: label ?? "" }));
  await input(page.getByRole("button", { name: "Create collection" }).click());
  await input(page.getByRole("link", { name: "Import items" }).click());
}

async function importFile(page: Page, file: { name: string; buffer: Buffer }): Promise<string> {
  await input(page.getByLabel("File").setInputFiles({ ...file, mimeType: "application/octet-stream" }));
  await input(page.getByRole("button", { name: "Import", exact: true }).click());
  await expect(page.getByText("2 items imported")).toBeVisible();
  return /annotation\/([0-9a-f-]{36})/u.exec(page.url())?.[1] ?? "";
}

async function setUp(page: Page, name: string, { template, csv, images }: Scripted): Promise<string> {
  inputs.count = 0;
  await createTask(page, `Task ${name}`, template);
  const collection = await importFile(
    page,
    images
      ? { name: "items.zip", buffer: Buffer.from(zipSync({ "items.csv": Buffer.from(csv), ...images })) }
      : { name: "items.csv", buffer: Buffer.from(csv) },
  );
  expect(inputs.count).toBeLessThanOrEqual(20);
  return collection;
}

/** The image is loaded, with its alternative text. */
async function expectImage(page: Page): Promise<void> {
  const image = page.getByRole("img", { name: "A red boat." });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
}

async function annotate(
  context: BrowserContext,
  collection: string,
  task: Scripted,
  answers: readonly number[],
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/annotate/queue/${collection}`);
  for (const [index, answer] of answers.entries()) {
    const heading = page.getByRole("heading", { level: 1, name: index === 0 ? "a" : "b", exact: true });
    await expect(heading).toBeVisible();
    await expect(page.locator('[data-save="saved"]')).toBeVisible();
    if (task.images) await expectImage(page);
    if (task.marks) await page.locator("[data-markable]").focus();
    for (const key of task.keys(answer)) await page.keyboard.press(key);
    await expect(page.getByText("Ready to submit.")).toBeVisible();
    await page.keyboard.press("Control+Enter");
  }
  await expect(page.getByRole("heading", { name: /Every item is done|No item for you/u })).toBeVisible();
  return page;
}

async function acceptFirst(review: Page): Promise<void> {
  await review.keyboard.press("1");
  await expect(review.getByRole("button", { name: "Chosen" })).toHaveAttribute("aria-pressed", "true");
  await review.keyboard.press("a");
  await review.keyboard.press("Enter");
}

/** Both copies are in the text and in the table; the mark of the second is added to the first. */
async function combineMarks(review: Page): Promise<void> {
  await expect(review.locator("mark", { hasText: "Vienna" })).toHaveAttribute("title", "Person, the copies differ");
  await expect(review.locator("mark", { hasText: "lies" })).toHaveAttribute("title", "Person, the copies differ");
  const table = review.getByRole("table", { name: "The copies differ" });
  await expect(table.getByRole("row", { name: "“Vienna”" })).toContainText("not marked");
  await expect(table.getByRole("row", { name: "“lies”" })).toContainText("not marked");
  await review.getByRole("button", { name: "Choose" }).first().click();
  await review.keyboard.press("c");
  await table.getByRole("button", { name: /^Add/u }).click();
  await expect(table.getByRole("button", { name: /^Add/u })).toHaveCount(0);
  await expect(review.getByRole("button", { name: "Accept with my answers" })).toBeEnabled();
  await review.keyboard.press("Control+Enter");
  await review.getByRole("dialog").getByRole("textbox").fill("Both are marked.");
  await review.keyboard.press("Control+Enter");
}

/** The answers to an item on its page: the cells of each person, and of the accepted answers. */
async function answersOnScreen(page: Page, collection: string, item: string) {
  await page.goto(`/research/annotation/${collection}/items`);
  await page.getByRole("link", { name: item, exact: true }).click();
  const table = page.getByRole("table", { name: "Answers by person" });
  await expect(table).toBeVisible();
  const rows = await table.getByRole("row").all();
  const [, ...titles] = (await rows[0]?.getByRole("columnheader").allTextContents()) ?? [];
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole("cell").allTextContents()));
  const columns = titles.map((title, column) => ({ title, cells: cells.map((row) => row[column] ?? "") }));
  const people = columns.filter(({ title }) => title !== "Accepted").map((column) => column.cells);
  return {
    people: people.toSorted((one, other) => `${one}`.localeCompare(`${other}`)),
    accepted: columns.find(({ title }) => title === "Accepted")?.cells ?? null,
  };
}

for (const [name, task] of Object.entries(tasks)) {
  test(`${name}: set up, annotated by two people, reviewed, aggregated, exported and read back`, async ({
    browser,
  }) => {
    const { id: projectId } = await makeProject();
    const contexts = await Promise.all([0, 1, 2, 3].map(() => browser.newContext()));
    const [lead, ann, bea, eve] = contexts as [BrowserContext, BrowserContext, BrowserContext, BrowserContext];
    await signInAs(lead, projectId, "researcher");
    await signInAs(ann, projectId, "annotator");
    await signInAs(bea, projectId, "annotator");
    await signInAs(eve, projectId, "reviewer");
    const page = await lead.newPage();
    const collection = await setUp(page, name, task);
    // By default, a tenth of the items with equal answers is drawn for review.
    await pool().query("UPDATE annotation_item SET audit_draw = 1 WHERE collection_id = $1", [collection]);
    await annotate(ann, collection, task, [1, 1]);
    await annotate(bea, collection, task, [1, 2]);

    const review = await eve.newPage();
    await review.goto(`/annotate/review/${collection}`);
    await expect(review.getByRole("heading", { level: 1, name: "b", exact: true })).toBeVisible();
    await expect(review.getByRole("table", { name: "The copies differ" })).toContainText("differs");
    if (task.images) await expectImage(review);
    await (task.marks ? combineMarks(review) : acceptFirst(review));
    await expect(review.getByRole("heading", { name: "No items to review" })).toBeVisible();

    await page.goto(`/research/annotation/${collection}/answers`);
    await expect(page.getByRole("table", { name: /^Agreement/u }).first()).toContainText("Equal answers");
    const aggregated = page.getByRole("table", { name: "1 item with different answers" });
    await expect(aggregated.getByRole("row", { name: /^b/u }).first()).toContainText("2");
    for (const method of ["Majority", "Weighted vote", "Dawid-Skene", "MACE"])
      await expect(aggregated.getByRole("columnheader", { name: method })).toBeVisible();
    const answers = await answersOnScreen(page, collection, "b");
    expect(answers.people).toHaveLength(2);
    if (task.marks) expect(answers.accepted).toEqual(["Person", "Person"]);
    else expect(answers.people).toContainEqual(answers.accepted);
    if (task.images) await expectImage(page);

    const exported = async (format: string) =>
      (await page.request.get(`/api/v1/annotation/collections/${collection}/schema-export?format=${format}`)).body();
    const lines = (file: Uint8Array | undefined) =>
      Buffer.from(file ?? [])
        .toString("utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    const file = await exported("jsonl");
    const items = lines(file);
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      ["a", "accepted"],
      ["b", "accepted"],
    ]);
    expect(items.every(({ annotations, accepted }) => annotations.length === 2 && accepted !== null)).toBe(true);
    const folder = unzipSync(await exported("hf"));
    expect(lines(folder["annotations.jsonl"])).toHaveLength(4);
    const rows = lines(folder["aggregated.jsonl"]);
    expect(rows.map(({ accepted }) => accepted)).toEqual(items.map(({ accepted }) => accepted));
    const [field = ""] = Object.keys(items[0].annotations[0].answer);
    expect(rows[0].aggregated[field].majority).toEqual(items[0].annotations[0].answer[field]);

    await createTask(page, `Again ${name}`, task.template);
    const again = await importFile(page, { name: "items.jsonl", buffer: file });
    expect((await answersOnScreen(page, again, "b")).people).toEqual(answers.people);
    await Promise.all(contexts.map((context) => context.close()));
  });
}

/** Submits an answer to the annotator's next item, as the workspace does. */
async function submitAnswer(context: BrowserContext, collection: string, answer: TaskAnswer): Promise<void> {
  const headers = { origin: process.env.PARALLAX_URL ?? "" };
  const next = await (await context.request.get(`/api/v1/annotation/next?collection=${collection}`)).json();
  const { id, fence } = next.task.task;
  const document = { kind: "schema" as const, version: 1, answer };
  const revisionId = randomUUID();
  const saved = await context.request.put(`/api/v1/annotation/tasks/${id}/revisions/${revisionId}`, {
    ...{ headers, data: { base: null, fence, document, undo: null, sha256: documentHash(document) } },
  });
  expect(saved.status()).toBe(200);
  const verdict = { revisionId, fence, verdict: "answered", checklist: {}, dismissals: [], activeMs: 1_000 };
  const given = await context.request.post(`/api/v1/annotation/tasks/${id}/verdict`, { headers, data: verdict });
  expect(given.status()).toBe(200);
}

test("a reviewer adds one relation of another copy, with the span that is missing", async ({ browser }) => {
  const { id: projectId } = await makeProject();
  const contexts = await Promise.all([0, 1, 2, 3].map(() => browser.newContext()));
  const [lead, ann, bea, eve] = contexts as [BrowserContext, BrowserContext, BrowserContext, BrowserContext];
  await signInAs(lead, projectId, "researcher");
  await signInAs(ann, projectId, "annotator");
  await signInAs(bea, projectId, "annotator");
  await signInAs(eve, projectId, "reviewer");
  const page = await lead.newPage();
  const schema = {
    ...{ format: taskFormat, title: "People", stimulus: [{ name: "text", type: "text" }] },
    answer: [
      { name: "names", type: "spans", label: "Names", in: "text" },
      {
        ...{ name: "links", type: "relations", label: "Relations", between: ["names"], required: false },
        labels: [{ value: "met", label: "met" }],
      },
    ],
  };
  await page.goto("/research/annotation");
  await page.getByLabel("Name", { exact: true }).fill("Relations");
  await page.getByLabel("Annotators for each item").fill("2");
  await page.getByLabel("Annotation task").selectOption({ label: "A task schema as JSON" });
  await page.getByLabel("Task schema", { exact: true }).fill(JSON.stringify(schema));
  await page.getByRole("button", { name: "Create collection" }).click();
  await page.getByRole("link", { name: "Import items" }).click();
  const csv = "id,text\na,Anna met Boris.\nb,Rain fell.\n";
  const collection = await importFile(page, { name: "items.csv", buffer: Buffer.from(csv) });
  const anna = { id: "x", start: 0, end: 4 };
  const boris = { id: "y", start: 9, end: 14 };
  await submitAnswer(ann, collection, { names: [anna, boris], links: [{ from: "x", to: "y", label: "met" }] });
  await submitAnswer(bea, collection, { names: [anna] });

  const review = await eve.newPage();
  await review.goto(`/annotate/review/${collection}`);
  const table = review.getByRole("table", { name: "The copies differ" });
  const relation = table.getByRole("row", { name: "“Anna” met “Boris”" });
  await expect(relation).toContainText("given");
  // The copies are in no fixed order; the one without the relation is chosen.
  const withRelation = (await relation.getByRole("cell").allTextContents()).findIndex((text) => text.includes("given"));
  await review.keyboard.press(withRelation === 0 ? "2" : "1");
  await review.keyboard.press("c");
  await relation.getByRole("button", { name: /^Add/u }).click();
  await expect(relation.getByRole("button", { name: /^Add/u })).toHaveCount(0);
  await expect(table.getByRole("button", { name: /^Add/u })).toHaveCount(0);
  await expect(review.getByRole("listitem").filter({ hasText: "Anna met Boris" })).toBeVisible();
  await review.getByRole("button", { name: "Accept with my answers" }).click();
  await review.getByRole("dialog").getByRole("textbox").fill("They met.");
  await review.keyboard.press("Control+Enter");
  await expect(review.getByRole("heading", { name: "No items to review" })).toBeVisible();
  expect((await answersOnScreen(page, collection, "a")).accepted).toContain("given");
  await Promise.all(contexts.map((context) => context.close()));
});

test("a lead enters expected answers, practice gives them as feedback, and gold is counted by person and week", async ({
  browser,
}) => {
  const { id: projectId } = await makeProject();
  const [lead, ann] = await Promise.all([browser.newContext(), browser.newContext()]);
  await signInAs(lead, projectId, "researcher");
  await signInAs(ann, projectId, "annotator");
  const page = await lead.newPage();
  const collection = await setUp(page, "gold", tasks.sentiment as Scripted);
  for (const [item, answer] of [
    ["a", "Negative"],
    ["b", "Positive"],
  ] as const) {
    await page.goto(`/research/annotation/${collection}/items`);
    await page.getByRole("link", { name: item, exact: true }).click();
    await page.getByText("Enter the expected answers").click();
    await page
      .getByRole("button", { name: answer })
      .or(page.getByRole("radio", { name: answer }))
      .first()
      .click();
    await expect(page.getByLabel("Keys as JSON")).toHaveValue(JSON.stringify({ sentiment: answer.toLowerCase() }));
    await page.getByRole("button", { name: "Make it a gold item" }).click();
    await expect(page.getByText("Done for 1 item.")).toBeVisible();
  }
  await page.getByLabel("Keys as JSON").fill(" ");
  await page.getByRole("button", { name: "Change the gold item" }).click();
  await expect(page.getByText(/must not be empty/u).first()).toBeVisible();
  await page.goto(`/research/annotation/${collection}/items`);
  const practised = page.getByRole("row").filter({ has: page.getByRole("link", { name: "a", exact: true }) });
  await practised.getByRole("checkbox").check();
  await page.getByLabel("Action", { exact: true }).selectOption("practice");
  await page.getByLabel("Expert verdicts").fill("Look at the last word.");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Done for 1 item.")).toBeVisible();
  await pool().query(
    `UPDATE annotation_collection SET settings = settings || '{"practicePassMark": 1}' WHERE id = $1`,
    [collection],
  );

  const work = await ann.newPage();
  await work.goto(`/annotate/queue/${collection}`);
  await expect(work.getByText("You have answered 0 of 1; 0 as expected.")).toBeVisible();
  await work.getByRole("link", { name: "Practise" }).click();
  await expect(work.getByText("Step 1 of 1")).toBeVisible();
  await expect(work.locator('[data-save="saved"]')).toBeVisible();
  await expect(work.getByText("The soup was cold.")).toBeVisible();
  await work.keyboard.press("3");
  await work.keyboard.press("Control+Enter");
  const dialog = work.getByRole("dialog");
  await expect(dialog).toContainText("As expected");
  await expect(dialog).toContainText("Look at the last word.");
  await work.keyboard.press("Enter");
  await annotate(ann, collection, tasks.sentiment as Scripted, [3, 3]);

  await page.goto(`/research/annotation/${collection}/answers`);
  const week = page.getByRole("table", { name: "By person and week" }).getByRole("row").nth(1);
  // Practice showed the expected answers to "a", so only "b" is a hidden gold item.
  await expect(week).toContainText("0 of 1");
  const misses = page.getByRole("table", { name: /^Unexpected answers to gold items/u });
  await expect(misses.getByRole("row", { name: /^b/u })).toContainText("Positive");
  await misses.getByRole("link", { name: /^b\b.*Which sentiment/u }).click();
  const answers = page.getByRole("table", { name: "Answers by person" });
  await expect(answers.getByRole("row").and(page.locator("[aria-current]"))).toContainText(["Negative"]);
  await expect(answers.getByRole("columnheader", { name: "Expected" })).toBeVisible();
  await page.goBack();
  await week.getByRole("link").last().click();
  await expect(page.getByRole("link", { name: "b", exact: true })).toBeVisible();
});

test("a lead opens agreement to its items, downloads a workbook, and sends items to review again", async ({
  browser,
}) => {
  const { id: projectId } = await makeProject();
  const [lead, ann, bea] = await Promise.all([browser.newContext(), browser.newContext(), browser.newContext()]);
  await signInAs(lead, projectId, "researcher");
  await signInAs(ann, projectId, "annotator");
  await signInAs(bea, projectId, "annotator");
  const page = await lead.newPage();
  const collection = await setUp(page, "opened", tasks.sentiment as Scripted);
  await pool().query("UPDATE annotation_item SET audit_draw = 1 WHERE collection_id = $1", [collection]);
  await annotate(ann, collection, tasks.sentiment as Scripted, [1, 1]);
  await annotate(bea, collection, tasks.sentiment as Scripted, [1, 2]);

  const itemLinks = page
    .getByRole("table", { name: "Items of the collection" })
    .getByRole("rowheader")
    .getByRole("link");
  const agreement = page.getByRole("table", { name: /^Agreement/u });
  for (const [link, items] of [
    ["2 items: All", ["a", "b"]],
    ["Label Neutral", ["b"]],
    [/^Items with different answers/u, ["b"]],
  ] as const) {
    await page.goto(`/research/annotation/${collection}/answers`);
    await agreement.getByRole("link", { name: link }).first().click();
    await expect(itemLinks).toHaveText([...items]);
  }

  await page.getByRole("link", { name: "Import and export" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "All items as Table (XLSX)" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/u);

  await page.getByRole("link", { name: "Re-review" }).click();
  await page.getByLabel("Given answer").selectOption({ label: "Which sentiment does the text express? Positive" });
  await page.getByRole("button", { name: "Preview" }).click();
  const start = page.getByRole("form", { name: "Start the re-review" });
  await expect(start).toContainText("1 item: a.");
  await start.getByLabel("Reason").fill("The guideline changed.");
  await start.getByRole("button", { name: "Send 1 item to review" }).click();
  const report = page.getByRole("table", { name: "Re-reviews" }).getByRole("row").nth(1);
  await expect(report).toContainText("“Which sentiment does the text express? Positive”");
  await report.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(report).toContainText("undone for undecided items");
});

test("a task is changed without JSON, its preview follows, and incompatible answers are listed", async ({
  browser,
}) => {
  const { id: projectId } = await makeProject();
  const [lead, ann] = await Promise.all([browser.newContext(), browser.newContext()]);
  await signInAs(lead, projectId, "researcher");
  await signInAs(ann, projectId, "annotator");
  const page = await lead.newPage();
  const collection = await setUp(page, "edited", tasks.sentiment as Scripted);
  await annotate(ann, collection, tasks.sentiment as Scripted, [1, 1]);
  await page.goto(`/research/annotation/${collection}/task`);
  const preview = page.getByRole("region", { name: "Preview" });
  await page.getByLabel("Title", { exact: true }).fill("How it sounds");
  await expect(preview).toContainText("How it sounds");
  await page.getByRole("button", { name: "Add an option" }).click();
  await page.getByLabel("Option 4").fill("Mixed feelings");
  await page.getByLabel("Add to “Questions”").selectOption({ label: "Rating" });
  await page.getByRole("button", { name: "Add", exact: true }).last().click();
  await page.getByLabel("Question", { exact: true }).last().fill("How strong is it?");
  await expect(preview).toContainText("How strong is it?");
  await preview.getByRole("button", { name: "Mixed feelings" }).click();
  await page.getByRole("button", { name: "Check against the answers" }).click();
  const incompatible = page.getByRole("table", { name: /^Incompatible answers/u });
  await expect(incompatible.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Remove Positive" }).click();
  await expect(preview.getByRole("button", { name: "Positive" })).toHaveCount(0);
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByRole("heading", { name: "Task, version 2" })).toBeVisible();
  await page.getByText("As JSON").click();
  const stored = JSON.parse(await page.getByLabel("Task schema").inputValue());
  expect(stored.answer[0].options.map(({ value }: { value: string }) => value)).toEqual([
    "neutral",
    "negative",
    "mixed-feelings",
  ]);
  expect(stored.answer[1]).toMatchObject({ type: "rating", label: "How strong is it?", required: true });
});

test("questions for each mark, conditions, rules and tolerances are entered without JSON", async ({ browser }) => {
  const { id: projectId } = await makeProject();
  const lead = await browser.newContext();
  await signInAs(lead, projectId, "researcher");
  const page = await lead.newPage();
  const collection = await setUp(page, "controls", tasks.entities as Scripted);
  await page.goto(`/research/annotation/${collection}/task`);
  const preview = page.getByRole("region", { name: "Preview" });
  const add = async (type: string) => {
    await page.getByLabel("Add to “Questions”").selectOption({ label: type });
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
  };
  const label = (within: Locator) => within.getByLabel("Question", { exact: true }).first();

  await add("Questions for each mark");
  const group = page.getByRole("group", { name: /^Questions for each mark:/u });
  await label(group).fill("Each name");
  const inner = group.getByRole("group", { name: /^One option:/u });
  await label(inner).fill("Is it still there?");
  await inner.getByLabel("Asked", { exact: true }).selectOption({ label: "only if a condition holds" });
  await inner.getByLabel("Value", { exact: true }).selectOption({ label: "Place" });
  await inner.getByText("Custom messages").click();
  await inner.getByLabel("Message for a missing answer").fill("Say whether the place is still there.");

  await page.getByLabel("Name in files").last().fill("entities");
  await expect(page.getByText("Another field has the name “entities”; choose another name.")).toBeVisible();
  await page.getByLabel("Name in files").last().fill("count");
  await add("Number");
  const number = page.getByRole("group", { name: /^Number:/u });
  await label(number).fill("How many names are there?");
  await number.getByLabel("Scoring").selectOption({ label: "within a tolerance of the key" });
  await number.getByLabel("Max. difference from the key").fill("1");
  await expect(preview).toContainText("How many names are there?");

  await page.getByRole("button", { name: "Add a rule" }).click();
  const rule = page.getByRole("group", { name: "Rule 1", exact: true });
  await rule.getByLabel("Message").fill("Mark the names that you counted.");
  await rule.getByLabel("Depends on").selectOption({ label: "all of several conditions" });
  const first = rule.getByRole("group", { name: "Condition of rule 1.1", exact: true });
  await first.getByLabel("Test").selectOption({ label: "is not answered" });
  await rule.getByRole("button", { name: /^Add a condition/u }).click();
  const second = rule.getByRole("group", { name: "Condition of rule 1.2", exact: true });
  await second.getByLabel("Answer to").selectOption({ label: "How many names are there?" });
  await second.getByLabel("Test").selectOption({ label: "is at least" });
  await second.getByLabel("Number", { exact: false }).fill("1");

  // The preview refuses what the rule refuses.
  await preview.getByRole("spinbutton").fill("2");
  await preview.getByRole("button", { name: "Check this answer" }).click();
  await expect(preview.getByRole("status")).toContainText("Mark the names that you counted.");
  await label(number).fill("");
  await expect(page.getByRole("link", { name: "“count”, question must not be empty." })).toBeVisible();
  await label(number).fill("How many names?");
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByRole("heading", { name: "Task, version 2" })).toBeVisible();
  await page.getByText("As JSON").click();
  const stored = JSON.parse(await page.getByLabel("Task schema").inputValue());
  expect(stored.answer[1]).toMatchObject({
    type: "group",
    label: "Each name",
    per: "entities",
    fields: [
      {
        label: "Is it still there?",
        showIf: { field: "entities", equals: "LOC" },
        messages: { missing: "Say whether the place is still there." },
      },
    ],
  });
  expect(stored.answer[2]).toMatchObject({
    label: "How many names?",
    scoring: { by: "tolerance", absolute: 1, relative: 0 },
  });
  expect(stored.rules).toEqual([
    {
      field: "count",
      refuseIf: {
        all: [
          { field: "entities", answered: false },
          { field: "count", atLeast: 1 },
        ],
      },
      message: "Mark the names that you counted.",
    },
  ]);
  await lead.close();
});

test("the columns of a workbook are shown and mapped before it is imported", async ({ browser }) => {
  const { id: projectId } = await makeProject();
  const lead = await browser.newContext();
  await signInAs(lead, projectId, "researcher");
  const page = await lead.newPage();
  await createTask(page, "Workbook", /^Sentiment/u);
  await page.getByLabel("File").setInputFiles("lib/server/annotation/schema/fixtures/items.xlsx");
  const text = page.getByRole("combobox", { name: /^text/iu });
  await expect(text).toHaveValue("Text");
  await text.selectOption("country");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("4 items imported")).toBeVisible();
  await page.goto(page.url().replace(/import.*$/u, "items?words=soup"));
  await page.getByRole("link", { name: "a", exact: true }).click();
  await expect(page.getByRole("region", { name: "text" }).getByText("AT", { exact: true })).toBeVisible();
  await lead.close();
});
