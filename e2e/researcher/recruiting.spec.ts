import { expect, test } from "@playwright/test";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { expectWellMade } from "../look.ts";
import { SessionPage } from "../session/session-page.ts";

test("a researcher rehearses recruiting, says whose people may not come again, and holds the recruiter's file against the sessions", async ({
  page,
  browser,
}) => {
  const study = await makeStudy({
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind: "prolific", name: "", idParameter: "", otherParameters: [] },
      ends: { ...protocol.ends, complete: { ...protocol.ends.complete, code: "C1FIXED" } },
    }),
  });
  const earlier = await makeStudy();
  await pool().query("UPDATE study SET project_id = $2, name = 'The earlier one' WHERE id = $1", [
    earlier.id,
    study.projectId,
  ]);
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const token = await encodeSessionToken(claims);
  const url = process.env.PARALLAX_URL as string;
  await page.context().addCookies([{ name: cookieAttributes("session").name, value: token, url }]);
  const base = `/research/studies/${study.id}`;

  await test.step("what is missing, the codes, and the text to paste", async () => {
    await page.goto(`${base}/recruit`);
    await expect(page.getByText("The study has not been rehearsed yet.")).toBeVisible();
    await expect(page.getByRole("row", { name: /^Complete/ })).toContainText("submissions/complete?cc=C1FIXED");
    await page.getByText("Change this text").click();
    await page.getByLabel("Duration in minutes").fill("5");
    await page.getByRole("textbox", { name: "Payment" }).fill("£1.50");
    await page.getByRole("button", { name: "Save the text" }).click();
    await expect(page.getByRole("definition").filter({ hasText: /^5 minutes$/ })).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("one whole session, ticked off when it comes to its end", async () => {
    await page.getByRole("button", { name: "Prepare a rehearsal" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Prepare", exact: true }).click();
    const link = page.getByRole("link", { name: "Open the study as a participant" });
    const context = await browser.newContext();
    const participant = new SessionPage(await context.newPage());
    await participant.page.goto((await link.getAttribute("href")) as string);
    await participant.goToAnswer();
    await participant.choose("True");
    await participant.explain();
    await expect(participant.page.getByRole("link", { name: "Finish on Prolific" })).toBeVisible();
    await context.close();
    await page.reload();
    await expect(page.getByText("One whole session was rehearsed to its end.")).toBeVisible();
    await expect(page.getByRole("row", { name: /^Complete/ })).toContainText("Yes");
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM session WHERE study_id = $1", [study.id]);
    expect(rows[0].n).toBe(0);
  });

  await test.step("whose people may not come again", async () => {
    await page.getByLabel(/The earlier one/).check();
    const form = page.getByRole("form", { name: "Excluded participants" });
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Saved. It applies to all new arrivals")).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("the recruiter's file beside the sessions, differences first", async () => {
    const context = await browser.newContext();
    const participant = new SessionPage(await context.newPage());
    await participant.page.goto(`/s/${study.slug}?PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=sub1`);
    await participant.goToAnswer();
    await participant.choose("True");
    await participant.explain();
    await expect(participant.page.getByRole("link", { name: "Finish on Prolific" })).toBeVisible();
    await context.close();
    await page.goto(`${base}/collect/ledger`);
    const file = [
      "Submission id,Participant id,Status,Started at,Completed at,Reviewed at,Completion code",
      "sub1,5f3c1a2b4d5e6f7a8b9c0d1e,TIMED-OUT,2026-11-20T10:00:00Z,2026-11-20T11:00:00Z,,",
      "sub2,p2,AWAITING REVIEW,2026-11-20T10:00:00Z,2026-11-20T10:06:00Z,,C1FIXED",
      "sub3,p3,LOST,,,,",
    ];
    await page.getByLabel(/^File/).setInputFiles({
      name: "prolific_export.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(file.join("\n")),
    });
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText('"LOST" is not a known status')).toBeVisible();
    const lines = page.getByRole("region", { name: "Lines of the ledger" }).getByRole("row");
    await expect(lines.nth(1)).toContainText("Finished here, not paid there");
    await expect(lines.nth(1)).toContainText("sub1");
    await expect(lines.nth(2)).toContainText("No session here");
    await expectWellMade(page);
    const csv = await page.request.get(`/api/v1/studies/${study.id}/ledger?show=differences`);
    expect((await csv.text()).split("\n")).toHaveLength(4);
  });
});
