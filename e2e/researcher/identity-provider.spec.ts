import { expect, test } from "@playwright/test";
import { hashPassword } from "../../lib/server/platform/auth/password.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeIdentityProvider } from "../../prisma/factories/identity-provider.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { findBlemishes } from "../look.ts";
import { withOwnApplication } from "../own-application.ts";

const client = { clientId: "parallax", clientSecret: "a secret of the client" };
const password = "seven green lamps at noon";

test("signing in with an identity provider, with and without a script, and with a password while it is away", async ({
  browser,
}) => {
  const lab = await makeIdentityProvider();
  const environment = {
    PARALLAX_OIDC_ISSUER: lab.issuer,
    PARALLAX_OIDC_CLIENT_ID: client.clientId,
    PARALLAX_OIDC_CLIENT_SECRET: client.clientSecret,
    PARALLAX_OIDC_DOMAINS: "example.org",
    PARALLAX_OIDC_GROUPS: "students=boats:viewer",
    PARALLAX_OIDC_SCOPE: "openid email profile groups",
    PARALLAX_OIDC_NAME: "The Lab",
  };
  const prepare = async () => {
    await pool().query("INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'Boats', 'boats')");
    lab.open({ ...client, redirectUri: `${process.env.PARALLAX_URL}/api/auth/oidc/callback` });
    return await makePerson({ isOwner: true, passwordHash: await hashPassword(password, 10) });
  };
  await withOwnApplication({ prepare, environment }, async (baseURL, owner) => {
    lab.people.ada = { email: "ada@example.org", email_verified: true, name: "Ada", groups: ["students"] };
    lab.people.eve = { email: "eve@example.org", email_verified: true, name: "Eve", groups: ["others"] };
    for (const javaScriptEnabled of [true, false]) {
      const page = await (await browser.newContext({ baseURL, javaScriptEnabled })).newPage();
      await page.goto("/research/models");
      if (javaScriptEnabled) expect(await findBlemishes(page, [320])).toEqual([]);
      lab.isHere = "ada";
      await page.getByRole("link", { name: "Sign in with The Lab" }).click();
      await page.waitForURL(`${baseURL}/research/models`);
      await page.goto("/account");
      await expect(page.getByText("Boats (viewer)")).toBeVisible();
      await expect(page.getByText("This session")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Password" })).toBeHidden();
      // No cookie of the flow remains.
      const names = (await page.context().cookies(baseURL)).map(({ name }) => name);
      expect(names).toContain("parallax.session");
      expect(names).not.toContain("parallax.provider");
      await page.context().close();
    }

    const page = await (await browser.newContext({ baseURL })).newPage();
    lab.isHere = "eve";
    await page.goto("/sign-in?to=https://evil.example");
    await page.getByRole("link", { name: "Sign in with The Lab" }).click();
    await expect(page.getByText("None of your groups has access to this installation.")).toBeVisible();
    expect(await findBlemishes(page, [320])).toEqual([]);

    // Another site cannot start a sign-in, and a response that was not requested here is refused.
    const get = (path: string, headers = {}) => page.request.get(path, { headers, maxRedirects: 0 });
    const started = await get("/api/auth/oidc", { "sec-fetch-site": "cross-site" });
    expect([started.status(), started.headers().location]).toEqual([303, "/sign-in"]);
    const answered = await get("/api/auth/oidc/callback?code=x&state=y");
    expect([answered.status(), answered.headers().location]).toEqual([303, "/sign-in?problem=expired"]);
    const elsewhere = await get("/api/auth/oidc?to=https://evil.example");
    expect(elsewhere.headers().location).toMatch(new RegExp(`^${lab.issuer}/`));
    for (const path of ["signin/oidc", "callback/oidc", "csrf", "providers", "session"]) {
      expect((await get(`/api/auth/${path}`)).status()).toBe(404);
    }

    await lab.close();
    await page.goto("/sign-in");
    await page.getByLabel("E-mail address").fill(owner.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${baseURL}/research`);
  });
});
