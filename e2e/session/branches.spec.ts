import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { designSchema } from "../../lib/domain/survey/design.ts";
import { type Protocol, protocolSchema } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { openStudy } from "../../lib/server/studies/run/open-study.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { checksLooks, expectWellMade, findBlemishes } from "../look.ts";
import { signIn } from "../sign-in.ts";
import { expectFit, openLink } from "./walk.ts";

/** Four items about two topics, in turn. */
async function* lines(): AsyncGenerator<string> {
  for (const [index, topic] of ["cats", "dogs", "cats", "dogs"].entries()) {
    const story = { id: `s${index}`, title: `Story ${index}`, text: `Ana has ${index} ${topic}.` };
    const text = `Ana has ${topic}, number ${index}.`;
    yield JSON.stringify({ id: `i${index}`, kind: "true-false", story, text, gold: true, attributes: { topic } });
  }
}

const onlyItems = (made: Protocol): Protocol => {
  const quick = withoutDwell(made);
  const steps = quick.steps.flatMap((step) =>
    step.kind === "items" ? [{ ...step, explanation: null, layout: "one-screen" as const }] : [],
  );
  return { ...quick, steps };
};

test("branches, an exit, a check among the items and rotated blocks are made in the form and followed by people", async ({
  browser,
}) => {
  const design = {
    strata: [{ key: "everybody", label: "Everybody", criteria: {} }],
    factors: [
      { name: "story", levels: ["story"] },
      { name: "questionOrder", levels: ["true-false"] },
    ],
    perStratumItem: 6,
    itemsPerSession: 4,
  };
  const study = await makeStudy({ lines: lines(), design, protocol: onlyItems, open: false });
  const { claims } = await makePerson({ projectId: study.projectId });
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  await signIn(context, claims);
  const page = await context.newPage();

  await test.step("the researcher fills in the form, without JSON", () => fillForm(page, study));

  const { rows } = await pool().query(
    `SELECT document, design FROM protocol_version JOIN study ON study.protocol_version_id = protocol_version.id WHERE study.id = $1`,
    [study.id],
  );
  expect(protocolSchema.parse(rows[0].document).steps).toMatchObject([
    { kind: "questions", key: "questions" },
    { kind: "exit", showIf: { question: "question", oneOf: ["no"] }, endsAs: "screened-out" },
    { kind: "questions", showIf: { question: "question", oneOf: ["yes"] } },
    { kind: "questions", amongItems: { from: 1, to: 3 }, check: { policy: "flag" } },
    { kind: "items" },
  ]);
  expect(designSchema.parse(rows[0].design).composition).toMatchObject({
    rules: [{ order: { blocksOf: "topic" } }, { order: "latin-square" }],
    checks: [{ from: 1, to: 3 }],
  });
  await page.goto(`/research/studies/${study.id}/design`);
  await expect(page.getByText("Every block is equally often at every position.")).toBeVisible();
  await expect(page.getByText(/after a drawn item from 1 to 3/)).toBeVisible();
  await expectWellMade(page);

  await openStudy(study.id);
  await test.step("people without a script follow their answers", async () => {
    const kept = await takePart(browser, study, "Yes", false);
    expect(kept).toEqual(expect.arrayContaining(["Pets at home", "Attention"]));
    expect(kept.filter((heading) => heading === "Attention")).toHaveLength(1);
    expect(kept.filter((heading) => heading === "item")).toHaveLength(4);
    const place = kept.indexOf("Attention") - kept.indexOf("item");
    expect(place).toBeGreaterThanOrEqual(1);
    expect(place).toBeLessThanOrEqual(3);
    expect(await takePart(browser, study, "No", false)).toEqual(["Do you have a pet?", "Only for people with pets"]);
    expect(await takePart(browser, study, "No", true)).toEqual(["Do you have a pet?", "Only for people with pets"]);
  });

  await test.step("the flow counts the exit", async () => {
    await page.goto(`/research/studies/${study.id}/collect`);
    const row = page.getByRole("row", { name: /exit “Only for people with pets”/ });
    await expect(row.getByRole("cell").first()).toHaveText("2");
    await expectWellMade(page);
    await page.screenshot({ path: test.info().outputPath("live.png"), fullPage: true });
  });
  await context.close();
});

const card = (page: Page, title: string): Locator => page.locator("#pages li").filter({ hasText: title });

async function fillForm(page: Page, study: MadeStudy): Promise<void> {
  await page.goto(`/research/studies/${study.id}/design/edit`);
  await page.getByLabel("Title for participants").fill("Pets");
  const steps = page.getByRole("navigation", { name: "Steps of the design" });
  await steps.getByRole("button", { name: "Session" }).click();

  const addPage = async (heading: string) => {
    await page.getByRole("button", { name: "Page of questions" }).click();
    const added = card(page, "A few questions").last();
    await added.locator("summary").first().click();
    await added.getByLabel("Heading").fill(heading);
    return card(page, heading).last();
  };
  const first = await addPage("Do you have a pet?");
  await first.getByRole("textbox", { name: /^Question 1, one choice/ }).fill("Do you have a pet?");

  await page.getByRole("button", { name: "Exit", exact: true }).click();
  const out = card(page, "Exit: ends the session").last();
  await out.locator("summary").first().click();
  await out.getByRole("checkbox", { name: "No", exact: true }).check();
  await out.getByRole("checkbox", { name: "Yes", exact: true }).uncheck();
  await out.getByLabel("Text of the end page").fill("This study is about pets. You can close this page.");
  await out.getByLabel("Heading").fill("Only for people with pets");
  await out.screenshot({ path: test.info().outputPath("form-exit.png") });

  const second = await addPage("Pets at home");
  await second.getByLabel("Show this page", { exact: true }).selectOption({ label: "only after certain answers" });
  await second.getByRole("textbox", { name: /^Question 1, one choice/ }).fill("Is it a cat?");
  await second.screenshot({ path: test.info().outputPath("form-branch.png") });

  const check = await addPage("Attention");
  await check.getByRole("checkbox", { name: "Show this page among the items" }).check();
  await check.getByLabel("After item").last().fill("3");
  await check.getByRole("checkbox", { name: "This page checks attention or understanding" }).check();
  await check.getByRole("textbox", { name: /^Question 1, one choice/ }).fill("Is this an attention check?");
  await check.getByLabel("Right answer").selectOption({ label: "Yes" });
  await check.screenshot({ path: test.info().outputPath("form-check.png") });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectFit(page);
  await out.screenshot({ path: test.info().outputPath("form-exit-360-dark.png") });
  await check.screenshot({ path: test.info().outputPath("form-check-360-dark.png") });
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.emulateMedia({ colorScheme: "light" });

  const preview = page.frameLocator('iframe[title="Preview of the participant’s page"]');
  await page.getByLabel("Page", { exact: true }).selectOption({ label: "Only for people with pets (exit)" });
  await expect(preview.getByRole("heading", { level: 1, name: "Only for people with pets" })).toBeVisible();
  await page.getByLabel("Page", { exact: true }).selectOption({ label: "Attention" });
  await expect(preview.getByText("Is this an attention check?")).toBeVisible();

  await page.getByText("Composition, rules and languages").click();
  for (const [number, rule] of ["Keep together, one block for each", /^Order: rotated/].entries()) {
    await page.getByRole("button", { name: "Add a rule" }).click();
    const select = page.getByLabel(`Rule ${number + 1}`, { exact: true });
    const label = await select.locator("option").filter({ hasText: rule }).textContent();
    await select.selectOption({ label: label ?? "" });
  }
  await page.getByLabel("Attribute of rule 1").selectOption("topic");
  await page.locator("#composition").screenshot({ path: test.info().outputPath("form-rules.png") });
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.waitForURL(new RegExp(`/research/studies/${study.id}/design/protocol$`));
}

/** Takes part on a phone in the dark, and returns the headings of all pages. */
async function takePart(browser: Browser, study: MadeStudy, pet: "Yes" | "No", hasScript: boolean): Promise<string[]> {
  const context = await browser.newContext({
    javaScriptEnabled: hasScript,
    viewport: { width: 320, height: 700 },
    colorScheme: "dark",
  });
  const page = await openLink(context, `/s/${study.slug}`);
  const main = page.locator("main");
  await main.getByRole("button", { name: "I agree and want to take part" }).click();
  const headings: string[] = [];
  const heading = main.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Do you have a pet?");
  for (;;) {
    const text = (await heading.textContent()) ?? "";
    headings.push(text.trim());
    await expectFit(page);
    const index = await main
      .locator("form[data-screen]")
      .getAttribute("data-screen", { timeout: 500 })
      .catch(() => null);
    await page.screenshot({
      path: test.info().outputPath(`${pet}-${hasScript}-${headings.length}.png`),
      fullPage: true,
    });
    if (index === null) break;
    const isItem = (await main.getByRole("radio", { name: "True", exact: true }).count()) > 0;
    if (isItem) headings[headings.length - 1] = "item";
    const answer = isItem ? "True" : text.startsWith("Do you have a pet?") ? pet : "Yes";
    await main.getByRole("radio", { name: answer, exact: true }).check();
    await main.locator("form[data-screen] button[type=submit]").first().click();
    await expect(main.locator(`form[data-screen="${index}"]`)).toHaveCount(0);
  }
  if (hasScript && checksLooks) expect(await findBlemishes(page, [320])).toEqual([]);
  await context.close();
  return headings;
}
