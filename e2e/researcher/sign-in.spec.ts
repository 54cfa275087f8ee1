import { type Browser, expect, type Page, test } from "@playwright/test";
import { hashPassword } from "../../lib/server/platform/auth/password.ts";
import { startSession } from "../../lib/server/platform/auth/start-session.ts";
import { db } from "../../lib/server/platform/database/client.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { expectWellMade } from "../look.ts";
import { signIn as comeIn } from "../sign-in.ts";

const password = "seven green lamps at noon";
const newPassword = "eleven quiet boats tonight";

test("signing in and out, guessing, a lost password, and sessions that end at the next click", async ({ browser }) => {
  const { id: projectId } = await makeProject("Lamps and boats");
  const passwordHash = await hashPassword(password, 10);
  const { email, userId } = await makePerson({
    projectId,
    role: "researcher",
    passwordHash,
  });
  /** As the form would, but sooner. */
  const bringIn = async (to: Page) => {
    const claims = await startSession(userId);
    if (!claims) throw new Error("no session could be started");
    await comeIn(to.context(), claims);
    await to.goto("/research/studies");
    await expectIn(to);
  };
  const boss = await makePerson({ projectId, role: "admin", passwordHash });
  const admin = await newPage(browser);
  await comeIn(admin.context(), boss.claims);
  const page = await newPage(browser);

  await test.step("a wrong password and an unknown address get the same words, the right password gets on", async () => {
    await page.goto("/research/models");
    await signIn(page, email, "a wrong password");
    await expect(refusal(page)).toHaveText(/The e-mail address or password is incorrect\./);
    await expect(page.getByLabel("E-mail address")).toHaveValue(email);
    await expectWellMade(page);
    await signIn(page, "nobody@example.org", password);
    await expect(refusal(page)).toHaveText(/The e-mail address or password is incorrect\./);
    await signIn(page, email, password);
    await page.waitForURL("**/research/models");
    await expectIn(page);
  });

  await test.step("signing out ends the session itself, not only its cookie", async () => {
    const cookies = await page.context().cookies();
    await page.getByLabel(/^Your account/).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await page.context().addCookies(cookies);
    await page.goto("/research/models");
    await expectOut(page);
  });

  await test.step("a revoked session ends at its next click, and no other", async () => {
    const other = await newPage(browser);
    await bringIn(page);
    await bringIn(other);
    await page.goto("/account");
    const revoke = page.getByRole("form", { name: /^Revoke session/ });
    // The person was made with a session, too.
    for (const left of [1, 0]) {
      await revoke.first().getByRole("button").click();
      await expect(revoke).toHaveCount(left);
    }
    await clickOn(other);
    await expectOut(other);
    await other.context().close();
    await page.goto("/research/models");
    await expectIn(page);
  });

  await test.step("signing out everywhere ends the other browser, too", async () => {
    const other = await newPage(browser);
    await bringIn(page);
    await bringIn(other);
    await page.goto("/account");
    await expectWellMade(page);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await clickOn(other);
    await expectOut(other);
    await other.context().close();
  });

  const finder = await newPage(browser);
  await test.step("an admin's link sets a new password once, and signs every browser out", async () => {
    await bringIn(page);
    await admin.goto("/research/admin/users");
    await admin.getByRole("row", { name: email }).getByRole("button", { name: "New password" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Create a link" }).click();
    const link = ((await admin.getByText(/^http:\S+\/reset/).textContent()) ?? "").trim();
    await finder.goto(link);
    await expectWellMade(finder);
    await finder.getByRole("textbox", { name: "New password" }).fill(email);
    await finder.getByRole("button", { name: "Set password and sign in" }).click();
    await expect(finder.getByRole("textbox", { name: "New password" })).toHaveAccessibleDescription(/easy to guess/);
    await finder.getByRole("textbox", { name: "New password" }).fill(newPassword);
    await finder.getByRole("button", { name: "Set password and sign in" }).click();
    await finder.waitForURL("**/research");
    await clickOn(page);
    await expectOut(page);
    await signIn(page, email, password);
    await expect(refusal(page)).toHaveText(/password is incorrect/);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  });

  await test.step("an admin ends somebody's sessions, disables the account, and takes them out of the project", async () => {
    await bringIn(page);
    await confirm(admin, email, "End sessions");
    await clickOn(page);
    await expectOut(page);

    await confirm(admin, email, "Disable", "Disable account");
    await signIn(page, email, newPassword);
    await expect(refusal(page)).toHaveText(/password is incorrect/);
    await confirm(admin, email, "Enable", "Enable account");
    await signIn(page, email, newPassword);
    await page.waitForURL("**/research/models");

    await confirm(admin, email, "Remove");
    await clickOn(page);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    await page.goto("/research");
    await expect(page.getByRole("heading", { name: "You are not a member of a project yet" })).toBeVisible();
  });

  await test.step("guessing is stopped, also for whoever guesses right in the end", async () => {
    const attacker = await newPage(browser);
    await attacker.goto("/sign-in");
    for (let guess = 1; guess <= 10; guess += 1) {
      await signIn(attacker, email, `guess number ${guess}`);
      await expect(refusal(attacker)).toHaveText(/password is incorrect/);
      await attacker.reload();
    }
    const answer = attacker.waitForResponse((response) => response.request().method() === "POST");
    await signIn(attacker, email, newPassword);
    await expect(refusal(attacker)).toHaveText(/Too many attempts\. Please wait 1[45] minutes and try again\./);
    expect((await answer).status()).toBe(429);
    expect(Number((await answer).headers()["retry-after"])).toBeGreaterThan(13 * 60);
    // Anyone who is in already stays in.
    await admin.reload();
    await expectIn(admin);
    // The browser in which the password was set is known, so it can still sign in.
    await finder.goto("/sign-in");
    await signIn(finder, email, newPassword);
    await finder.waitForURL("**/research");
    await finder.context().close();
  });

  const written = await db().auditEvent.findMany({ where: { subjectId: userId }, orderBy: { id: "asc" } });
  expect(written.map(({ action }) => action)).toEqual([
    "account.end-session",
    "account.end-session",
    "account.make-reset-link",
    "account.reset-password",
    "account.end-sessions",
    "account.disable",
    "account.enable",
    "membership.remove",
  ]);
});

async function newPage(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The error message of a refused form; Next has a separate alert for screen readers. */
function refusal(page: Page) {
  return page.locator("main").getByRole("alert");
}

/** The next click of someone who has the studies before them. */
async function clickOn(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Models", exact: true }).click();
}

async function expectIn(page: Page): Promise<void> {
  await expect(page.getByLabel(/^Your account/)).toBeVisible();
}

async function expectOut(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

/** The button in a person's row, and the button of its confirmation. */
async function confirm(admin: Page, email: string, button: string, last = button): Promise<void> {
  await admin.goto("/research/admin/users");
  await admin.getByRole("row", { name: email }).getByRole("button", { name: button, exact: true }).click();
  await admin.getByRole("dialog").getByRole("button", { name: last, exact: true }).click();
  await expect(admin.getByRole("dialog")).toBeHidden();
}
