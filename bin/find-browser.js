// Finds the Chromium that the end-to-end tests and the benchmarks drive.
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** Whose choice the browser was, and its path; null when there is none on this machine. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return { path: named, source: "CHROMIUM_PATH" };
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath(), source: "Playwright" };
  const path = installed.find((candidate) => existsSync(candidate));
  return path ? { path, source: "this system" } : null;
}

/** Settings for `chromium.launch`: Chromium refuses its sandbox to root. */
export function browserSettings() {
  const browser = findBrowser();
  return {
    ...(browser && { executablePath: browser.path }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  };
}

/** Starts the browser once and closes it; the reason it does not start, or null. */
export async function whyBrowserFails(path) {
  try {
    const browser = await chromium.launch({ ...browserSettings(), executablePath: path, timeout: 60_000 });
    await browser.close();
    return null;
  } catch (error) {
    return error.message.split("\n")[0];
  }
}
