import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { expectWellMade } from "../look.ts";

const rows = Array.from({ length: 8 }, (_, index) => [
  `Where is key ${index}?,multiple choice,box,bag,drawer,${(index % 3) + 1},place`,
  `Key ${index} is in the bag.,True/False,,,,TRUE,place`,
  `Is key ${index} lost?,yes/no,,,,no,place`,
]).flat();
const sheet = ["Frage,Kind,A,B,C,Correct,Topic", ...rows].join("\n");

test("a spreadsheet of 24 mixed items is mapped, tried and imported; an item gets a new version", async ({ page }) => {
  const project = await makeProject(`import-${randomUUID().slice(0, 8)}`);
  const { claims } = await makePerson({ projectId: project.id, role: "researcher" });
  const token = await encodeSessionToken(claims);
  const url = process.env.PARALLAX_URL as string;
  await page.context().addCookies([{ name: cookieAttributes("session").name, value: token, url }]);
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
  await page.getByRole("link", { name: "By hand" }).click();
  await expect(page.getByText("24 of 24 items are asked.")).toBeVisible();
  await page.getByText("Select items", { exact: true }).click();
  await page.getByLabel(/^Names of items/).fill("item-1\nitem-4");
  await expect(page.getByText("At most 2 of 24 items are asked.")).toBeVisible();
  await expectWellMade(page);
});
