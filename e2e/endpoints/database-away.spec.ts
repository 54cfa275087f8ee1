import { expect, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { mintToken } from "../../lib/server/sessions/session-token.ts";
import { findFreePort } from "../../lib/supervisor/free-port.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { startFaultProxy } from "../campaigns/fault-proxy.ts";
import { startApp, untilReady } from "../servers.ts";
import { SessionPage } from "../session/session-page.ts";

test("while the database is away everybody is told so in words, and afterwards everything goes on by itself", async ({
  browser,
  playwright,
}) => {
  const study = await makeStudy();
  const unvisited = await makeStudy();
  const database = new URL(process.env.DATABASE_URL as string);
  const proxy = await startFaultProxy(Number(database.port));
  database.host = `${proxy.host}:${proxy.port}`;
  const port = await findFreePort("127.0.0.1");
  const baseURL = `http://localhost:${port}`;
  const app = startApp(port, { DATABASE_URL: database.href, PARALLAX_URL: baseURL });
  const request = await playwright.request.newContext({ baseURL });
  try {
    await untilReady(port);
    const scripted = new SessionPage(await (await browser.newContext({ baseURL })).newPage());
    const plain = new SessionPage(await (await browser.newContext({ baseURL, javaScriptEnabled: false })).newPage());
    for (const session of [scripted, plain]) {
      await session.page.goto(`/s/${study.slug}`);
      await session.goToAnswer();
    }
    const address = new URL(scripted.page.url()).pathname;
    const token = address.split("/").at(-1) as string;

    proxy.set({ kind: "cut" });
    await test.step("every endpoint of a session answers 503 and says when to come back", async () => {
      for (const path of [`/s/${unvisited.slug}`, address, `${address}/withdraw`]) {
        const reply = await request.get(path);
        expect(reply.status(), path).toBe(503);
        expect(Number(reply.headers()["retry-after"]), path).toBeGreaterThan(0);
        expect(reply.headers()["content-type"], path).toContain("text/html");
        expect(await reply.text(), path).toContain("The study cannot be reached right now");
      }
      const posts: [string, Record<string, string>][] = [
        [
          "/api/v1/sessions",
          { study: unvisited.slug, token: mintToken(), protocol: study.protocolVersionId, consent: "yes" },
        ],
        ["/api/v1/sessions/resume", { study: unvisited.slug, token: mintToken(), pid: "p", sig: "s" }],
        [`/api/v1/sessions/${token}/screens/4`, { protocol: study.protocolVersionId, choice: "true" }],
        [`/api/v1/sessions/${token}/withdraw`, { confirm: "yes" }],
        [`/api/v1/sessions/${token}/heartbeat`, {}],
      ];
      for (const [path, fields] of posts) {
        const facts = await request.post(path, { data: fields });
        expect(facts.status(), path).toBe(503);
        expect(Number(facts.headers()["retry-after"]), path).toBeGreaterThan(0);
        expect((await facts.json()).error.code, path).toBe("unavailable");
        if (path.endsWith("heartbeat")) continue;
        const page = await request.post(path, { form: fields });
        expect(page.status(), path).toBe(503);
        expect(Number(page.headers()["retry-after"]), path).toBeGreaterThan(0);
        expect(await page.text(), path).toContain("Your answer is not saved yet");
      }
      expect((await request.get("/api/livez")).status()).toBe(200);
      expect((await request.get("/api/readyz")).status()).toBe(503);
    });

    await test.step("the research workspace says so, too", async () => {
      const workspace = await (await browser.newContext({ baseURL })).newPage();
      await workspace.goto("/sign-in");
      await workspace.getByLabel("E-mail address").fill("somebody@example.org");
      await workspace.getByLabel("Password").fill("a password of somebody");
      await workspace.getByRole("button", { name: "Sign in" }).click();
      await expect(workspace.getByRole("alert").getByText("The database did not answer in time.")).toBeVisible();
      await workspace.goto("/setup?token=anything");
      await expect(workspace.getByRole("heading", { name: "Something went wrong here" })).toBeVisible();
      await workspace.context().close();
    });

    await test.step("with a script the answer waits in the page, without one it waits in a form", async () => {
      await scripted.choose("True");
      await expect(scripted.page.getByText("Not saved yet.")).toBeVisible();
      await plain.choose("False");
      await plain.expectHeading("Your answer is not saved yet");
    });

    proxy.set({ kind: "pass" });
    await scripted.expectHeading("Why did you choose this answer?");
    await plain.page.getByRole("button", { name: "Send it again" }).click();
    await plain.expectHeading("Why did you choose this answer?");
    for (const session of [scripted, plain]) {
      await session.explain();
      await session.expectHeading("Thank you");
      await session.page.context().close();
    }
    const { rows } = await pool().query("SELECT answer_key FROM response WHERE study_id = $1 ORDER BY answer_key", [
      study.id,
    ]);
    expect(rows).toEqual([{ answer_key: "false" }, { answer_key: "true" }]);
  } finally {
    await request.dispose();
    await app.stop();
    await proxy.stop();
  }
});
