import { expect, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy, withDwell } from "../../prisma/factories/make-study.ts";
import { SessionPage } from "./session-page.ts";

// Reload, back, two tabs, a second device and another person's ID, with and without a script, are tested in
// measures.spec.ts.

async function storedAnswers(studyId: string): Promise<string[]> {
  const { rows } = await pool().query("SELECT answer_key FROM response WHERE study_id = $1", [studyId]);
  return rows.map((row) => row.answer_key);
}

test("a lost network keeps the answer on this device, says so, and sends it once when it is back", async ({
  context,
  page,
}) => {
  const study = await makeStudy();
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  await session.goToAnswer();
  await context.setOffline(true);
  await session.choose("False");
  await expect(page.getByText("Not saved yet. Please keep this page open; it is sent again by itself.")).toBeVisible();
  expect(await storedAnswers(study.id)).toEqual([]);
  await context.setOffline(false);
  await session.expectHeading("Why did you choose this answer?");
  expect(await storedAnswers(study.id)).toEqual(["false"]);
});

test("a draft survives a reload and goes when its receipt comes", async ({ page }) => {
  const study = await makeStudy();
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  await session.goToAnswer();
  await session.choose("True");
  await session.expectHeading("Why did you choose this answer?");
  await page.getByRole("textbox").fill("Half a tho");
  await page.reload();
  await expect(page.getByRole("textbox")).toHaveValue("Half a tho");
  await page.getByRole("textbox").fill("A whole thought.");
  await session.next();
  await session.expectHeading("Thank you");
  const drafts = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("parallax-draft")));
  expect(drafts).toEqual([]);
});

test("a closed tab can be continued from the same link", async ({ context, page }) => {
  const study = await makeStudy();
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}?PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t`);
  await session.goToAnswer();
  await expect(page).toHaveURL(new RegExp(`/s/${study.slug}/[A-Za-z0-9_-]{32}$`));
  await page.close();
  const again = new SessionPage(await context.newPage());
  await again.page.goto(`/s/${study.slug}?PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t`);
  await again.page.getByRole("link", { name: "Continue where you stopped" }).click();
  await again.expectHeading("Your answer");
});

test("the dwell cannot be shortened by a reload, a second tab or a forged post", async ({ context, page, request }) => {
  const study = await makeStudy({ protocol: (protocol) => withDwell(protocol, 30) });
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  await session.goToStory();
  const button = page.getByRole("button", { name: "Continue" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await expect(page.getByRole("button", { name: "Continue" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText(/^You can continue in 0:[0-2]\d\.$/)).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole("button", { name: "Continue" })).toHaveAttribute("aria-disabled", "true");
  const form = page.locator("form[data-screen]");
  const address = (await form.getAttribute("action")) ?? "";
  const protocol = await form.locator("input[name=protocol]").inputValue();
  for (const target of [address, address.replace(/\d+$/, "4"), address.replace(/\d+$/, "5")]) {
    const forged = await request.post(target, { data: { protocol, choice: "true", explanation: "x" } });
    expect([409, 422, 404]).toContain(forged.status());
  }
  const early = await request.post(address, { data: { protocol } });
  expect(early.status()).toBe(409);
  expect(await early.json()).toMatchObject({ status: "too-early", receipt: null });
  const { rows } = await pool().query("SELECT screen FROM session WHERE study_id = $1", [study.id]);
  expect(rows).toEqual([{ screen: 3 }]);
});

test("in the no-story condition the story never leaves the server again", async ({ page, request }) => {
  const study = await makeStudy({ design: { factors: [{ name: "story", levels: ["no-story"] }] } });
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  await session.goToStory();
  const story = await page.locator(".story-text").textContent();
  expect(story).toContain("Ana told Ben");
  await session.next();
  await session.expectHeading("Your answer");
  for (const address of [page.url(), `${page.url()}?early`, `${page.url()}/withdraw`]) {
    expect(await (await request.get(address)).text()).not.toContain(story);
  }
  expect(await page.content()).not.toContain(story);
  await page.goBack().catch(() => null);
  expect(await page.content()).not.toContain(story);
});

test("no answer key, condition name or other item is ever sent", async ({ page }) => {
  const study = await makeStudy({ items: 6 });
  const bodies: string[] = [];
  page.on("response", async (response) => bodies.push(await response.text().catch(() => "")));
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  await session.goToAnswer();
  await session.choose("True");
  await session.explain();
  await session.expectHeading("Thank you");
  const sent = bodies.join("\n");
  for (const secret of ["gold", "no-story", "questionOrder", "true-false", "false-true", "item-", "correct"]) {
    expect(sent.includes(secret), secret).toBe(false);
  }
  expect(new Set(sent.match(/the number \d/g) ?? []).size).toBe(1);
});
