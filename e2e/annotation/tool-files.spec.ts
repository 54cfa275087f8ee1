import { readFileSync } from "node:fs";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeProject } from "../../prisma/factories/make-person.ts";
import { signInAs } from "./workspace-page.ts";

const fixtures = new URL("../../lib/domain/interchange/annotation/fixtures/", import.meta.url);

/** A file as another tool writes it, the task into which it is imported, and an annotator's answer to an item. */
interface ToolFile {
  fileName: string;
  createTask: (page: Page) => Promise<void>;
  items: readonly string[];
  answer: (page: Page, item: string) => Promise<void>;
  exportName: RegExp;
  /** People whose answers the file has, by item. */
  coders: Readonly<Record<string, readonly string[]>>;
}

const markFirstWord = async (page: Page, key: string) => {
  await page.locator("[data-markable]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press(key);
};

const tools: Readonly<Record<string, ToolFile>> = {
  "Label Studio": {
    fileName: "label-studio-export.json",
    createTask: async (page) => {
      await page.getByLabel("Annotation task").selectOption({ label: "A Label Studio configuration" });
      const config = readFileSync(new URL("label-studio-config.xml", fixtures), "utf8");
      await page.getByLabel("Labelling configuration").fill(config);
    },
    items: ["101", "102", "103"],
    answer: async (page, item) => {
      if (item === "101") await markFirstWord(page, "p");
      await page.getByRole("button", { name: item === "102" ? /^Negative/u : /^Positive/u }).click();
      if (item === "102") await page.getByRole("textbox", { name: "reason" }).fill("A late train.");
    },
    exportName: /as Label Studio \(JSON\)/u,
    coders: { "101": ["label-studio-1", "label-studio-2"], "102": ["label-studio-1"], "103": [] },
  },
  Prodigy: {
    fileName: "prodigy-ner.jsonl",
    createTask: async (page) => {
      const choice = page.getByLabel("Annotation task");
      const labels = await choice.locator("option").allTextContents();
      await choice.selectOption({ label: labels.find((label) => label.startsWith("Named entities")) ?? "" });
    },
    items: ["prodigy-1886699658", "prodigy--1487477437", "prodigy-842961101"],
    answer: async (page, item) => {
      if (item === "prodigy-1886699658") await markFirstWord(page, "1");
    },
    exportName: /as Prodigy/u,
    coders: {
      "prodigy-1886699658": ["names-ada", "names-ben"],
      "prodigy--1487477437": ["names-ada", "names-ben"],
      "prodigy-842961101": [],
    },
  },
};

/** Creates a task, imports the file into it, and opens its items. */
async function importInto(page: Page, name: string, { createTask, items }: ToolFile, file: string): Promise<string> {
  await page.goto("/research/annotation");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await createTask(page);
  await page.getByRole("button", { name: "Create collection" }).click();
  await page.getByRole("link", { name: "Import items" }).click();
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText(`${items.length} items imported`)).toBeVisible();
  await expect(page.getByText("0 rejected")).toBeVisible();
  return page.url();
}

/** The answers to an item as its page shows them: by person, the text of each field. */
async function answersOnScreen(page: Page, importPage: string, item: string): Promise<Record<string, string[]>> {
  const collection = /annotation\/([0-9a-f-]{36})/u.exec(importPage)?.[1];
  await page.goto(`/research/annotation/${collection}/items`);
  await page.getByRole("link", { name: item, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Answers", exact: true })).toBeVisible();
  const table = page.getByRole("table", { name: "Answers by person" });
  if ((await table.count()) === 0) return {};
  const rows = await table.getByRole("row").all();
  const cells = await Promise.all(rows.map((row) => row.getByRole("cell").allTextContents()));
  const [, ...titles] = await rows[0]!.getByRole("columnheader").allTextContents();
  return Object.fromEntries(titles.map((title, column) => [title, cells.slice(1).map((row) => row[column] ?? "")]));
}

async function annotate(browser: Browser, projectId: string, collection: string, tool: ToolFile): Promise<void> {
  const context = await browser.newContext();
  await signInAs(context, projectId, "annotator");
  const page = await context.newPage();
  await page.goto(`/annotate/queue/${collection}`);
  for (const item of tool.items) {
    await expect(page.getByRole("heading", { level: 1, name: item, exact: true })).toBeVisible();
    await expect(page.locator('[data-save="saved"]')).toBeVisible();
    await tool.answer(page, item);
    await expect(page.getByText("Ready to submit.")).toBeVisible();
    // A second press of the submitting key is ignored without another key in between.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
  }
  await expect(page.getByRole("heading", { name: /Every item is done|No item for you/u })).toBeVisible();
  await context.close();
}

for (const [name, tool] of Object.entries(tools)) {
  test(`a file of ${name} is imported, annotated, exported, and shows the same answers when it is imported again`, async ({
    browser,
  }, testInfo) => {
    const { id: projectId } = await makeProject();
    const lead = await browser.newContext();
    await signInAs(lead, projectId, "researcher");
    const page = await lead.newPage();
    const first = await importInto(page, `From ${name}`, tool, new URL(tool.fileName, fixtures).pathname);
    for (const item of tool.items)
      expect(
        Object.keys(await answersOnScreen(page, first, item)).filter((title) => !title.endsWith("(shown)")),
      ).toEqual(tool.coders[item]);

    const collection = /annotation\/([0-9a-f-]{36})/u.exec(first)?.[1] ?? "";
    // By default, a tenth of the items is drawn for review.
    await pool().query("UPDATE annotation_item SET audit_draw = 1 WHERE collection_id = $1", [collection]);
    await annotate(browser, projectId, collection, tool);
    await page.goto(first);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: tool.exportName }).click();
    const file = await download;
    const written = testInfo.outputPath(file.suggestedFilename());
    await file.saveAs(written);

    const again = await importInto(page, `Again from ${name}`, tool, written);
    for (const item of tool.items) {
      const { Accepted, ...before } = await answersOnScreen(page, first, item);
      const after = await answersOnScreen(page, again, item);
      const { "annotator-1": own, ...imported } = after;
      expect(own).toEqual(Accepted);
      const names = Object.keys(imported);
      expect(Object.keys(before)).toHaveLength(names.length + 1);
      for (const title of names) expect(imported[title]).toEqual(before[title]);
    }
    await lead.close();
  });
}
