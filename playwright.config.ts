import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserSettings } from "./lib/supervisor/find-browser.ts";

const launch = browserSettings();

/** How long requests hold the event loop, which other tests on the same processors would hold, too. */
const measured = /endpoints\/event-loop\.spec\.ts/u;

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
  // Every test makes what it needs itself, so that the tests of one file know nothing of each other. They begin in the order
  // of their files' names: those of `session`, the shortest, last, so that no worker waits at the end for a long one.
  fullyParallel: true,
  // Tests of looks alone belong to `npm run check:looks`.
  grepInvert: process.env.PARALLAX_CHECK_LOOKS === "1" ? undefined : /@looks/,
  // Journeys wait for about a third of their time: for a timer, a lease, a process that starts.
  workers: Math.max(3, availableParallelism()),
  // Of what hangs: everything else runs beside the journeys, on as many processors as there are.
  timeout: 300_000,
  // `toPass` waits for ever unless it is told otherwise; with a limit it ends with what it saw last.
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  reporter: [["list"]],
  projects: [
    { name: "journeys", testIgnore: measured },
    // With PARALLAX_MEASURE_LOOP=on, after all others; alone: `npx playwright test --no-deps --project event-loop`.
    ...(process.env.PARALLAX_MEASURE_LOOP === "on"
      ? [{ name: "event-loop", testMatch: measured, dependencies: ["journeys"] }]
      : []),
  ],
  use: {
    browserName: "chromium",
    baseURL: process.env.PARALLAX_URL,
    locale: "en-GB",
    // A record of every action costs a sixth of what the actions do: `npx playwright test --last-failed --trace on` takes it.
    trace: "off",
    screenshot: "only-on-failure",
    // What moves is drawn sixty times a second for as long as it moves; a person may ask for less of it, and so do journeys,
    // but for those of `session/whole-session` and `annotation/judge`.
    contextOptions: { reducedMotion: "reduce" },
    // Pages are gone before code that was compiled for speed would have paid for the compiling.
    launchOptions: { ...launch, args: [...(launch.args ?? []), "--js-flags=--no-maglev,--no-turbofan"] },
  },
});
