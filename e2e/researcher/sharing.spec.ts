import { expect, test } from "@playwright/test";
import * as z from "zod";
import { getStudyChainHead } from "../../lib/server/platform/audit/chain/chain-head.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { countAttempt, deleteAttempts } from "../../lib/server/platform/http/rate-limit.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

const idRow = z.strictObject({ id: z.string() });

test("A shared view: a blinded link is created, read without an account, listed with its use and revoked", async ({
  page,
  browser,
}) => {
  const study = await makeStudy();
  for (let person = 0; person < 3; person += 1) await walkTo(await startWalker(study), 5, { choice: "true" });
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${study.id}`);
  await page.getByLabel("Settings, share, duplicate, archive").click();
  await page.getByRole("link", { name: "Share" }).click();
  await expect(page.getByText("No links")).toBeVisible();
  await expectWellMade(page);

  const form = page.getByRole("form", { name: "Create a link" });
  await form.getByLabel("Audience").fill("Reviewer 2");
  await form.getByLabel("Blinded").check();
  await form.getByRole("button", { name: "Create link" }).click();
  const shown = form.getByRole("status").first();
  await expect(shown).toContainText("shown only once");
  const [address = ""] = (await shown.textContent())?.match(/https?:\S+\/shared\/[\w-]{43}/) ?? [];
  await expectWellMade(page);

  const reader = await (await browser.newContext()).newPage();
  const reply = await reader.goto(address);
  expect(reply?.headers()["x-robots-tag"]).toContain("noindex");
  await expect(reader.getByText("Read-only view for Reviewer 2")).toBeVisible();
  await expect(reader.getByRole("heading", { name: "Verdict" })).toBeVisible();
  await expect(reader.getByText("Each view of this page is recorded")).toBeVisible();
  await expect(reader.getByText("Arrived").first()).toBeVisible();
  await expect(reader.locator("#methods")).toContainText("answers of people");
  const source = await reader.content();
  for (const hidden of ["no-story", "Ben knows the number", "item-1"]) expect(source).not.toContain(hidden);
  expect(await reader.locator("a[href^='/research']").count()).toBe(0);
  await expectWellMade(reader);

  const files = [...new Set(source.match(/\/api\/v1\/shared\/[\w-]+\/[\w.-]+/g))];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect((await reader.request.get(file)).status(), file).toBe(200);

  await test.step("above the limit of a link, its page and its files say when to come back", async () => {
    const { id } = await oneRow(pool(), idRow, sql`SELECT id FROM shared_view WHERE study_id = ${study.id}`);
    for (let count = 0; count < 200; count += 1)
      await countAttempt("shared-view", id, { limit: 1_000, windowSeconds: 600 });
    for (const path of [address, ...files.slice(0, 1)]) {
      const refused = await reader.request.get(path);
      expect(refused.status(), path).toBe(429);
      expect(Number(refused.headers()["retry-after"]), path).toBeGreaterThan(60);
    }
    await reader.goto(address);
    await expect(reader.getByRole("heading", { name: "Too many requests" })).toBeVisible();
    await deleteAttempts("shared-view", id);
  });

  await page.reload();
  const row = page.getByRole("row", { name: /Reviewer 2/ });
  await expect(row).toContainText("blinded");
  await expect(row.getByRole("cell", { name: String(1 + files.length), exact: true })).toBeVisible();
  await page.goto(`/research/studies/${study.id}/design/protocol`);
  await expect(page.getByText("shared view “Reviewer 2”")).toBeVisible();

  await page.goto(`/research/studies/${study.id}/settings/shared-views`);
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("revoked");
  expect((await reader.goto(address))?.status()).toBe(404);
  await expect(reader.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  for (const path of [...files, `${address}/verdict`, `${address}?_rsc=1`])
    expect((await reader.request.get(path)).status(), path).toBe(404);
  // The application adds what happened to the study's audit chain by itself.
  await expect.poll(() => getStudyChainHead(pool(), study.id)).not.toBeNull();
  await reader.context().close();
});

test("A released study gets a public page, which says so when the version is withdrawn", async ({ page, browser }) => {
  const study = await makeStudy();
  await walkTo(await startWalker(study), 5, { choice: "true" });
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${study.id}/results/release`);
  await page.getByLabel("Summary").fill("Adults judge statements.");
  await page.getByLabel("Authors", { exact: true }).fill("Example, Ann");
  await page.getByLabel("Reason to release it with errors").fill("A small test.");
  await page.getByRole("button", { name: "Write the version" }).click();
  await expect(page.getByText("The version is written.")).toBeVisible({ timeout: 180_000 });
  const version = page.getByRole("region", { name: "Versions" }).getByRole("row", { name: /1\.0\.0/ });
  await expect(version.getByText("off", { exact: true })).toBeVisible();
  await version.getByRole("button", { name: "Publish a page" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish the page" }).click();
  const link = version.getByRole("link", { name: "Open the page" });
  const address = await link.getAttribute("href");
  await expectWellMade(page);

  const reader = await (await browser.newContext()).newPage();
  await reader.goto(new URL(address as string, page.url()).href);
  await expect(reader.getByRole("heading", { name: "Verdict" })).toBeVisible();
  await expect(reader.locator("#citation")).toContainText("Example, Ann");
  const [download] = await Promise.all([
    reader.waitForEvent("download"),
    reader.getByRole("link", { name: /Download \(/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${study.slug}-1.0.0.zip`);
  for (const hidden of ["Ben knows the number", "item-1"]) expect(await reader.content()).not.toContain(hidden);
  await expectWellMade(reader);

  await version.getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The key of item 3 was wrong.");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(version).toContainText("withdrawn");
  await reader.reload();
  await expect(reader.getByText("Version 1.0.0 was withdrawn on")).toBeVisible();
  await expect(reader.getByText("The key of item 3 was wrong.")).toBeVisible();
  await expect(reader.getByRole("link", { name: /Download/ })).toHaveCount(0);
  await expectWellMade(reader);
  await reader.context().close();
});
