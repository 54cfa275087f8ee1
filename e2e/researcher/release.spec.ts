import { expect, test } from "@playwright/test";
import { startInvenioServer } from "../../prisma/factories/deposit-servers.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("A release: dry run, findings that open their rows, a version, its download, deposit and withdrawal", async ({
  page,
}) => {
  const study = await makeStudy();
  const walker = await startWalker(study);
  await walkTo(walker, 4, { choice: "true" });
  await walker.post(5, { explanation: "Write to ann.lee@example.org" });
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${study.id}`);
  await page.getByLabel("Pages of this study").getByRole("link", { name: "Results" }).click();
  await page.getByRole("link", { name: "Release", exact: true }).click();
  await expect(page.getByText("No versions yet")).toBeVisible();
  await expectWellMade(page);

  await page.getByText("Ethics approval", { exact: true }).click();
  await expect(page.getByText("the release uses the ethics approval of the study’s protocol")).toBeVisible();
  await page.getByLabel("Level", { exact: true }).selectOption("coded");
  await page.getByLabel("Summary").fill("Adults judge statements.");
  await page.getByLabel("Authors", { exact: true }).fill("Ann Example");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await expect(page.getByRole("form", { name: "New version" }).getByRole("alert")).toBeVisible();
  await page.getByLabel("Authors", { exact: true }).fill("Example, Ann");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await expect(page.getByText(/prevents? the release/)).toBeVisible({ timeout: 180_000 });
  await expectWellMade(page);

  const finding = page.getByRole("list", { name: "Findings" }).getByRole("listitem").filter({ hasText: "1 text may" });
  await finding.getByText("1 row").click();
  const row = finding.getByRole("link", { name: /explanation: e-mail address/ });
  await expect(row).toHaveAttribute("href", new RegExp(`/research/studies/${study.id}/responses/`));

  await page.getByLabel("Reason to release it with errors").fill("Consent covers it.");
  await page.getByRole("button", { name: "Write the version" }).click();
  await expect(page.getByText("The version is written.")).toBeVisible({ timeout: 180_000 });
  const version = page.getByRole("region", { name: "Versions" }).getByRole("row", { name: /1\.0\.0/ });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    version.getByRole("link", { name: /Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${study.slug}-1.0.0-coded.zip`);
  await expectWellMade(page);

  const archive = await startInvenioServer();
  try {
    const upload = page.getByRole("form", { name: "Upload a version" });
    await upload.getByLabel("Address of another server").fill(archive.url);
    await upload.getByLabel("Your access token").fill("wrong");
    await upload.getByRole("button", { name: "Upload as a draft" }).click();
    await expect(upload.getByRole("alert")).toContainText("refused the token");
    await upload.getByLabel("Your access token").fill(archive.token);
    await upload.getByRole("button", { name: "Upload as a draft" }).click();
    await expect(upload.getByRole("link", { name: "Review and publish the draft" })).toBeVisible();
    expect([...archive.files.keys()]).toEqual([`${study.slug}-1.0.0-coded.zip`]);
    await expect(page.getByRole("region", { name: "Drafts in archives" })).toContainText("1.0.0");
    await expectWellMade(page);
  } finally {
    await archive.stop();
  }

  await version.getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The key of item 3 was wrong.");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(version).toContainText("The key of item 3 was wrong.");
  await expect(version.getByRole("link", { name: /Download/ })).toHaveCount(0);
});
