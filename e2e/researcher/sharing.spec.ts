import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

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
  await form.getByRole("button", { name: "Create link" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByLabel("Audience").fill("Reviewer 2");
  await form.getByLabel("Blinded").check();
  await form.getByRole("button", { name: "Create link" }).click();
  const shown = form.getByRole("status");
  await expect(shown).toContainText("shown only once");
  const [address = ""] = (await shown.textContent())?.match(/https?:\S+\/shared\/[\w-]{43}/) ?? [];
  await expectWellMade(page);

  const reader = await (await browser.newContext()).newPage();
  const reply = await reader.goto(address);
  expect(reply?.headers()["x-robots-tag"]).toContain("noindex");
  await expect(reader.getByText("Read-only view for Reviewer 2")).toBeVisible();
  await expect(reader.getByRole("heading", { name: "Verdict" })).toBeVisible();
  await expect(reader.getByText("Each opening of this page is recorded")).toBeVisible();
  await expect(reader.getByText("Arrived").first()).toBeVisible();
  await expect(reader.locator("#methods")).toContainText("answers of people");
  const source = await reader.content();
  for (const hidden of ["no-story", "Ben knows the number", "item-1"]) expect(source).not.toContain(hidden);
  expect(await reader.locator("a[href^='/research']").count()).toBe(0);
  await expectWellMade(reader);

  await page.reload();
  const row = page.getByRole("row", { name: /Reviewer 2/ });
  await expect(row).toContainText("blinded");
  await expect(row.getByRole("cell", { name: "1", exact: true })).toBeVisible();
  await page.goto(`/research/studies/${study.id}/design/protocol`);
  await expect(page.getByText("shared view “Reviewer 2”")).toBeVisible();

  await page.goto(`/research/studies/${study.id}/settings/shared-views`);
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("revoked");
  expect((await reader.goto(address))?.status()).toBe(404);
  await expect(reader.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  await reader.context().close();
});
