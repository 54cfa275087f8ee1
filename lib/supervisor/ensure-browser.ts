import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { chromium } from "playwright";
import { browserSettings, findBrowserAndSource, headlessShell } from "./find-browser.ts";
import { childEnvironment } from "./settings.ts";

const playwrightCli = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
const minute = 60_000;

/** `says` is a sentence about where the browser comes from. */
type BrowserResult = { ok: true; path: string; says: string } | { ok: false; reason: string };

/**
 * Finds a browser that starts: in `CHROMIUM_PATH`, Playwright's, or the system's. If there is none, installs one by
 * Playwright, or from the distribution's packages (only as root on Debian or Ubuntu), and reports the installation.
 */
export async function ensureBrowser(say: (sentence: string) => void): Promise<BrowserResult> {
  const existingBrowser = findBrowserAndSource();
  if (existingBrowser) {
    const failure = await findBrowserFailure(existingBrowser.path);
    if (failure === null)
      return {
        ok: true,
        path: existingBrowser.path,
        says: `Browser: ${existingBrowser.path} (${existingBrowser.source}).`,
      };
    if (existingBrowser.source === "CHROMIUM_PATH") {
      return { ok: false, reason: `The browser named in CHROMIUM_PATH does not start: ${failure}` };
    }
    say(`The browser ${existingBrowser.path} does not start (${failure}); installing one.`);
  } else {
    say("There is no browser on this machine; installing one.");
  }
  return (
    (await installWithPlaywright(say)) ??
    (await installWithApt(say)) ?? {
      ok: false,
      reason:
        "No browser could be installed; install Chromium or Chrome and name it, for example: CHROMIUM_PATH=/usr/bin/chromium npm test",
    }
  );
}

async function installWithPlaywright(say: (sentence: string) => void): Promise<BrowserResult | null> {
  run(say, process.execPath, [playwrightCli, "install", "chromium"], 5 * minute);
  const path = chromium.executablePath();
  if (!existsSync(path)) return null;
  if ((await findBrowserFailure(path)) === null) {
    return { ok: true, path, says: `Browser: Playwright's own, installed now (${path}).` };
  }
  if (!hasApt()) return null;
  run(say, process.execPath, [playwrightCli, "install-deps", "chromium"], 5 * minute);
  if ((await findBrowserFailure(path)) !== null) return null;
  return { ok: true, path, says: `Browser: Playwright's own, installed now with its libraries (${path}).` };
}

async function installWithApt(say: (sentence: string) => void): Promise<BrowserResult | null> {
  if (!hasApt()) return null;
  run(say, "apt-get", ["update", "-q"], 3 * minute);
  // Distributions from before 2024 have only the full browser.
  for (const path of [headlessShell, "/usr/bin/chromium"]) {
    run(say, "apt-get", ["install", "-q", "-y", "--no-install-recommends", basename(path)], 5 * minute);
    if (!existsSync(path) || (await findBrowserFailure(path)) !== null) continue;
    return { ok: true, path, says: `Browser: ${path}, installed now from the distribution's packages.` };
  }
  return null;
}

/** Whether packages can be installed: only root can, and only with apt. */
function hasApt(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Starts the browser once and closes it. Returns the reason if it does not start, otherwise null. */
async function findBrowserFailure(path: string): Promise<string | null> {
  try {
    const browser = await chromium.launch({ ...browserSettings(path), timeout: minute });
    await browser.close();
    return null;
  } catch (error) {
    return (error as Error).message.split("\n")[0] ?? "it gave no reason";
  }
}

function run(say: (sentence: string) => void, command: string, args: string[], timeout: number): void {
  say(`Running: ${[command === process.execPath ? "node" : command, ...args].join(" ")}`);
  const result = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout,
    env: childEnvironment({ DEBIAN_FRONTEND: "noninteractive" }),
  });
  if (result.status !== 0) say(`The command failed (${result.error?.message ?? `exit code ${result.status}`}).`);
}
