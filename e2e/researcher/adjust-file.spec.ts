import { readFile } from "node:fs/promises";
import { type Download, expect, type Page, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { findPlaces } from "../endpoints/visitors.ts";
import { findBlemishes } from "../look.ts";
import { signIn } from "../sign-in.ts";

const bytesOf = async (download: Download) => readFile(await download.path());
const downloaded = async (page: Page, label: RegExp) => {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: label }).click();
  return bytesOf(await download);
};

test("a figure and a table of the results as an author wants them in a paper", async ({ page }) => {
  const { study, project } = await findPlaces();
  await signIn(page.context(), (await makePerson({ projectId: project, role: "researcher" })).claims);
  await page.goto(`/research/studies/${study}/results`);
  await page.getByRole("link", { name: /^Adjust the figure: people and models/ }).click();
  await expect(page.getByRole("heading", { name: "Adjust for a paper" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Show People" }).uncheck();
  const label = page.getByRole("textbox", { name: /^Label of / }).nth(1);
  await label.fill("Our model");
  await page.getByRole("combobox", { name: "Colours" }).selectOption({ label: "Grey" });
  await page.getByRole("spinbutton", { name: "Width in mm" }).fill("85");
  await expect(page.getByRole("img", { name: /^Preview/ })).toBeVisible();
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);
  const svg = (await downloaded(page, /^SVG/)).toString();
  expect(svg).toContain('width="85mm"');
  expect(svg).toContain("Our model");
  expect(svg).not.toContain(">People<");
  expect((await downloaded(page, /^PDF/)).subarray(0, 5).toString()).toBe("%PDF-");
  expect((await downloaded(page, /^PNG/)).subarray(1, 4).toString()).toBe("PNG");

  await page.goto(`/research/files?file=/api/v1/studies/${study}/tables/page/totals.csv`);
  const columns = page.getByRole("group", { name: "Columns" }).getByRole("checkbox");
  await columns.nth(1).uncheck();
  await page.getByRole("combobox", { name: "LaTeX style" }).selectOption({ label: "APA, 7th edition" });
  expect((await downloaded(page, /^LaTeX/)).toString()).toContain("\\textit{Note.}");
  expect((await downloaded(page, /^XLSX/)).subarray(0, 2).toString()).toBe("PK");
});
