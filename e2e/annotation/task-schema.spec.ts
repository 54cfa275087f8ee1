import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { zipSync } from "fflate";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeProject } from "../../prisma/factories/make-person.ts";
import { signInAs } from "./workspace-page.ts";

/** A task, its items as CSV, and the keys with which an annotator answers one item. */
interface Scripted {
  template: RegExp;
  csv: string;
  keys: (answer: number) => string[];
  /** Images beside the file of items, by path: both are sent as one archive. */
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
    keys: () => ["ArrowRight", "1"],
    marks: true,
  },
};

const inputs = { count: 0 };
const input = async (act: Promise<unknown>) => {
  inputs.count += 1;
  await act;
};

async function setUp(page: Page, name: string, { template, csv, images }: Scripted): Promise<string> {
  inputs.count = 0;
  await page.goto("/research/annotation");
  await input(page.getByLabel("Name", { exact: true }).fill(`Task ${name}`));
  await input(page.getByLabel("Annotators for each item").fill("2"));
  const choice = page.getByLabel("What is annotated");
  const label = (await choice.locator("option").allTextContents()).find((text) => template.test(text));
  await input(choice.selectOption({ label: label ?? "" }));
  await input(page.getByRole("button", { name: "Create collection" }).click());
  await input(page.getByRole("link", { name: "Import items" }).click());
  const file = images
    ? { name: "items.zip", buffer: Buffer.from(zipSync({ "items.csv": Buffer.from(csv), ...images })) }
    : { name: "items.csv", buffer: Buffer.from(csv) };
  await input(page.getByLabel("File").setInputFiles({ ...file, mimeType: "application/octet-stream" }));
  await input(page.getByRole("button", { name: "Import", exact: true }).click());
  await expect(page.getByText("2 items imported")).toBeVisible();
  expect(inputs.count).toBeLessThanOrEqual(20);
  return /annotation\/([0-9a-f-]{36})/u.exec(page.url())?.[1] ?? "";
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

for (const [name, task] of Object.entries(tasks)) {
  test(`${name}: set up, annotated by two people, reviewed, compared and exported`, async ({ browser }) => {
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

    if (name !== "entities") {
      const review = await eve.newPage();
      await review.goto(`/annotate/review/${collection}`);
      await expect(review.getByRole("heading", { level: 1, name: "b", exact: true })).toBeVisible();
      await expect(review.getByText("The copies differ")).toBeVisible();
      if (task.images) await expectImage(review);
      await review.getByRole("button", { name: "Choose" }).first().click();
      await review.keyboard.press("a");
      await review.keyboard.press("Enter");
      await expect(review.getByRole("heading", { name: "No items to review" })).toBeVisible();
    }

    await page.goto(`/research/annotation/${collection}/answers`);
    await expect(page.getByRole("table", { name: /^Agreement/u }).first()).toContainText("Equal answers");
    await page.goto(`/research/annotation/${collection}/items`);
    await page.getByRole("link", { name: "b", exact: true }).click();
    await expect(page.getByRole("table", { name: "Answers by person" })).toContainText("Accepted");
    if (task.images) await expectImage(page);
    const file = await page.request.get(`/api/v1/annotation/collections/${collection}/schema-export?format=jsonl`);
    const items = (await file.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      ["a", "accepted"],
      ["b", "accepted"],
    ]);
    expect(items.every(({ annotations, accepted }) => annotations.length === 2 && accepted !== null)).toBe(true);
    await Promise.all(contexts.map((context) => context.close()));
  });
}
