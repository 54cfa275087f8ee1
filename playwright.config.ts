import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserSettings } from "./lib/supervisor/find-browser.ts";

const launch = browserSettings();

/** Measures how long requests block the event loop; other tests on the same processors would distort it. */
const measured = /endpoints\/event-loop\.spec\.ts/u;

/**
 * Journeys in a real browser. `e2e/start-servers.ts` starts the production build in two processes on one database. `npm
 * test -- e2e` finds or installs a browser first; `npx playwright test FILE` runs one file.
 */
export default defineConfig({
  testDir: "e2e",
  testMatch: /\.spec\.ts$/,
  globalSetup: "./e2e/start-servers.ts",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  // A failed journey runs once more, so that one delay on a busy machine does not stop a change. `npm test` counts such
  // journeys separately and prints what the page showed, so that none is overlooked.
  retries: 1,
  // Every test creates its own data, so that tests do not depend on each other. They start in the order of file names,
  // with the short ones of `session` last, so that no worker waits for a long test at the end.
  fullyParallel: true,
  // Tests of appearance alone belong to `npm run check:looks`.
  grepInvert: process.env.PARALLAX_CHECK_LOOKS === "1" ? undefined : /@looks/,
  // Journeys spend about a third of their time waiting: for a timer, a lease, or the start of a process.
  workers: Math.max(3, availableParallelism()),
  // The timeout for a hanging test is generous: other steps run on the same processors in parallel.
  timeout: 1_200_000,
  // `toPass` has no timeout by default; with one, a failure reports the last error.
  expect: { timeout: 30_000, toPass: { timeout: 180_000 } },
  reporter: [["list"]],
  projects: [
    { name: "journeys", testIgnore: measured },
    // After all others; alone: `npx playwright test --no-deps --project event-loop`.
    { name: "event-loop", testMatch: measured, fullyParallel: false, dependencies: ["journeys"] },
  ],
  use: {
    browserName: "chromium",
    baseURL: process.env.PARALLAX_URL,
    // By default a click waits as long as the test may last.
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    locale: "en-GB",
    // A trace costs a sixth of the time: `npx playwright test --last-failed --trace on` records it.
    trace: "off",
    screenshot: "only-on-failure",
    // Animations cost sixty frames per second. Journeys therefore prefer reduced motion, except `session/whole-session`
    // and `annotation/judge`.
    contextOptions: { reducedMotion: "reduce" },
    // Pages are too short-lived to benefit from optimized compilation.
    launchOptions: { ...launch, args: [...(launch.args ?? []), "--js-flags=--no-maglev,--no-turbofan"] },
  },
});
