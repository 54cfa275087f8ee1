import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { wilsonInterval } from "../../lib/domain/statistics/proportions/wilson.ts";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { speaksEnglish, startWalker } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { SessionPage } from "../session/session-page.ts";

const items = [1, 2].flatMap((story) =>
  [true, false].map((gold) => ({
    id: `s${story}-${gold}`,
    kind: "true-false",
    story: { id: `s${story}`, title: `The parcel ${story}`, text: `Mina gave parcel ${story} to Joss before noon.` },
    text: gold ? `Joss had parcel ${story} at noon.` : `Mina had parcel ${story} at noon.`,
    gold,
    attributes: { level: story },
  })),
);
test("a researcher's whole way: items, a study from a preset and by hand, preview, opening, pausing, watching and excluding an answer", async ({
  page,
  browser,
}) => {
  const slug = `way-${randomUUID().slice(0, 8)}`;
  const project = await makeProject(slug);
  const { claims } = await makePerson({ projectId: project.id, role: "researcher" });
  const baseURL = process.env.PARALLAX_URL as string;
  const token = await encodeSessionToken(claims);
  await page.context().addCookies([{ name: cookieAttributes("session").name, value: token, url: baseURL }]);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));

  await test.step("empty screens say what to do, and items come in by the web", async () => {
    for (const path of ["", "/studies", "/benchmarks", "/models", "/results"]) {
      await page.goto(`/research${path}`);
      await expectWellMade(page);
    }
    await page.goto("/research/benchmarks");
    await page.getByLabel("Benchmark", { exact: true }).fill(`Parcels of ${slug}`);
    const lines = [...items.map((item) => JSON.stringify(item)), '{"id":"broken"}'];
    await page.getByLabel(/^File/).setInputFiles({
      name: "parcels.jsonl",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(lines.join("\n")),
    });
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    // The preview showed the same numbers; the outcome gets the focus, and the page scrolls to it.
    await expect(page.getByText("the others imported")).toBeVisible();
    await expect(page.getByRole("status").getByText(/4/).first()).toBeVisible();
    await expect(page.getByRole("status").getByText(/kind/).first()).toBeVisible();
    await expectWellMade(page);
  });

  const base = await test.step("a study from the preset", async () => {
    await page.goto("/research/studies/new");
    await expectWellMade(page);
    await page.getByRole("link", { name: /Street et al/ }).click();
    await page.getByLabel("Name", { exact: true }).fill("Parcels, read by people");
    await page.getByLabel("Title for participants").fill("Parcels");
    // Each default that multiplies cost or length is named, and the cost of the whole study is beside every step.
    await expect(page.getByText("the study needs 4 times the answers of one condition")).toBeVisible();
    const beside = page.getByRole("complementary", { name: "Preview, cost and frozen settings" });
    await page.getByLabel("Address", { exact: true }).fill("Not An Address");
    const steps = page.getByRole("navigation", { name: "Steps of the design" });
    await steps.getByRole("button", { name: "Plan" }).click();
    await page.getByLabel("Answers per item and group").fill("2");
    await expect(beside).toContainText(/64 people, about [\d.]+ minutes each/);
    await steps.getByRole("button", { name: "Session" }).click();
    await page.getByText("3. The story").click();
    await expect(page.getByText(/^Adds one question for each item of a session \(1 item\)/)).toBeVisible();
    await page.getByLabel("Time to read").fill("0");
    const consent = page.locator("#consent").getByLabel("Text", { exact: true });
    await consent.fill((await consent.inputValue()).replaceAll(/\[(?:name of|insert) [^\]]*\]/g, "University X"));
    await page.getByRole("button", { name: "Save as draft" }).click();
    const address = page.getByLabel("Address", { exact: true });
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Nothing was saved.")).toBeVisible();
    await address.fill(slug);
    await expectWellMade(page);
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.waitForURL(/\/research\/studies\/[0-9a-f-]{36}$/);
    return new URL(page.url()).pathname;
  });
  const studyId = base.split("/").at(-1) as string;

  await test.step("a study by hand, previewed before it is saved", async () => {
    await page.goto("/research/studies/new?from=from-scratch");
    await page.getByLabel("Name", { exact: true }).fill("By hand");
    await page.getByLabel("Address", { exact: true }).fill(`${slug}-hand`);
    await page.getByRole("button", { name: "Next: Session" }).click();
    await page.getByLabel("Heading").first().fill("A heading of my own");
    const frame = page.frameLocator('iframe[title="Preview of the participant’s page"]');
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText("A heading of my own");
    // The browser reports the field that is still empty in the step that has it.
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByLabel("Title for participants").fill("Stories");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.waitForURL(/\/research\/studies\/[0-9a-f-]{36}$/);
    const { rows } = await pool().query("SELECT status::text, name FROM study WHERE slug = $1", [`${slug}-hand`]);
    expect(rows).toEqual([{ status: "draft", name: "By hand" }]);
  });

  await test.step("nobody can take part in a draft; opening generates every slot", async () => {
    expect((await page.request.get(`/s/${slug}`)).status()).toBe(404);
    for (const path of [
      "",
      "/design",
      "/design/protocol",
      "/design/edit",
      "/settings",
      "/responses",
      "/collect",
      "/results",
    ]) {
      await page.goto(base + path);
      await expectWellMade(page);
    }
    await page.goto(base);
    await move(page, "Open the study");
    const { rows } = await pool().query("SELECT count(*)::int FROM slot WHERE study_id = $1", [studyId]);
    // Four items, eight groups of people, two answers for each.
    expect(rows).toEqual([{ count: 64 }]);
  });

  const seen = await test.step("every page of the preview is what a participant sees", async () => {
    const context = await browser.newContext();
    const participant = new SessionPage(await context.newPage());
    // The page was requested as a draft a moment ago, so one more visitor may still get the earlier response.
    await expect(async () => {
      await participant.page.goto(`/s/${slug}`);
      expect(await participant.page.getByRole("button", { name: "I agree and want to take part" }).count()).toBe(1);
    }).toPass();
    const texts: Record<string, string> = { consent: await mainText(participant.page) };
    await participant.agree();
    texts.languages = await mainText(participant.page);
    await participant.answerLanguages();
    texts.about = await mainText(participant.page);
    await participant.answerAboutYou();
    await participant.expectHeading("The story");
    const { rows } = await pool().query(
      `SELECT placement.item_version_id AS item, condition.key FROM slot
       JOIN placement ON placement.slot_id = slot.id JOIN condition ON condition.id = placement.condition_id
       WHERE slot.study_id = $1 AND slot.session_id IS NOT NULL`,
      [studyId],
    );
    texts.story = await mainText(participant.page);
    await participant.next();
    await participant.expectHeading("Your answer");
    texts.answer = await mainText(participant.page);

    await page.goto(`${base}/design/protocol`);
    const places = await page
      .getByRole("navigation", { name: "Pages of the session" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("page")));
    const shown: string[] = [];
    for (const place of places) {
      const query = new URLSearchParams({ page: place ?? "", item: rows[0].item, condition: rows[0].key });
      const preview = await context.newPage();
      await preview.context().addCookies([{ name: cookieAttributes("session").name, value: token, url: baseURL }]);
      await preview.goto(`${base}/preview?${query}`);
      shown.push(await mainText(preview));
      await preview.close();
    }
    for (const [name, text] of Object.entries(texts)) expect(shown, name).toContain(text);
    // Each condition has a separate frame.
    await page.goto(`${base}/design/protocol?page=${places[4]}&item=${rows[0].item}`);
    await expect(page.locator("iframe")).toHaveCount(4);
    return { participant };
  });

  await test.step("a paused and a closed study tell newcomers so, and let people finish", async () => {
    await page.goto(base);
    await move(page, "Pause");
    const newcomer = await browser.newPage();
    await expectNotice(newcomer, `/s/${slug}`, "The study is paused");
    await seen.participant.page.context().close();
    await move(page, "Reopen");
    await move(page, "Close");
    await expectNotice(newcomer, `/s/${slug}`, "The study is over");
    await newcomer.close();
    await move(page, "Reopen");
    await expect.poll(async () => (await page.request.get(`/s/${slug}`)).text()).toContain("Before you start");
  });

  await test.step("people answer, and the live page counts what the database holds", async () => {
    const { rows: versions } = await pool().query("SELECT protocol_version_id AS id FROM study WHERE id = $1", [
      studyId,
    ]);
    const study = { id: studyId, slug, projectId: project.id, benchmarkId: "", protocolVersionId: versions[0].id };
    for (let person = 0; person < 12; person += 1) {
      const walker = await startWalker(study);
      const about = { age: "30-39", gender: person % 2 ? "male" : "female" };
      const answer = { choice: person % 3 === 0 ? "false" : "true" };
      const session = [
        { consent: "yes" },
        speaksEnglish,
        about,
        {},
        answer,
        { explanation: `Reason ${person}, "quoted"` },
      ];
      for (const [screen, fields] of session.slice(0, person === 11 ? 5 : 6).entries()) {
        await walker.post(screen, fields as Record<string, string>);
      }
    }
    await page.goto(`${base}/collect`);
    await expectWellMade(page);
    const filled = page.getByText("Slots filled", { exact: true }).locator("..");
    await expect(filled).toContainText("11");
    await expect(filled).toContainText("of 64");
    await expect(page.getByText("n = 11: 11 completed, 0 dropped out")).toBeVisible();
    const { low, high } = wilsonInterval(11, 11);
    await expect(page.getByText(`95% interval ${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)}`)).toBeVisible();
    await expect(page.getByText(/median .*, n = 12/).first()).toBeVisible();
    await page.goto(`${base}/collect/flow`);
    await expect(page.getByText(/^In progress: \d/).first()).toBeVisible();
    await expectWellMade(page);
    await page.goto(`${base}/stages`);
    await expectWellMade(page);
  });

  await test.step("an answer is read, excluded with a reason", async () => {
    await page.goto(`${base}/responses`);
    const rows = page.getByRole("table", { name: "Answers" }).getByRole("row");
    await expect(rows).toHaveCount(1 + 12);
    const line = rows.filter({ hasText: "Reason 3" });
    await line.getByRole("button", { name: "Exclude" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.getByLabel(/^Note/).fill("Answered twice.");
    await dialog.getByRole("button", { name: "Exclude" }).click();
    await expect(line.getByText(/Excluded: .*Answered twice\./)).toBeVisible();
  });

  await test.step("a study that is over is archived, listed apart, and restored", async () => {
    await page.goto(base);
    await move(page, "Close");
    await page.getByLabel("Settings, share, duplicate, archive").click();
    await move(page, "Archive");
    await page.goto("/research/studies");
    const study = page.getByRole("link", { name: "Parcels, read by people", exact: true });
    await expect(page.getByRole("link", { name: "By hand", exact: true })).toBeVisible();
    await expect(study).toHaveCount(0);
    await page.getByRole("link", { name: "Show archived" }).click();
    await study.click();
    await expect(page.getByText("Archived", { exact: true })).toBeVisible();
    await page.goto(`${base}/live`);
    await expect(page).toHaveURL(new RegExp(`${base}/collect$`));
    await page.getByLabel("Settings, share, duplicate, archive").click();
    await move(page, "Restore");
    await expect(page.getByText("Archived", { exact: true })).toHaveCount(0);
  });

  expect(problems).toEqual([]);
});

/** Moves a study and waits until the page confirms it. */
async function move(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  // The dialog's own cross is called "Close", too.
  await page.getByRole("dialog").locator('button[type="submit"]').click();
  await expect(page.getByRole("button", { name: button, exact: true })).toHaveCount(0);
}

/** A changed study may go unnoticed for a second on the consent page. */
async function expectNotice(page: Page, path: string, title: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(path);
      return await page.getByRole("heading", { level: 1 }).textContent();
    })
    .toBe(title);
}

/** The words on a participant's page, without what only a running session has: its saved-state line and its place. */
async function mainText(page: Page): Promise<string> {
  return await page.locator("main").evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const part of copy.querySelectorAll(".saving, .slot, .resume, .problem-summary")) part.remove();
    return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  });
}
