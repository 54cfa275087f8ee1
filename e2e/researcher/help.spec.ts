import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("Help: Ctrl-K finds a section of a document, a setting leads to its section, and the menu to all documents", async ({
  page,
}) => {
  const study = await makeStudy({ open: false });
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${study.id}/settings`);
  await page.getByRole("link", { name: "What is this: Rules for arrivals" }).click();
  await expect(page).toHaveURL(/\/help\/formats#links-codes-and-webhooks-of-recruiters$/);
  await expect(page.getByRole("heading", { name: "Links, codes and webhooks of recruiters" })).toBeInViewport();

  await page.goto("/research");
  const search = page.getByLabel("Search studies, items, models, pages and help");
  // The shortcut works as soon as the script of the page runs.
  await expect(async () => {
    if (!(await search.isVisible())) await page.keyboard.press("Control+k");
    await expect(search).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await search.fill("few clusters");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Help Few clusters/ })
    .click();
  await expect(page).toHaveURL(/\/help\/statistics#few-clusters$/);
  await expect(page.getByRole("heading", { name: "Few clusters", exact: true })).toBeInViewport();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expectWellMade(page);

  await page.getByRole("link", { name: "Help", exact: true }).click();
  await expect(page.getByRole("link", { name: "Glossary" })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("link", { name: "Annotation", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Annotation" })).toBeVisible();
});
