import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { chromium } from "playwright";
import { browserSettings, findBrowserAndSource, headlessShell } from "./find-browser.ts";
import { childEnvironment } from "./settings.ts";

const playwright = join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
const minute = 60_000;

/** `says` is a sentence about the origin of the browser. */
type BrowserResult = { ok: true; path: string; says: string } | { ok: false; reason: string };

/**
 * A browser that can be started: the one in `CHROMIUM_PATH`, Playwright's own, the system's, or otherwise one that is
 * installed now, by Playwright, or from the distribution's packages for root on Debian or Ubuntu. Reports the
 * installation.
 */
export async function ensureBrowser(say: (sentence: string) => void): Promise<BrowserResult> {
  const found = findBrowserAndSource();
  if (found) {
    const failure = await findBrowserFailure(found.path);
    if (failure === null) return { ok: true, path: found.path, says: `Browser: ${found.path} (${found.source}).` };
    if (found.source === "CHROMIUM_PATH") {
      return { ok: false, reason: `The browser named in CHROMIUM_PATH does not start: ${failure}` };
    }
    say(`The browser ${found.path} does not start (${failure}); installing one.`);
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
  run(say, process.execPath, [playwright, "install", "chromium"], 5 * minute);
  const path = chromium.executablePath();
  if (!existsSync(path)) return null;
  if ((await findBrowserFailure(path)) === null) {
    return { ok: true, path, says: `Browser: Playwright's own, installed now (${path}).` };
  }
  if (!hasApt()) return null;
  run(say, process.execPath, [playwright, "install-deps", "chromium"], 5 * minute);
  if ((await findBrowserFailure(path)) !== null) return null;
  return { ok: true, path, says: `Browser: Playwright's own, installed now with its libraries (${path}).` };
}

async function installWithApt(say: (sentence: string) => void): Promise<BrowserResult | null> {
  if (!hasApt()) return null;
  run(say, "apt-get", ["update", "-q"], 3 * minute);
  // Distributions released before 2024 only have the full browser.
  for (const path of [headlessShell, "/usr/bin/chromium"]) {
    run(say, "apt-get", ["install", "-q", "-y", "--no-install-recommends", basename(path)], 5 * minute);
    if (!existsSync(path) || (await findBrowserFailure(path)) !== null) continue;
    return { ok: true, path, says: `Browser: ${path}, installed now from the distribution's packages.` };
  }
  return null;
}

/** Whether packages can be installed, which requires root and apt. */
function hasApt(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Starts the browser once and closes it; the reason it does not start, or null. */
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
