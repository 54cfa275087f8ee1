import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker, walkTo } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("A comment on an item is written in the study's results and resolved on the benchmark's page by a colleague", async ({
  page,
  browser,
}) => {
  const study = await makeStudy();
  await walkTo(await startWalker(study), 5, { choice: "true" });
  const { projectId } = study;
  const [ann, ben] = [
    await makePerson({ projectId, role: "researcher" }),
    await makePerson({ projectId, role: "researcher" }),
  ];
  await signIn(page.context(), ann.claims);
  await page.goto(`/research/benchmarks/${study.benchmarkId}`);
  const item = (await page.getByRole("link", { name: "item-1" }).first().getAttribute("href"))?.split("/").at(-1);
  await page.goto(`/research/studies/${study.id}/results/items/${item}`);
  await page.getByText("Comments (0)").click();
  await page.getByLabel("New comment").fill("Is the key right?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText("The comment is saved.")).toBeVisible();
  await expect(page.getByText("Comments (1)")).toBeVisible();
  await expectWellMade(page);

  const context = await browser.newContext();
  await signIn(context, ben.claims);
  const colleague = await context.newPage();
  await colleague.goto(new URL(`/research/benchmarks/${study.benchmarkId}/items/${item}`, page.url()).href);
  await expect(colleague.getByText("Is the key right?")).toBeVisible();
  await colleague.getByRole("button", { name: "Resolve" }).click();
  await expect(colleague.getByText("Resolved.", { exact: true })).toBeVisible();
  await expect(colleague.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expectWellMade(colleague);
  await context.close();
});
