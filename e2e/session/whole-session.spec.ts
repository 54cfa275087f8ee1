import { expect, test } from "@playwright/test";
import { makeStudy, withDwell } from "../../prisma/factories/make-study.ts";
import { SessionPage } from "./session-page.ts";

// Most people's screens move what may move; the other journeys ask for less of it (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: "no-preference" } });

// The dark theme and other languages: measures.spec.ts.
test("goes from consent to a code, with nothing for axe to find", async ({ browser }) => {
  const study = await makeStudy({ protocol: (protocol) => withReturn(withDwell(protocol, 1)) });
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  const clean = async () => expect(await session.accessibilityProblems()).toEqual([]);
  await clean();
  await session.agree();
  await session.expectFocusOnHeading();
  await clean();
  await session.answerLanguages();
  await session.expectHeading("About you");
  await session.expectFocusOnHeading();
  await clean();
  await session.answerAboutYou();
  await session.expectHeading("The story");
  await session.expectFocusOnHeading();
  await expect(page.getByText("Your place is kept until")).toBeVisible();
  await clean();
  await expect(page.getByText("You can continue now.")).toBeAttached();
  await session.next();
  await session.expectHeading("Your answer");
  await session.expectFocusOnHeading();
  await clean();
  await session.choose("True");
  await session.expectHeading("Why did you choose this answer?");
  await session.expectFocusOnHeading();
  await clean();
  await session.explain();
  await session.expectHeading("Thank you");
  await session.expectFocusOnHeading();
  await clean();
  const code = await page.locator(".code").textContent();
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
  await expect(page.getByRole("link", { name: "Go back to where you came from" })).toHaveAttribute(
    "href",
    `https://recruiter.example/done?cc=${code}`,
  );
  expect(session.problems).toEqual([]);
  await context.close();
});

test("the same session works as plain forms, without a script", async ({ browser }) => {
  const study = await makeStudy({ protocol: (protocol) => withReturn(withDwell(protocol, 2)) });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}?pid=plain`);
  await session.goToStory();
  await session.next();
  await session.expectHeading("The story");
  await expect(page.getByText(/You can continue in \d+ seconds?\./)).toBeVisible();
  await expect(async () => {
    await session.next();
    await expect(page.getByRole("heading", { level: 1, name: "Your answer" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.reload();
  await session.expectHeading("Your answer");
  await session.choose("False");
  await session.explain();
  await session.expectHeading("Thank you");
  await page.reload();
  await expect(page.locator(".code")).toBeVisible();
  await context.close();
});

test("can be walked with the keyboard alone", async ({ page }) => {
  const study = await makeStudy();
  const session = new SessionPage(page);
  await page.goto(`/s/${study.slug}`);
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return element instanceof HTMLInputElement
          ? (element.labels?.[0]?.textContent ?? "")
          : (element?.textContent ?? "");
      });
      if (name.test(focused)) return;
    }
    throw new Error(`the keyboard never reached ${name}`);
  };
  await tabTo(/I agree/);
  await page.keyboard.press("Enter");
  await session.expectHeading("Residence and languages");
  for (const _ of ["residence", "first language"]) {
    await tabTo(/^Yes$/);
    await page.keyboard.press("Space");
  }
  await tabTo(/^English$/);
  await page.keyboard.press("Space");
  await tabTo(/Continue/);
  await page.keyboard.press("Enter");
  await session.expectHeading("About you");
  await tabTo(/Under 18/);
  await page.keyboard.press("ArrowDown");
  await tabTo(/^Female$/);
  await page.keyboard.press("Space");
  await tabTo(/Continue/);
  await page.keyboard.press("Enter");
  await session.expectHeading("The story");
  await tabTo(/Continue/);
  await page.keyboard.press("Enter");
  await session.expectHeading("Your answer");
  await tabTo(/^True$|^False$/);
  await page.keyboard.press("Space");
  await tabTo(/Continue/);
  await page.keyboard.press("Enter");
  await session.expectHeading("Why did you choose this answer?");
  await page.keyboard.press("Tab");
  await page.keyboard.type("By reasoning.");
  await tabTo(/Continue/);
  await page.keyboard.press("Enter");
  await session.expectHeading("Thank you");
});

function withReturn<Protocol extends { ends: { complete: { returnUrl: string } } }>(protocol: Protocol): Protocol {
  const complete = { ...protocol.ends.complete, returnUrl: "https://recruiter.example/done?cc={code}" };
  return { ...protocol, ends: { ...protocol.ends, complete } };
}
