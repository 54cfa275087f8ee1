import { type BrowserContext, expect, type Frame, type Page } from "@playwright/test";

/** Every variant in which a journey of participants is tested: with and without JavaScript, narrow and wide. */
export const modes = [true, false].flatMap((hasScript) =>
  [320, 1280].map((width) => ({
    name: `${hasScript ? "with" : "without"} a script at ${width} pixels`,
    hasScript,
    width,
    options: { javaScriptEnabled: hasScript, viewport: { width, height: 800 } },
  })),
);

/** The answers to Street's questions by field name, which is the same in every language. */
const usualAnswers: Record<string, string> = {
  "first-language": "yes",
  residence: "uk",
  "most-used-language": "english",
  age: "18-29",
  gender: "female",
  choice: "true",
};

/** The screens of Street's session, which `screenOf` names by their numbers. */
const screens = ["0", "1", "2", "3", "4", "5", "end"];

/** The current screen; "end" if there is no form, null while a page is loading. */
export function screenOf(place: Page | Frame): Promise<string | null> {
  return place
    .evaluate(() => {
      if (document.readyState !== "complete" || !document.querySelector("main h1")) return null;
      return document.querySelector("form[data-screen]")?.getAttribute("data-screen") ?? "end";
    })
    .catch(() => null);
}

export async function expectScreen(place: Page | Frame, screen: string): Promise<void> {
  await expect.poll(() => screenOf(place), { intervals: [50] }).toBe(screen);
}

/** Answers all questions of a screen, and submits it by its first button, which continues. */
export async function goOn(place: Page | Frame, given: Record<string, string> = {}): Promise<void> {
  const form = place.locator("form[data-screen]");
  await form.evaluate(
    (asked, answers) => {
      for (const [name, value] of Object.entries(answers)) {
        asked.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`)?.click();
      }
      const text = asked.querySelector("textarea");
      if (!text) return;
      text.value = "12";
      text.dispatchEvent(new Event("input", { bubbles: true }));
    },
    { ...usualAnswers, ...given },
  );
  await form.locator("button[type=submit]").first().click();
}

/** Goes from one screen of Street's session to another, by screen name, with the usual answers. */
export async function walk(place: Page | Frame, from: string, to: string): Promise<void> {
  for (let at = screens.indexOf(from); at < screens.indexOf(to); at += 1) {
    await expectScreen(place, screens[at] ?? "");
    await goOn(place);
  }
  await expectScreen(place, to);
}

/** Asserts that the page does not scroll horizontally; waits while it is loading. */
export async function expectFit(place: Page | Frame): Promise<void> {
  const overflow = () => {
    if (document.readyState !== "complete") return null;
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  };
  await expect.poll(() => place.evaluate(overflow).catch(() => null), { intervals: [50] }).toBeLessThanOrEqual(0);
}

export async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  return page;
}
