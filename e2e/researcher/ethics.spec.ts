import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { expectWellMade } from "../look.ts";
import { expectFit } from "../session/walk.ts";
import { signIn } from "../sign-in.ts";

test("An ethics approval: entered with its PDF, shown at consent on a phone, downloaded by researchers", async ({
  page,
  browser,
}) => {
  const study = await makeStudy();
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${study.id}/design/edit#consent`);
  const approval = page.getByRole("group", { name: "Ethics approval" });
  await expect(approval).toBeVisible();
  const file = (name: string, text: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(text) });
  await approval.getByLabel("PDF of the approval").setInputFiles(file("approval.pdf", "<html>"));
  await expect(approval.getByText("This file is not a PDF.")).toBeVisible();
  await approval.getByLabel("PDF of the approval").setInputFiles(file("approval.pdf", "%PDF-1.7\n%%EOF\n"));
  await expect(approval.getByText("approval.pdf", { exact: true })).toBeVisible();
  await approval.getByLabel("Institution").fill("University of Testing, Ethics Committee of the Faculty of Psychology");
  await approval.getByLabel("Approval date").fill("2026-01-02");
  await expectWellMade(page);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(approval.getByLabel("Approval number")).toHaveAttribute("aria-invalid", "true");
  await approval.getByLabel("Approval number").fill("EK-2026/000123");
  await page.getByLabel("Reason for the change").fill("The approval has arrived.");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/edit"));

  const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await phone.goto(`/s/${study.slug}`);
  await expect(
    phone.getByText(
      "Ethics approval: University of Testing, Ethics Committee of the Faculty of Psychology, no. EK-2026/000123, January 2, 2026",
    ),
  ).toBeVisible();
  await expectFit(phone);
  await phone.close();

  await page.goto(`/research/studies/${study.id}/design/edit#consent`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the saved PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("ethics-approval.pdf");
});
