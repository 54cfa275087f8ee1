import { expect, type Page } from "@playwright/test";
import { bringAxe, everyRule } from "./bring-axe.ts";
import { findContrastProblems } from "./colours.ts";

const everything = { type: "tag", values: everyRule };
/** What a theme can change besides contrast, which is a separate setting. */
const colours = { type: "rule", values: ["link-in-text-block"] };

/**
 * Set by `npm run check:looks`. Without it browser tests check only the behaviour of pages; their appearance is
 * checked for the table of endpoints.
 */
export const checksLooks = process.env.PARALLAX_CHECK_LOOKS === "1";

const themes = ["light", "dark"] as const;
const wide = 1280;
const phone = 320;

/**
 * The accessibility requirements of every screen: axe finds nothing and nothing scrolls sideways, light and dark, wide
 * and narrow. Leaves the page light and wide.
 */
export async function expectWellMade(page: Page): Promise<void> {
  if (!checksLooks) return;
  expect(await findBlemishes(page, [phone, wide]), page.url()).toEqual([]);
}

/**
 * The problems that axe finds at each width, and whether the page scrolls sideways. All rules are checked once per
 * width; for the dark theme, only rules that a theme can affect. If a bar at the bottom of a long page would cover half
 * a button, `height` makes the window tall enough to show both.
 */
export async function findBlemishes(page: Page, widths: readonly number[], height = 900): Promise<string[]> {
  const problems: string[] = [];
  // After an action the framework replaces the title, so that for a moment there is none.
  await expect(page).toHaveTitle(/./);
  // Colours that are still on their way to the other theme belong to neither.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
  });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await bringAxe(page);
  let isLight = true;
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height });
    // A sticky bar covers the content scrolled beneath it.
    await page.evaluate(() => scrollTo(0, 0));
    // A page is drawn again for another theme: as rarely as may be, and at last for the light one.
    for (const colorScheme of (widths.length - index) % 2 === 0 ? themes : themes.toReversed()) {
      if (isLight !== (colorScheme === "light")) await page.emulateMedia({ colorScheme });
      isLight = colorScheme === "light";
      const only = colorScheme === "light" ? everything : colours;
      const found = [
        ...(only === everything || (await page.evaluate(hasLinkInText)) ? await findProblems(page, only) : []),
        ...(await findContrastProblems(page)),
      ];
      problems.push(...found.map((problem) => `${colorScheme} at ${width}: ${problem}`));
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) problems.push(`scrolls ${overflow} px sideways at ${width}`);
    const lost = await page.evaluate(findCurrentOutOfSight);
    problems.push(...lost.map((name) => `the current “${name}” is out of sight at ${width}`));
  }
  return problems;
}

/**
 * Runs in the page: whether a link is in a block with text that is not a link; otherwise axe has nothing to check about
 * links in text. The definition of a block is axe's.
 */
function hasLinkInText(): boolean {
  const isBlock = (element: Element) =>
    /^(block|list-item|flex|grid|inline-block|table.*)$/.test(getComputedStyle(element).display);
  const lettersIn = (element: Element) => (element.textContent ?? "").replace(/\s/g, "").length;
  return [...document.querySelectorAll("a[href]")].some((link) => {
    let block: Element | null = link;
    while (block && !isBlock(block)) block = block.parentElement;
    if (!block || block === link) return false;
    const inLinks = [...block.querySelectorAll("a[href]")].reduce((sum, other) => sum + lettersIn(other), 0);
    return lettersIn(block) > inLinks;
  });
}

/** Names of the current pages in scrollable bars that are not visible without scrolling. */
async function findCurrentOutOfSight(): Promise<string[]> {
  // A bar follows a change of the window's width in the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return [...document.querySelectorAll<HTMLElement>("nav [aria-current]")].flatMap((tab) => {
    const bar = tab.closest("nav");
    if (!bar || bar.scrollWidth <= bar.clientWidth) return [];
    const [inside, outside] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
    return inside.left < outside.left - 1 || inside.right > outside.right + 1 ? [tab.textContent ?? ""] : [];
  });
}

/** The problems that axe, which the page must contain, finds with these rules. */
async function findProblems(page: Page, runOnly: { type: string; values: string[] }): Promise<string[]> {
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: {
        run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    // Frames are participants' pages, which have tests of their own.
    const context = { exclude: [["iframe"], ["nextjs-portal"]] };
    const { violations } = await axe.run(context, {
      runOnly: only,
      rules: only.type === "tag" ? { "color-contrast": { enabled: false } } : {},
      iframes: false,
      resultTypes: ["violations"],
      // Style sheets would only be read for an experimental rule, which is not used.
      preload: { assets: ["media"] },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`);
  }, runOnly);
}
