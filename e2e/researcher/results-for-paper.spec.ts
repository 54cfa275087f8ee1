import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { signIn } from "../sign-in.ts";
import { CountedActions } from "./counted-actions.ts";

test("the verdict, a table and a figure are taken from Results in at most 10 actions, with the same numbers", async ({
  page,
}) => {
  const { rows } = await pool().query(
    "SELECT id, project_id AS project FROM study WHERE name = 'Reading people in stories (simulated)'",
  );
  const [study] = rows as [{ id: string; project: string }];
  await signIn(page.context(), (await makePerson({ projectId: study.project, role: "viewer" })).claims);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await expect(async () => {
    await page.goto("/research/benchmarks");
    await expect(page.getByText("Demo data are still loading")).toHaveCount(0, { timeout: 1_000 });
    await page.goto(`/research/studies/${study.id}/results`);
    await expect(page.getByRole("table", { name: /^People and models/ })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  const did = new CountedActions(page);

  await did.press("Copy the verdict");
  await expect(page.getByText("Copied")).toBeVisible();
  const verdict = await page.evaluate(() => navigator.clipboard.readText());
  const lines = [...verdict.matchAll(/^(.+): people minus model ([+−\d.]+) points[ ,].*; human level .+$/gmu)].map(
    ([, label = "", points = ""]) => ({ label, points: Number(points.replace("−", "-")) }),
  );
  const compared = page.getByRole("table", { name: /^People and models/ }).locator("tbody tr:has(strong)");
  expect(lines.length).toBeGreaterThan(0);
  expect(lines).toHaveLength(await compared.count());

  const table = await download(page, () => did.press("CSV: the comparisons", "link"));
  const cells = table.split("\r\n").map((row) => row.split(","));
  for (const { label, points } of lines) {
    const own = cells.filter((row) => row.some((cell) => cell.replaceAll('"', "") === label)).flat();
    // Points in the verdict, shares in the file.
    expect(own.some((cell) => cell !== "" && Math.abs(Number(cell) * 100 - points) < 0.0501)).toBe(true);
  }

  const figure = await download(page, () => did.press("SVG: people and models", "link"));
  expect(figure).toMatch(/^<svg|<\?xml/u);
  for (const { label } of lines) expect(figure).toContain(label.split(" (")[0]);
  test.info().annotations.push({ type: "actions", description: `${did.actions}` });
  expect(did.actions).toBeLessThanOrEqual(10);
});

/** The content of the file that an action downloads. */
async function download(page: Page, act: () => Promise<void>): Promise<string> {
  const started = page.waitForEvent("download");
  await act();
  return readFile(await (await started).path(), "utf8");
}
