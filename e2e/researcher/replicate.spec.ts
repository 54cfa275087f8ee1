import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { newEndpointSettings } from "../../lib/domain/models/evaluation/endpoint-settings.ts";
import { createEndpoint } from "../../lib/server/models/evaluations/endpoints.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { eobResultFiles } from "../../prisma/factories/eob-results.ts";
import { writeKsteRelease } from "../../prisma/factories/kste-release.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { startModelServer } from "../../prisma/factories/model-server.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test.describe.configure({ timeout: 300_000 });

/** Waits until the replication has finished; the page refreshes itself. */
async function waitForTables(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Sources" })).toBeVisible({ timeout: 200_000 });
}

test("A researcher replicates two papers from uploaded files and an endpoint with a price", async ({ page }) => {
  const { id: projectId } = await makeProject();
  const { claims } = await makePerson({ projectId, role: "admin" });
  await signIn(page.context(), claims);
  // Knows the fact, and follows the expression.
  const server = await startModelServer(({ prompt }) =>
    prompt.includes("Is Oslo") === prompt.includes("is Bergen.") ? "No" : "Yes",
  );
  const priced = { promptUsdPerMillion: 1, completionUsdPerMillion: 1 };
  const settings = { ...newEndpointSettings, ...priced, url: server.url, model: "any" };
  await createEndpoint(installation, projectId, { name: "Qwen3-8B", settings });

  await test.step("the authors' result files and an endpoint", async () => {
    await page.goto("/research/replicate");
    const form = page.getByRole("form", { name: "New replication" });
    await form.getByRole("button", { name: "Replicate" }).click();
    await expect(form.getByText("Error: must be chosen, or the data uploaded")).toBeVisible();
    await form.getByLabel("Paper").selectOption("eob2026");
    const files = Object.entries(eobResultFiles).map(([name, content]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(content),
    }));
    await form.getByLabel(/^Data/).setInputFiles(files);
    await form.getByLabel("Qwen3-8B").check();
    await form.getByRole("button", { name: "Replicate" }).click();
    await expect(form.getByText('Error: "Qwen3-8B" has a price: enter a cost limit')).toBeVisible();
    await expectWellMade(page);
    await form.getByLabel(/^Maximum cost/).fill("1");
    await form.getByRole("button", { name: "Replicate" }).click();
    await waitForTables(page, "Du et al. 2026");
    await expect(page.getByRole("link", { name: /^eob2026-expressions-/ })).toBeVisible();
    const rates = page.getByRole("table", { name: /^Rates/ });
    for (const model of ["Gemma3-12B", "Qwen3-8B-Instruct"])
      await expect(rates.getByRole("row", { name: new RegExp(`^${model} `) })).toContainText(
        "1.00no interval, n = 1printed",
      );
    expect(server.requests).toHaveLength(4);
    await expectWellMade(page);
  });

  await test.step("the released folder, whose unusable items are missing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "replicate-page-"));
    const { unusable } = writeKsteRelease(folder, 6);
    await page.goto("/research/replicate");
    const form = page.getByRole("form", { name: "New replication" });
    await form.getByLabel("Paper").selectOption("kste2025");
    await form.getByLabel(/^Or a folder/).setInputFiles(folder);
    await form.getByRole("button", { name: "Replicate" }).click();
    await waitForTables(page, "Yang et al. 2026");
    for (const id of unusable) await expect(page.getByText(`item ${id}:`)).toBeVisible();
    await expectWellMade(page);
    rmSync(folder, { recursive: true });
  });
  await server.stop();
});
