import { type Browser, expect, type Page, test } from "@playwright/test";
import { roles } from "../../lib/domain/roles.ts";
import { ensureSetupLink } from "../../lib/server/platform/auth/setup-link.ts";
import { expectWellMade } from "../look.ts";
import { withOwnApplication } from "../own-application.ts";

const password = "seven green lamps at noon";

/** Where each role has its work. */
const firstHeading: Record<(typeof roles)[number], RegExp> = {
  admin: /My first project/,
  researcher: /My first project/,
  viewer: /My first project/,
  reviewer: /Review/,
  annotator: /./,
  rater: /Rating/,
};

test("accounts: the first admin by a link that works once, invitations to every role, changed roles", async ({
  browser,
}) => {
  await withOwnApplication({ prepare: ensureSetupLink }, async (baseURL, setupPath) => {
    const admin = await newPage(browser, baseURL);

    await test.step("the set-up link makes the first admin, once", async () => {
      await admin.goto(setupPath as string);
      await expectWellMade(admin);
      await fillUser(admin, "Ada Admin", "short");
      await admin.getByLabel("E-mail address").fill("not an address");
      await admin.locator("form").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
      await admin.getByRole("button", { name: "Create account and sign in" }).click();
      await expect(admin.getByLabel("E-mail address")).toBeFocused();
      await admin.getByLabel("E-mail address").fill("ada@example.org");
      await admin.getByRole("button", { name: "Create account and sign in" }).click();
      await expect(admin.getByLabel("Password")).toBeFocused();
      await expect(admin.getByLabel("Password")).toHaveAccessibleDescription(/at least 10 characters/);
      await admin.getByLabel("Password").fill(password);
      await admin.getByRole("button", { name: "Create account and sign in" }).click();
      await admin.waitForURL("**/research");
      const [cookie] = (await admin.context().cookies()).filter(({ name }) => name.includes("session"));
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", domain: "localhost" });
      expect(await isKnown(admin)).toBe(true);
      const second = await newPage(browser, baseURL);
      await second.goto(setupPath as string);
      await expect(second.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
      await expectWellMade(second);
      await second.context().close();
    });

    const people = new Map<string, Page>();
    await test.step("an invitation to each role works once, for its address only", async () => {
      await admin.goto("/research/admin/users");
      await expectWellMade(admin);
      for (const role of roles) {
        const link = await inviteSomebody(admin, `${role}@example.org`, role);
        const page = await newPage(browser, baseURL);
        await page.goto(link);
        await expect(page.getByText(`Ada Admin invites ${role}@example.org as ${role}.`)).toBeVisible();
        if (role === "researcher") await expectWellMade(page);
        await fillUser(page, `Some ${role}`, password);
        await page.getByRole("button", { name: "Create account and join" }).click();
        await page.waitForURL((url) => !url.pathname.startsWith("/invitation"));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(firstHeading[role]);
        // Attempts from elsewhere cannot lock out a browser that is recognized.
        expect(await isKnown(page)).toBe(true);
        people.set(role, page);
        const late = await newPage(browser, baseURL);
        await late.goto(link);
        await expect(late.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
        await late.context().close();
      }
      await inviteSomebody(admin, "regretted@example.org", "viewer");
      await admin.reload();
      await expectWellMade(admin);
      const row = admin.getByRole("row", { name: /regretted@example.org/ });
      await row.getByRole("button").click();
      await admin.getByRole("dialog").getByRole("button").last().click();
      await expect(row).toHaveCount(0);
    });

    const researcher = people.get("researcher") as Page;
    await test.step("a changed role counts from the next click", async () => {
      await researcher.goto("/research/studies/new");
      await expect(researcher.getByRole("heading", { name: "New study" })).toBeVisible();
      await changeRole(admin, "Some researcher", "viewer");
      await researcher.reload();
      await expect(researcher.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
      await changeRole(admin, "Some researcher", "researcher");
    });

    for (const page of [admin, ...people.values()]) await page.context().close();
  });
});

/** Whether the browser has the cookie by which it is recognized at its next sign-in. */
async function isKnown(page: Page): Promise<boolean> {
  return (await page.context().cookies()).some(({ name, httpOnly }) => name.includes("known.") && httpOnly);
}

async function newPage(browser: Browser, baseURL: string): Promise<Page> {
  return await (await browser.newContext({ baseURL })).newPage();
}

async function fillUser(page: Page, name: string, secret: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password").fill(secret);
}

async function inviteSomebody(admin: Page, email: string, role: string): Promise<string> {
  await admin.goto("/research/admin/users");
  const form = admin.getByRole("form", { name: "Invite a user" });
  await form.getByLabel("E-mail address").fill(email);
  await form.getByLabel("Role").selectOption(role);
  await form.getByRole("button", { name: "Create a link" }).click();
  await expect(admin.getByText(`Send this link to ${email}`)).toBeVisible();
  return await secretLink(admin);
}

async function secretLink(admin: Page): Promise<string> {
  return ((await admin.getByText(/^http:\S+\/(invitation|reset)/).textContent()) ?? "").trim();
}

async function changeRole(admin: Page, name: string, role: string): Promise<void> {
  await admin.goto("/research/admin/users");
  await admin.getByRole("row", { name }).getByRole("button", { name: "Change role" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(admin.getByRole("row", { name }).getByText(role, { exact: true })).toBeVisible();
}
