import { expect, test } from "@playwright/test";
import { sentiment } from "../../lib/domain/tasks/templates/classification.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker } from "../../prisma/factories/walk-session.ts";
import { signInAs } from "./workspace-page.ts";

test("a lead adds the answers of a study to the collection of the same items", async ({ context, page }) => {
  const text = "The soup was cold.";
  const study = await makeStudy({
    schemas: { sentiment: sentiment.document },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "sentiment", fields: { text } });
    })(),
    design: {
      ...{ strata: [{ key: "all", label: "Everybody", criteria: {} }], openStratum: false, factors: [] },
      ...{ perStratumItem: 2, itemsPerSession: 1 },
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
  for (const answer of ["0", "2"]) {
    const walker = await startWalker(study);
    await walker.post(0, { consent: "yes" });
    await walker.post(1, { "task.sentiment": answer });
  }

  await signInAs(context, study.projectId, "researcher");
  await page.goto("/research/annotation");
  await page.getByLabel("Name", { exact: true }).fill("Soups");
  const choice = page.getByLabel("Annotation task");
  const labels = await choice.locator("option").allTextContents();
  await choice.selectOption({ label: labels.find((label) => label.startsWith("Sentiment")) ?? "" });
  await page.getByRole("button", { name: "Create collection" }).click();
  await page.getByRole("link", { name: "Import items" }).click();
  const csv = Buffer.from(`id,text\na,${text}\nb,What a day!\n`);
  await page.getByLabel("File").setInputFiles({ name: "items.csv", mimeType: "text/csv", buffer: csv });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 items imported")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Study" })).toContainText(
    `Study ${study.slug} (1 item of this collection)`,
  );
  await page.getByRole("button", { name: "Add answers" }).click();
  await expect(
    page.getByText("2 answers added, 0 already present, 0 incompatible with the task schema."),
  ).toBeVisible();

  await page.goto(page.url().replace(/import.*$/u, "items"));
  await page.getByRole("link", { name: "a", exact: true }).click();
  const table = page.getByRole("table", { name: "Answers by person" });
  await expect(table.getByRole("columnheader", { name: /^participant-/u })).toHaveCount(2);
  await expect(table.getByRole("row", { name: /sentiment/iu })).toContainText("Positive");
  await expect(table.getByRole("row", { name: /sentiment/iu })).toContainText("Negative");
});
