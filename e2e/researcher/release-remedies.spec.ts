import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("An administrator sets k; a refused release is mended by one of the proposed buttons", async ({ page }) => {
  const study = await makeStudy();
  for (let person = 0; person < 4; person += 1) {
    const walker = await startWalker(study);
    await walkTo(walker, 4, { gender: person === 0 ? "male" : "female", choice: "true" });
    await walker.post(5, { explanation: person === 0 ? "My friend Peter said so." : "Because it says so." });
  }
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  await signIn(page.context(), claims);
  await page.goto("/research/admin/settings");
  const setting = page.getByRole("form", { name: "k-anonymity of releases" });
  await setting.getByLabel("Min. people with the same attribute values (k-anonymity)").fill("3");
  await setting.getByRole("button", { name: "Save" }).click();
  await expect(setting.getByText("Saved.")).toBeVisible();
  await expectWellMade(page);

  await page.goto(`/research/studies/${study.id}/results/release`);
  const form = page.getByRole("form", { name: "New version" });
  await expect(form.getByText("This project requires at least 3.")).toBeVisible();
  await form.getByLabel("Level", { exact: true }).selectOption("coded");
  await form.getByLabel("Summary").fill("Four people judge statements.");
  await form.getByRole("textbox", { name: "Authors" }).fill("Example, Ann");
  await form.getByRole("button", { name: "Run the checks" }).click();
  const findings = page.getByRole("list", { name: "Findings" });
  await expect(findings).toContainText("1 person shares their attributes", { timeout: 60_000 });
  await expect(findings).toContainText("may be names of people; check them: Peter (1)");
  await expectWellMade(page);
  await findings
    .getByRole("button", { name: /^Omit .*, and check again$/ })
    .last()
    .click();
  await expect(page.getByText("The checks found no errors; nothing was written.")).toBeVisible({ timeout: 60_000 });
  await expect(form.getByRole("textbox", { name: "Columns to omit" })).not.toHaveValue("");
});
