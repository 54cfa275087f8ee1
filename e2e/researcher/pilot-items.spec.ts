import { expect, test } from "@playwright/test";
import { type Protocol, protocolSchema } from "../../lib/domain/survey/protocol.ts";
import { timeOptionKey } from "../../lib/domain/survey/time-limit.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { startWalker } from "../../prisma/factories/walk-session.ts";
import { findBlemishes } from "../look.ts";
import { signIn } from "../sign-in.ts";

/** Only the items, each on one screen with a time limit. */
function onlyItems(made: Protocol): Protocol {
  const steps = made.steps.flatMap((step) =>
    step.kind === "items" ? [{ ...step, layout: "one-screen", explanation: null, timeLimitSeconds: 30 }] : [],
  );
  return protocolSchema.parse({ ...made, steps });
}

/** A pilot of four items and twelve people, each of whom answers every item. */
async function makePilot(): Promise<MadeStudy> {
  const strata = [{ key: "all", label: "All", criteria: {} }];
  const design = { strata, itemsPerSession: 4, perStratumItem: 20 };
  const study = await makeStudy({ items: 4, design, protocol: onlyItems });
  await pool().query("UPDATE study SET stage = 'pilot' WHERE id = $1", [study.id]);
  for (let person = 0; person < 12; person += 1) {
    const walker = await startWalker(study);
    await walker.post(0, { consent: "yes" });
    await walker.post(1, { [timeOptionKey]: "standard" });
    for (let item = 0; item < 4; item += 1)
      await walker.post(2 + item, { choice: (person + item) % 3 === 0 ? "false" : "true" });
  }
  return study;
}

test("a pilot says of each item how it goes with the rest and what to do, leaves it out on request, and leads to its editor", async ({
  page,
  context,
}) => {
  const study = await makePilot();
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(context, claims);
  await page.goto(`/research/studies/${study.id}/stages`);
  const items = page.getByRole("listitem").filter({ hasText: "Item-rest correlation" });
  await expect(items).toHaveCount(4);
  await expect(items.first()).toContainText(/12 people/);
  await expect(items.first()).toContainText(/Check the key|Reword|Exclude|Keep/);
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);
  const [name = ""] = await items.first().locator("strong").allInnerTexts();
  const item = items.filter({ hasText: name });
  await item.getByText("Exclude this item", { exact: true }).click();
  await item.getByLabel("Reason").fill("The story allows both answers.");
  await item.getByRole("button", { name: "Exclude from the next stage" }).click();
  await expect(item).toContainText("Not asked in the next stage: The story allows both answers.");
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);
  await page.getByRole("button", { name: "Prepare the main stage" }).click();
  const size = page.getByRole("dialog").getByLabel("Answers to each item in each group");
  await expect(size).toHaveValue("20");
  await expect(page.getByRole("dialog")).toContainText(
    "20 answers to each of the remaining 3 items are 20 sessions of 3 items.",
  );
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);
  await page.keyboard.press("Escape");
  await item.getByRole("button", { name: "Ask it in the next stage" }).click();
  await expect(item).not.toContainText("Not asked in the next stage");
  await item.getByRole("link", { name: /Edit story, options and key/ }).click();
  await expect(page).toHaveURL(/\/research\/benchmarks\/.*\/items\//);
  await expect(page.getByLabel("Story").first()).toBeVisible();
});
