import { defineConfig } from "@playwright/test";
import { browserSettings } from "./lib/supervisor/find-browser.ts";

/**
 * Journeys in a real browser. `e2e/start-servers.ts` brings up the production build in two processes on one database.
 * `npm test -- e2e` finds or installs a browser first; `npx playwright test FILE` runs one file.
 */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/start-servers.ts",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // A failure is never hidden by a second attempt.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL: process.env.PARALLAX_URL,
    locale: "en-GB",
    trace: "retain-on-failure",
    launchOptions: browserSettings(),
  },
  projects: [{ name: "chromium", use: { browserName: "chromium" } }],
});
