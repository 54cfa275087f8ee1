import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { requestDuePurges } from "../../lib/server/sessions/erasure/purge-study.ts";
import { hashToken } from "../../lib/server/sessions/session-token.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

const address = "/research/admin/erasure";

test("erasure: a participant is found by code, requested by one admin and erased by another", async ({ browser }) => {
  const study = await makeStudy();
  const [ada, ben] = [await adminOf(browser, study), await adminOf(browser, study)];
  const walker = await startWalker(study);
  await walkTo(walker, 5);
  const { rows } = await pool().query("SELECT id, completion_code AS code FROM session WHERE token_hash = $1", [
    hashToken(walker.token),
  ]);
  const { id, code } = rows[0] as { id: string; code: string };

  await ada.goto(address);
  await ada.getByRole("radio", { name: /^Required/ }).check();
  await ada.getByRole("button", { name: "Save" }).click();
  await expect(ada.getByText("Saved.")).toBeVisible();

  await ada.getByLabel("Code, link or ID").fill("ABCDEFGHJKLM");
  await ada.getByRole("button", { name: "Find" }).click();
  await expect(ada.getByRole("heading", { name: "No session found" })).toBeVisible();
  await ada.getByLabel("Code, link or ID").fill(code.toLowerCase());
  await ada.getByRole("button", { name: "Find" }).click();
  const found = ada.getByRole("region", { name: "Erase sessions" });
  await expect(found.getByRole("checkbox")).not.toBeChecked();
  await expect(found).toContainText("1 answer, 3 forms");
  await expectWellMade(ada);
  const request = found.getByRole("button", { name: "Request the erasure of the selected sessions" });
  await expect(request).toBeDisabled();
  await found.getByRole("checkbox").check();
  await request.click();
  const dialog = ada.getByRole("dialog", { name: "Erase 1 session?" });
  await dialog.getByRole("button", { name: "Request the erasure" }).click();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("Asked by letter.");
  await dialog.getByRole("button", { name: "Request the erasure" }).click();
  await expect(found).toContainText("1 session requested; another person must confirm.");
  await expect(ada.getByText("Another person must decide")).toBeVisible();

  await ben.goto(address);
  await expect(ben.getByRole("cell", { name: "Asked by letter." })).toBeVisible();
  await expectWellMade(ben);
  await ben.getByRole("button", { name: "Confirm" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
  await expect(ben.getByRole("cell", { name: "Asked by letter." })).toHaveCount(0);
  await ben.getByLabel("Code, link or ID").fill(code);
  await ben.getByRole("button", { name: "Find" }).click();
  await expect(ben.getByRole("region", { name: "Erase sessions" })).toContainText("Erased");
  await ben.goto(`/research/studies/${study.id}/responses/${id}`);
  await expect(ben.getByText("Because the story says so.")).toHaveCount(0);
});

test("erasure: a study has a retention date, and the certificate of a purge is downloaded", async ({ browser }) => {
  const study = await makeStudy();
  const admin = await adminOf(browser, study);
  const settings = `/research/studies/${study.id}/settings`;
  await admin.goto(settings);
  const retention = admin.getByRole("form", { name: "Retention" });
  await retention.getByLabel("Keep until").fill("2001-01-01");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention.getByLabel("Keep until")).toHaveAccessibleDescription(/14 days of notice/);
  await retention.getByLabel("Keep until").fill("2199-12-31");
  await retention.getByRole("button", { name: "Save" }).click();
  await expect(retention).toContainText("Set by");
  await expectWellMade(admin);

  await pool().query("UPDATE study_retention SET until = current_date - 2 WHERE study_id = $1", [study.id]);
  await pool().query("UPDATE study SET status = 'closed' WHERE id = $1", [study.id]);
  await requestDuePurges();
  await expect(async () => {
    await admin.goto(settings);
    await expect(admin.getByRole("link", { name: "Purge certificate" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const arriving = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Purge certificate" }).click();
  const certificate: unknown = JSON.parse(await readFile(await (await arriving).path(), "utf8"));
  expect(certificate).toMatchObject({ study: { id: study.id }, counts: { sessions: 0 } });
});

async function adminOf(browser: Browser, study: MadeStudy): Promise<Page> {
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  const context = await browser.newContext();
  await signIn(context, claims);
  return context.newPage();
}
