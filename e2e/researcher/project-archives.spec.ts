import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("A project archive: export with progress, download, and an import that is refused with its reason", async ({
  page,
}) => {
  const study = await makeStudy();
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin", isOwner: true });
  await signIn(page.context(), claims);
  await page.goto("/research/admin/settings");
  await page.getByLabel("Administration").getByRole("link", { name: "Project archives" }).click();
  const form = page.getByRole("form", { name: "Export project archive" });
  await form.getByLabel("Key shared by the sites").fill("too short");
  await form.getByRole("button", { name: "Export project archive" }).click();
  await expect(form.getByText("The key needs at least 32 characters.").first()).toBeVisible();
  await expectWellMade(page);

  await form.getByLabel("Key shared by the sites").fill("");
  await form.getByRole("button", { name: "Export project archive" }).click();
  const link = page.getByRole("link", { name: /^Download .*\.zip$/ });
  await expect(link).toBeVisible({ timeout: 180_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const path = await download.path();
  expect((await readFile(path)).subarray(0, 2).toString()).toBe("PK");
  await expectWellMade(page);

  const imports = page.getByRole("form", { name: "Import a project archive" });
  await imports.getByLabel("Project archive (ZIP)").setInputFiles(path);
  await imports.getByRole("button", { name: "Import a project archive" }).click();
  await expect(page.getByText(/Nothing was imported: .* is already in this installation/)).toBeVisible({
    timeout: 180_000,
  });
  await expectWellMade(page);
});

test("The page of project archives lets administrators export, and only owners import", async ({ page }) => {
  const study = await makeStudy({ open: false });
  const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
  await signIn(page.context(), claims);
  await page.goto("/research/admin/archive");
  await expect(page.getByRole("button", { name: "Export project archive" })).toBeVisible();
  await expect(page.getByText("Only an owner of the installation can import a project.")).toBeVisible();
});
