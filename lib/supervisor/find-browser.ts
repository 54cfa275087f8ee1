import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "playwright";
import { readVariable } from "../server/platform/environment.ts";

/** The headless shell has no windows, tabs or address bar, which would take a quarter of the computation. */
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

/** The path of the browser for tests and benchmarks; undefined if this machine has none. */
export function findBrowser(): string | undefined {
  return findBrowserAndSource()?.path;
}

/** Finds the browser in `CHROMIUM_PATH`, otherwise Playwright's, otherwise one of the system. */
export function findBrowserAndSource(): FoundBrowser | null {
  const configuredPath = readVariable("CHROMIUM_PATH");
  if (configuredPath) return { path: configuredPath, source: "CHROMIUM_PATH" };
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath(), source: "Playwright" };
  const path = systemPaths.find((candidate) => existsSync(candidate));
  return path ? { path, source: "this system" } : null;
}

/**
 * Disabled features. Chromium uses only the last list, so the features that Playwright disables are repeated. The
 * others would open two pages for the address bar and a spare process with every window, which is most of the time for
 * opening a window.
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
  // This check would prompt before the page that simulates MTurk's site in a test could reach this machine.
  "LocalNetworkAccessChecks",
];

/** Options for `chromium.launch`. As root, the sandbox is disabled, because Chromium refuses to use it. */
export function browserSettings(executablePath = findBrowser()): LaunchOptions {
  const args = [`--disable-features=${disabledFeatures.join(",")}`];
  return { executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox", ...args] : args };
}
