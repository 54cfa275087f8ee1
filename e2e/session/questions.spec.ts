import { expect, test } from "@playwright/test";
import { findFailureRule } from "../../lib/domain/survey/check.ts";
import { type Protocol, protocolSchema } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { checksLooks, findBlemishes } from "../look.ts";
import { signIn } from "../sign-in.ts";
import { expectFit, openLink } from "./walk.ts";

/** A protocol with every kind of question, a comprehension check, a page that is never shown, and practice. */
function everyQuestion(made: Protocol): Protocol {
  const choices = ["a", "b"].map((value) => ({ value, label: `Answer ${value}` }));
  const question = (type: string, key: string, more: object) => ({ type, key, label: `About ${key}`, ...more });
  return protocolSchema.parse({
    ...made,
    consent: {
      ...made.consent,
      boxes: [
        { key: "age", label: "I am 18 or older.", required: true },
        { key: "share", label: "My answers may be shared.", required: false },
      ],
    },
    steps: [
      { kind: "text", key: "how", title: "How it works", text: "Read, then answer.", dwellSeconds: 0 },
      {
        kind: "questions",
        key: "all",
        title: "Every kind",
        text: "",
        questions: [
          question("choice", "one", { choices }),
          question("several", "many", { choices, dontKnow: true }),
          question("number", "years", { minimum: 0, maximum: 99, isWhole: true, unit: "years", dontKnow: true }),
          question("scale", "points", {
            minimum: 1,
            maximum: 5,
            minimumLabel: "low",
            maximumLabel: "high",
            look: "buttons",
          }),
          question("scale", "slide", {
            minimum: 0,
            maximum: 100,
            minimumLabel: "not at all",
            maximumLabel: "very much",
            look: "slider",
            dontKnow: true,
          }),
          question("text", "words", { required: false, maximumLength: 50, confidence: true }),
        ],
      },
      {
        kind: "questions",
        key: "clear",
        title: "Is it clear?",
        text: "",
        questions: [question("choice", "task", { choices, right: { oneOf: ["b"] } })],
        check: { policy: "flag", tries: 2, rereads: "how" },
      },
      {
        kind: "questions",
        key: "rare",
        title: "Nobody sees this",
        text: "",
        questions: [question("choice", "rarely", { choices, showIf: { question: "one", oneOf: ["b"] } })],
      },
      {
        kind: "practice",
        key: "warm-up",
        title: "To try it out",
        items: [
          {
            kind: "true-false",
            story: { title: "", genre: "", text: "Ann ran home." },
            text: "Ann ran.",
            options: [],
            gold: true,
            explanation: "She ran home, so she ran.",
          },
        ],
        levels: { story: "story", questionOrder: "true-false" },
        wording: {},
        wordsEdition: 2,
        dwellSeconds: 0,
        layout: "one-screen",
        training: { policy: "end", tries: 2, needed: 1 },
      },
      ...withoutDwell(made).steps.filter((step) => step.kind === "items"),
    ],
  });
}

for (const hasScript of [true, false]) {
  test(`every kind of question, check and practice ${hasScript ? "with" : "without"} a script`, async ({ browser }) => {
    const design = { strata: [{ key: "all", label: "All", criteria: {} }] };
    const study = await makeStudy({ items: 1, design, protocol: everyQuestion });
    const right = hasScript; // Arabic is written from right to left.
    if (right) await pool().query("UPDATE study SET language = 'ar' WHERE id = $1", [study.id]);
    const context = await browser.newContext({
      javaScriptEnabled: hasScript,
      viewport: { width: 320, height: 800 },
      colorScheme: "dark",
    });
    const page = await openLink(context, `/s/${study.slug}`);
    const main = page.locator("main");
    const send = () => main.locator("button[type=submit]").first().click();
    const expectHeading = (text: string) => expect(main.getByRole("heading", { level: 1 })).toContainText(text);

    await send();
    await expect(main.getByRole("alert")).toBeVisible();
    await expect(main.getByRole("checkbox", { name: /^I am 18 or older/ })).not.toBeChecked();
    await main.getByRole("checkbox", { name: /^I am 18 or older/ }).focus();
    await page.keyboard.press("Space");
    await expectFit(page);
    await send();
    await expectHeading("How it works");
    await send();

    await expectHeading("Every kind");
    await expectFit(page);
    if (hasScript && checksLooks) expect(await findBlemishes(page, [320])).toEqual([]);
    await main.getByRole("group", { name: "About one" }).getByRole("radio", { name: "Answer a" }).check();
    await main.getByRole("group", { name: "About many" }).getByRole("checkbox", { name: "Answer b" }).check();
    await main.getByRole("textbox", { name: "About years" }).fill("40");
    await main.getByRole("group", { name: "About points" }).getByRole("radio", { name: "5 high" }).check();
    if (hasScript) {
      const slider = main.getByRole("slider", { name: /^About slide/ });
      await expect(slider).toHaveAttribute("aria-valuetext", /.+/);
      // Nothing is chosen until it is moved, so nothing is sent.
      await send();
      await expect(main.getByRole("alert").getByRole("listitem")).toHaveCount(1);
      await slider.focus();
      await page.keyboard.press("End");
      await expect(slider).toHaveValue("100");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowUp");
      await expect(slider).toHaveValue("1");
      await expect(slider).not.toHaveAttribute("aria-valuetext", /.+/);
      const ends = await main
        .locator(".scale-ends span")
        .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().left));
      // The first point is where the slider begins: at the right of an Arabic page.
      expect((ends[0] ?? 0) > (ends[1] ?? 0)).toBe(true);
      const box = await slider.boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      await slider.click({ position: { x: 3, y: 22 } });
      await expect(slider).toHaveValue("100");
    } else {
      await main.getByRole("textbox", { name: "About slide" }).fill("100");
    }
    await page.reload();
    if (hasScript) {
      // The answers are still stored on this device.
      await expect(main.getByRole("slider", { name: /^About slide/ })).toHaveValue("100");
      await expect(main.getByRole("textbox", { name: "About years" })).toHaveValue("40");
    } else {
      await main.getByRole("group", { name: "About one" }).getByRole("radio", { name: "Answer a" }).check();
      await main.getByRole("group", { name: "About many" }).getByRole("checkbox", { name: "Answer b" }).check();
      await main.getByRole("textbox", { name: "About years" }).fill("40");
      await main.getByRole("group", { name: "About points" }).getByRole("radio", { name: "5 high" }).check();
      await main.getByRole("textbox", { name: "About slide" }).fill("100");
    }
    await page.screenshot({ path: test.info().outputPath(`every-kind-${hasScript}.png`), fullPage: true });
    await send();

    await expectHeading("Is it clear?");
    await main.getByRole("radio", { name: "Answer a" }).check();
    await send();
    await expectHeading("How it works");
    await expect(main.getByRole("status").first()).toBeVisible();
    await page.reload();
    await expectHeading("How it works");
    await send();
    await main.getByRole("radio", { name: "Answer b" }).check();
    await send();

    await main.locator('input[name="choice"][value="false"]').check();
    await page.goBack().catch(() => null);
    await page.goForward().catch(() => null);
    await expect(main.locator('input[name="choice"]').first()).toBeVisible();
    await main.locator('input[name="choice"][value="false"]').check();
    await send();
    await expect(main.locator(".said")).toBeVisible();
    await expect(main.getByText("She ran home, so she ran.")).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath(`feedback-${hasScript}.png`), fullPage: true });
    await send();
    await main.locator('input[name="choice"][value="true"]').check();
    await send();
    await expect(main.getByText("She ran home, so she ran.")).toBeVisible();
    await expectFit(page);
    await send();
    // With a script the last screen is on its way while the next one is asked for.
    const given = async () => {
      const { rows } = await pool().query(
        "SELECT given FROM step_answer JOIN session ON session.id = session_id WHERE study_id = $1 ORDER BY step_answer.screen",
        [study.id],
      );
      return Object.assign({}, ...rows.map((row) => row.given));
    };
    await expect.poll(given).toMatchObject({
      "box.age": "yes",
      "box.share": "no",
      one: "a",
      many: '["b"]',
      years: "40",
      points: "5",
      slide: "100",
      "check.clear": "passed",
      "check.warm-up": "passed",
    });
    await context.close();
  });
}

test("boxes, checks and practice are made in the form, shown in its preview and stored", async ({ browser }) => {
  const design = { strata: [{ key: "all", label: "All", criteria: {} }] };
  const study = await makeStudy({ items: 1, design, protocol: withoutDwell, open: false });
  const { claims } = await makePerson({ projectId: study.projectId });
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
  await signIn(context, claims);
  const page = await context.newPage();
  await page.goto(`/research/studies/${study.id}/design/edit`);
  await page.getByLabel("Title for participants").fill("Short stories");
  await page.getByRole("button", { name: "Session", exact: true }).click();
  await page.getByRole("button", { name: "Checkbox" }).click();
  await page.getByRole("textbox", { name: /^Box 1/ }).fill("I am 18 or older.");
  await page.getByRole("button", { name: "Practice", exact: true }).click();
  const practice = page.locator("#pages li").filter({ hasText: "Practice: one item with feedback" });
  await practice.locator("summary").click();
  await practice.getByRole("textbox", { name: /^Practice item 1: story/ }).fill("Ann ran home.");
  await practice.getByRole("textbox", { name: "Statement or question" }).fill("Ann ran.");
  await practice.getByLabel("Right answer").selectOption({ label: "True" });
  await practice.getByLabel("If missed").selectOption({ label: "end the session (quality)" });
  await practice.getByRole("checkbox", { name: "Separate end page" }).check();
  await page.getByRole("button", { name: "Page of questions" }).click();
  const check = page.locator("#pages li").filter({ hasText: "A few questions" }).last();
  await check.locator("summary").first().click();
  await check.getByRole("checkbox", { name: "This page checks attention or understanding" }).check();
  await check.getByRole("textbox", { name: /^Question 1, one choice/ }).fill("Which colour is the sky here?");
  await check.getByLabel("Right answer").selectOption({ label: "No" });
  await practice.screenshot({ path: test.info().outputPath("form-practice.png") });
  await check.screenshot({ path: test.info().outputPath("form-check.png") });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectFit(page);
  await check.screenshot({ path: test.info().outputPath("form-check-360.png") });
  await page.setViewportSize({ width: 1280, height: 1000 });
  const preview = page.frameLocator('iframe[title="Preview of the participant’s page"]');
  await expect(preview.getByRole("checkbox", { name: "I am 18 or older." })).toBeVisible();
  await page.getByLabel("Page", { exact: true }).selectOption({ label: "To try it out (feedback)" });
  await expect(preview.getByText("That is right.")).toBeVisible();
  await page.getByLabel("Page", { exact: true }).selectOption({ label: "End: check missed: practice" });
  await expect(preview.getByRole("heading", { level: 1, name: "Thank you for your time" })).toBeVisible();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect
    .poll(async () => {
      const { rows } = await pool().query(
        `SELECT document FROM protocol_version JOIN study ON study.protocol_version_id = protocol_version.id WHERE study.id = $1`,
        [study.id],
      );
      const { consent, steps } = protocolSchema.parse(rows[0].document);
      return [consent.version, consent.boxes?.length, ...steps.map((step) => findFailureRule(step)?.policy ?? null)];
    })
    .toEqual(expect.arrayContaining([1, "end", "flag"]));
  await context.close();
});
