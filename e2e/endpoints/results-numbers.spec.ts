import { expect, test } from "@playwright/test";
import { countNumbers } from "../../components/testing/count-numbers.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { signIn } from "../sign-in.ts";
import { placesOfStudies } from "./list-reads.ts";
import { findPlaces } from "./visitors.ts";

/** Numbers that a results page may show before its reader opens anything. */
const most = 120;

test("the results page of every demo study shows at most 120 numbers before anything is opened", async ({ page }) => {
  const places = await placesOfStudies(await findPlaces());
  const project = places[0]?.project as string;
  await signIn(page.context(), (await makePerson({ projectId: project, role: "viewer" })).claims);
  const counted: Record<string, number> = {};
  for (const { study, slug } of places) {
    await expect(async () => {
      await page.goto(`/research/studies/${study}/results`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText(/^(?:Computing|Waiting for the results)/)).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 120_000 });
    // Axis labels are in drawings; texts for screen readers repeat the drawings.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>("svg, .sr-only, option"))
        element.style.display = "none";
    });
    // biome-ignore lint/performance/useDomNodeTextContent: only the text that is drawn counts
    counted[`${slug} ${study}`] = countNumbers(await page.locator("main").innerText());
  }
  expect(Object.keys(counted).length).toBeGreaterThan(3);
  expect(Object.entries(counted).filter(([, numbers]) => numbers > most)).toEqual([]);
});
