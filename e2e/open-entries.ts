import type { Page } from "@playwright/test";

/** Opens everything that is closed on a page, as a reader does who wants to see all of it; menus stay closed. */
export async function openEntries(page: Page): Promise<void> {
  await page.locator("main").evaluate((main) => {
    for (const entry of main.querySelectorAll<HTMLDetailsElement>("details:not([data-menu])")) entry.open = true;
  });
}
