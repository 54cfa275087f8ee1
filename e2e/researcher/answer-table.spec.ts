import { expect, type Page, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { speaksEnglish, startWalker } from "../../prisma/factories/walk-session.ts";
import { findBlemishes } from "../look.ts";
import { signIn } from "../sign-in.ts";

const people = 60;
const table = (page: Page) => page.getByRole("table", { name: "Answers" });
/** The explanations on the page, in order. */
const numbers = async (page: Page) =>
  (
    await table(page)
      .getByText(/^Reason \d+/)
      .allTextContents()
  ).map((text) => Number.parseInt(text.slice(7), 10));

let study: MadeStudy;
let base: string;

test.beforeAll(async () => {
  study = await makeStudy({ items: 2, design: { perStratumItem: 40 } });
  base = `/research/studies/${study.id}/responses`;
  for (let person = 0; person < people; person += 1) {
    const walker = await startWalker(study);
    const own = { age: "18-29", gender: "female" };
    const explanation = `Reason ${person}${person % 20 === 0 ? ", by the violin" : ""}`;
    for (const [screen, fields] of [{ consent: "yes" }, speaksEnglish, own, {}, { choice: "true" }].entries())
      await walker.post(screen, fields as Record<string, string>);
    await walker.post(5, { explanation });
  }
});

test("the table of answers: sorted, searched, paged, excluded by selection and read with the keyboard", async ({
  page,
}) => {
  await signIn(page.context(), (await makePerson({ projectId: study.projectId, role: "researcher" })).claims);
  await page.goto(base);
  await expect(page.getByText("50 of 60", { exact: true })).toBeVisible();
  const first = await numbers(page);
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByText("10 of 60", { exact: true })).toBeVisible();
  expect([...first, ...(await numbers(page))]).toEqual(
    Array.from({ length: people }, (_, index) => people - 1 - index),
  );
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await expect(page.getByText("50 of 60", { exact: true })).toBeVisible();

  await table(page).getByRole("link", { name: "Response time" }).click();
  await expect(page).toHaveURL(/sort=response-time&order=asc/);
  await expect(page.getByRole("columnheader", { name: "Response time" })).toHaveAttribute("aria-sort", "ascending");

  await page.getByText("Search and filters").click();
  await page.getByRole("searchbox", { name: /^Search \(optional\)/ }).fill("VIOLIN");
  await page.getByRole("button", { name: "Show these" }).click();
  await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/sort=response-time&order=asc.*q=VIOLIN/);
  expect((await numbers(page)).sort((left, right) => left - right)).toEqual([0, 20, 40]);
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);

  await table(page).getByRole("checkbox", { name: "Select all on this page" }).check();
  const form = page.getByRole("form", { name: "Exclude the selected answers" });
  await form.getByLabel(/^Reason/).selectOption({ label: "A test" });
  await form.getByRole("button", { name: "Exclude selected" }).click();
  await expect(page.getByText("3 answers excluded.")).toBeVisible();
  await expect(table(page).getByText("Excluded: A test")).toHaveCount(3);
  await page.goto(`${base}?excluded=yes`);
  await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
  await page.goto(`${base}?from=yesterday`);
  await expect(page.getByText("these values are invalid: Saved from (UTC).")).toBeVisible();

  await page.goto(base);
  const links = table(page).getByRole("link", { name: /the whole session/ });
  // The keys work as soon as the script of the page runs.
  await expect(async () => {
    await page.getByRole("region", { name: "Answers" }).focus();
    await page.keyboard.press("j");
    await expect(links.first()).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "A session" })).toBeVisible();
  await expect(page.getByText("Reason 58")).toBeVisible();
});

test("the table of answers works without a script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await signIn(context, (await makePerson({ projectId: study.projectId, role: "researcher" })).claims);
  const page = await context.newPage();
  const { rows } = await pool().query(
    `SELECT response.session_id AS id FROM response JOIN step_answer USING (session_id)
     WHERE response.study_id = $1 AND given ->> 'explanation' = 'Reason 7'`,
    [study.id],
  );
  await page.goto(`${base}?person=${rows[0].id}`);
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: /^Person/ }).fill("");
  await page.getByRole("searchbox", { name: /^Search \(optional\)/ }).fill("reason 9");
  await page.getByRole("button", { name: "Show these" }).click();
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await table(page)
    .getByRole("checkbox", { name: /^Select the answer/ })
    .check();
  await page.getByLabel(/^Reason/).selectOption({ label: "Technical problem" });
  await page.getByRole("button", { name: "Exclude selected" }).click();
  await expect(table(page).getByText("Excluded: Technical problem")).toBeVisible();
  await table(page)
    .getByRole("link", { name: /the whole session/ })
    .click();
  await expect(page.getByRole("heading", { name: "A session" })).toBeVisible();
  await context.close();
});
