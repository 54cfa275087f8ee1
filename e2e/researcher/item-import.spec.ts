import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

const rows = Array.from({ length: 8 }, (_, index) => [
  `Where is key ${index}?,multiple choice,box,bag,drawer,${(index % 3) + 1},place`,
  `Key ${index} is in the bag.,True/False,,,,TRUE,place`,
  `Is key ${index} lost?,yes/no,,,,no,place`,
]).flat();
const sheet = ["Frage,Kind,A,B,C,Correct,Topic", ...rows].join("\n");

async function signInAsResearcher(page: Page) {
  const project = await makeProject(`import-${randomUUID().slice(0, 8)}`);
  await signIn(page.context(), (await makePerson({ projectId: project.id, role: "researcher" })).claims);
}

test("a spreadsheet of 24 mixed items is mapped, tried and imported; an item gets a new version", async ({ page }) => {
  await signInAsResearcher(page);
  await page.goto("/research/benchmarks");
  await page.getByLabel("Benchmark", { exact: true }).fill("Keys");
  const file = page.getByLabel("File", { exact: true });
  const wrong = Buffer.from(sheet.replace(",no,place", ",maybe,place").replace("Frage", "Question"));
  await file.setInputFiles({ name: "keys.csv", mimeType: "text/csv", buffer: wrong });
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const rejected = page.getByRole("table", { name: "Rejected rows, counted without the header" });
  await expect(rejected.getByRole("row").nth(1)).toContainText(/^31Keycolumn “Correct”“maybe”/);
  await expectWellMade(page);
  const buffer = Buffer.from(sheet);
  await file.setInputFiles({ name: "keys.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.getByText("No column was recognised as the question")).toBeVisible();
  await page.getByLabel("Question or statement").selectOption("Frage");
  await expect(page.getByText("24 items would be imported, 0 rejected.")).toBeVisible();
  const screen = page.frameLocator('iframe[title="The participant’s page of this item"]');
  await expect(screen.getByText("Where is key 0?").first()).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("24 rows read, all of them imported.")).toBeVisible();
  await page.getByRole("link", { name: "Open Keys" }).click();
  await page.getByRole("link", { name: "item-1", exact: true }).click();
  await page.getByLabel("Question", { exact: true }).fill("Where was key 0?");
  await page.getByLabel("Reason for the change").fill("tense");
  await expectWellMade(page);
  await page.getByRole("button", { name: "Save a new version" }).click();
  await expect(page.getByText("The item is saved.")).toBeVisible();
  await page.getByRole("link", { name: "New study with these items" }).click();
  await page.getByRole("link", { name: "Your own task (empty study)" }).click();
  await expect(page.getByText("24 of 24 items are asked.")).toBeVisible();
  await page.getByText("Select items", { exact: true }).click();
  await page.getByLabel(/^Names of items/).fill("item-1\nitem-4");
  await expect(page.getByText("At most 2 of 24 items are asked.")).toBeVisible();
  await expectWellMade(page);
});

/** Kinds of a task as a person writes them: the label of the options, the options, the key, and the key as it is read. */
const byHand = [
  ["Rating", "Points of the scale", "1-5", null, null],
  ["Number", null, "", "12", "12"],
  ["Several of the options", "Options", "box\nbag\ndrawer", "A; C", "box, drawer"],
  ["Ranking", "Options", "box\nbag\ndrawer", "B > A > C", "1. bag, 2. box, 3. drawer"],
  ["Open text without a key", null, "", null, null],
  ["Comparison of two texts", "The two texts", "It is in the box.\nIt is in the bag.", "B", null],
  ["Marked passages of the story", "Labels of passages", "person", "person: Ana", null],
] as const;

test("items of every task kind are written and changed by hand", async ({ page }) => {
  await signInAsResearcher(page);
  await page.goto("/research/benchmarks/new");
  await page.getByLabel("Name", { exact: true }).fill("Keys");
  await page.getByRole("button", { name: /create/i }).click();
  const screen = page.frameLocator('iframe[title="The participant’s page of this item"]');
  for (const [kind, optionLabel, options, key, words] of byHand) {
    await page.getByLabel("Kind", { exact: true }).selectOption(kind);
    await page.getByRole("textbox", { name: /^Story( |$)/ }).fill("Ana put the key in the bag.");
    await page.getByLabel("Question", { exact: true }).fill(`Where is the key? (${kind})`);
    if (optionLabel) await page.getByRole("textbox", { name: optionLabel }).fill(options);
    if (key) await page.getByRole("textbox", { name: /^Key/ }).fill(key);
    if (words) await expect(page.getByText(`It reads: ${words}.`)).toBeVisible();
    await expect(screen.getByText(`Where is the key? (${kind})`).first()).toBeVisible();
    await expectWellMade(page);
    await page.getByRole("button", { name: "Save the item" }).click();
    await expect(page.getByText("The item is saved.")).toBeVisible();
    if (key) await expect(page.getByRole("textbox", { name: /^Key/ })).toHaveValue(key);
    await page.getByLabel("Question", { exact: true }).fill(`Where was the key? (${kind})`);
    await page.getByLabel("Reason for the change").fill("tense");
    await page.getByRole("button", { name: "Save a new version" }).click();
    await expect(screen.getByText(`Where was the key? (${kind})`).first()).toBeVisible();
    await page.getByRole("link", { name: "New item" }).click();
    await expect(page.getByRole("heading", { name: "New item" })).toBeVisible();
  }
});
