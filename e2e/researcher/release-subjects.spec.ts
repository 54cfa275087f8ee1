import { expect, type Page, test } from "@playwright/test";
import { sentiment } from "../../lib/domain/tasks/templates/classification.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { giveAnswers, makeSchemaCollection, schemaTaskOf } from "../../prisma/factories/make-schema-collection.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

/** Fills the form, checks, writes version 1.0.0, downloads it, publishes its page, and withdraws it. */
async function releaseAndWithdraw(page: Page, { archive, table }: { archive: RegExp; table: string }) {
  await expect(page.getByText("No versions yet")).toBeVisible();
  await expect(page.getByLabel("Level", { exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Columns to omit")).toHaveCount(0);
  await expectWellMade(page);
  await page.getByLabel("Summary").fill("A dataset.");
  await page.getByLabel("Authors", { exact: true }).fill("Example, Ann");
  await page.getByLabel("Language of the texts").fill("en_GB");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await expect(page.getByRole("form", { name: "New version" }).getByRole("alert")).toBeVisible();
  await page.getByLabel("Language of the texts").fill("en-GB");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await expect(page.getByText("The checks found no errors; nothing was written.")).toBeVisible({ timeout: 180_000 });
  await page.getByRole("button", { name: "Write the version" }).click();
  await expect(page.getByText("The version is written.")).toBeVisible({ timeout: 180_000 });
  await expectWellMade(page);

  const version = page.getByRole("region", { name: "Versions" }).getByRole("row", { name: /1\.0\.0/ });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    version.getByRole("link", { name: /Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(archive);

  await version.getByRole("button", { name: "Publish a page" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish the page" }).click();
  const address = await version.getByRole("link", { name: "Open the page" }).getAttribute("href");
  const release = page.url();
  await page.goto(address ?? "");
  await expect(
    page.getByRole("table", { name: "Records of this version" }).getByRole("row", { name: table }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /Download \(/ })).toBeVisible();
  await expectWellMade(page);

  await page.goto(release);
  await version.getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A key was wrong.");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(version).toContainText("A key was wrong.");
  await page.goto(address ?? "");
  await expect(page.getByText("A key was wrong.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
}

test("A release of a benchmark, from its page to its withdrawal", async ({ page }) => {
  const study = await makeStudy();
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto(`/research/benchmarks/${study.benchmarkId}`);
  await page.getByRole("link", { name: "Release", exact: true }).click();
  await releaseAndWithdraw(page, { archive: /-1\.0\.0\.zip$/, table: "items 4" });
});

test("A release of a collection, from its page to its withdrawal", async ({ page }) => {
  const collection = await makeSchemaCollection(sentiment.document, [
    { id: "a", fields: { text: "Good." } },
    { id: "b", fields: { text: "Bad." } },
  ]);
  const annotator = await collection.annotator();
  await giveAnswers(annotator, await schemaTaskOf(annotator, collection), { sentiment: "positive" });
  const { claims } = await makePerson({ projectId: collection.projectId, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto(`/research/annotation/${collection.id}`);
  await page.getByLabel("Pages of this collection").getByRole("link", { name: "Release" }).click();
  await releaseAndWithdraw(page, { archive: /-1\.0\.0\.zip$/, table: "annotations 1" });
});
