import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("A study is pooled with a study of another site, and the report is shown", async ({ page }) => {
  const design = {
    ...{ strata: [{ key: "all", label: "All", criteria: {} }], openStratum: false, factors: [] },
    perStratumItem: 20,
  };
  const own = await makeStudy({ items: 1, design });
  const other = await makeStudy({ items: 1, design });
  for (const choice of ["true", "false", "true"]) {
    await walkTo(await startWalker(own), 5, { choice });
    await walkTo(await startWalker(other), 5, { choice: "true" });
  }
  const { claims } = await makePerson({ projectId: own.projectId, role: "admin", isOwner: true });
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${own.id}/results`);
  await page.getByRole("link", { name: "Pool with other sites" }).click();
  const form = page.getByRole("form", { name: "Pool with other sites" });
  await form.getByRole("button", { name: "Pool the studies" }).click();
  await expect(form.getByText("Choose at least one other study.")).toBeVisible();
  await form.getByRole("checkbox", { name: new RegExp(other.slug) }).check();
  await form.getByRole("button", { name: "Pool the studies" }).click();
  const result = page.getByRole("status").getByRole("list");
  await expect(result.getByText(`project-${other.slug} (${other.slug}): 100.0%`)).toBeVisible({ timeout: 180_000 });
  await expect(result.getByText("Overlap of people unknown.")).toBeVisible();
  await expectWellMade(page);
});
