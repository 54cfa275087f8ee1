import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "playwright";
import { readVariable } from "../server/platform/environment.ts";

/** The headless shell, which has no windows, tabs and address bar; these take a quarter of a browser's computation. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

const systemPaths = [
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** A Chromium and how it was found. */
export interface FoundBrowser {
  path: string;
  source: "CHROMIUM_PATH" | "Playwright" | "this system";
}

/** Path of the Chromium for tests and benchmarks, or undefined if there is none on this machine. */
export function findBrowser(): string | undefined {
  return findBrowserAndSource()?.path;
}

/** The browser in `CHROMIUM_PATH`, otherwise Playwright's own, otherwise one of the system. */
export function findBrowserAndSource(): FoundBrowser | null {
  const configuredPath = readVariable("CHROMIUM_PATH");
  if (configuredPath) return { path: configuredPath, source: "CHROMIUM_PATH" };
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath(), source: "Playwright" };
  const path = systemPaths.find((candidate) => existsSync(candidate));
  return path ? { path, source: "this system" } : null;
}

/**
 * Disabled features: those that Playwright disables, repeated because Chromium only uses the last list, and those that
 * open two pages for the address bar and a spare process with every window, which take most of the time to open a
 * window.
 */
export const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  // With this check, the page that simulates MTurk's site in a test could not reach this machine without a prompt.
  "LocalNetworkAccessChecks",
];

/** Options for `chromium.launch`. Chromium refuses to run its sandbox as root. */
export function browserSettings(executablePath = findBrowser()): LaunchOptions {
  const args = [`--disable-features=${disabledFeatures.join(",")}`];
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox", ...args] : args };
}
