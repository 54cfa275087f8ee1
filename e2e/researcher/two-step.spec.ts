import { type Browser, expect, type Page, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { hashPassword } from "../../lib/server/platform/auth/password.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { findBlemishes } from "../look.ts";
import { withOwnApplication } from "../own-application.ts";
import { signIn as comeIn } from "../sign-in.ts";

const password = "seven green lamps at noon";

test("two-step sign-in without a script: set-up, recovery codes, codes that work once, and no way around", async ({
  browser,
}) => {
  const { id: projectId } = await makeProject("Lamps");
  const passwordHash = await hashPassword(password, 10);
  const { email, userId } = await makePerson({ projectId, role: "researcher", passwordHash });
  const page = await newPage(browser, false);
  await enterPassword(page, email);
  await page.goto("/account");
  const codeOf = await setUp(page);
  const codes = await page
    .getByRole("listitem")
    .filter({ hasText: /^(?:[A-Z2-7]{4}-){3}/ })
    .allTextContents();
  expect(codes).toHaveLength(10);
  await page.goto("/account");
  await expect(page.getByText("10 recovery codes are left")).toBeVisible();
  await expect(page.getByText(codes[0] as string)).toBeHidden();

  const other = await newPage(browser, false);
  await other.goto("/research/models");
  await enterPassword(other, email, false);
  await expect(other.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  for (const path of ["/research/models", "/account", "/sign-in/enrol"]) {
    await other.goto(path);
    await expect(other.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  }
  expect((await other.request.get(`/api/v1/annotation/tasks/${projectId}`)).status()).toBe(401);
  await other.goto("/sign-in/code?to=/research/models");
  await other.getByLabel("Code", { exact: true }).fill("000000");
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.locator("main").getByRole("alert")).toHaveText(/This code is not valid/);
  const used = codeOf(1);
  await other.getByLabel("Code", { exact: true }).fill(used);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.waitForURL("**/research/models");

  const third = await newPage(browser, false);
  await enterPassword(third, email);
  await third.getByLabel("Code", { exact: true }).fill(used);
  await third.getByRole("button", { name: "Continue" }).click();
  await expect(third.locator("main").getByRole("alert")).toHaveText(/This code is not valid/);
  await third.getByLabel("Code", { exact: true }).fill(codes[0] as string);
  await third.getByRole("button", { name: "Continue" }).click();
  await third.waitForURL("**/research");
  const { rows } = await pool().query("SELECT action FROM audit_event WHERE subject_id = $1 ORDER BY id", [userId]);
  expect(rows.map(({ action }) => action)).toEqual(["account.set-up-second-factor", "account.use-recovery-code"]);
});

test("a role that requires two-step sign-in leads its members to the set-up first", async ({ browser }) => {
  // The requirement holds for the whole installation, so the other tests must not share it.
  await withOwnApplication({ prepare: makeRaterAndOwner }, async (baseURL, { rater, owner }) => {
    const boss = await newPage(browser, true, baseURL);
    await comeIn(boss.context(), owner.claims);
    await boss.goto("/research/admin/users");
    await boss.getByRole("checkbox", { name: "rater" }).check();
    await boss.getByRole("button", { name: "Save" }).click();
    await expect(boss.getByText("It applies to the next request of each member.")).toBeVisible();
    expect(await findBlemishes(boss, [320])).toEqual([]);

    const page = await newPage(browser, true, baseURL);
    await comeIn(page.context(), rater.claims);
    await page.goto("/account");
    await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
    await setUp(page, async () => expect(await findBlemishes(page, [320])).toEqual([]));
    await expect(page.getByText("Your recovery codes")).toBeVisible();
    expect(await findBlemishes(page, [320])).toEqual([]);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.waitForURL("**/account");
    await expect(page.getByRole("heading", { name: "Two-step sign-in" })).toBeVisible();
    expect(await findBlemishes(page, [320])).toEqual([]);

    const later = await newPage(browser, true, baseURL);
    await enterPassword(later, rater.email);
    await expect(later.getByRole("heading", { name: "Enter the code" })).toBeVisible();
    expect(await findBlemishes(later, [320])).toEqual([]);
    await later.getByRole("button", { name: "Cancel" }).click();
    await expect(later.getByText("You are signed out.")).toBeVisible();
  });
});

async function makeRaterAndOwner() {
  const { id: projectId } = await makeProject("Boats");
  const passwordHash = await hashPassword(password, 10);
  const rater = await makePerson({ projectId, role: "rater", passwordHash });
  const owner = await makePerson({ projectId, role: "admin", isOwner: true });
  return { rater, owner };
}

async function newPage(
  browser: Browser,
  javaScriptEnabled = true,
  baseURL = process.env.PARALLAX_URL as string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport: { width: 1280, height: 900 } });
  return await context.newPage();
}

async function enterPassword(page: Page, email: string, goes = true): Promise<void> {
  if (goes) await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Sets up an app on the page that shows it; returns its codes, of now or so many steps of 30 s later. */
async function setUp(page: Page, look = async () => {}): Promise<(steps: number) => string> {
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  await look();
  const uri = await page.getByRole("link", { name: "open it on this device" }).getAttribute("href");
  const secret = new URL(uri as string).searchParams.get("secret") as string;
  const codeOf = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await page.getByLabel("Code from the app", { exact: true }).fill(codeOf(0));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Your recovery codes")).toBeVisible();
  return codeOf;
}
