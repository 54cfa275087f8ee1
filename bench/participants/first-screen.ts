import { gzipSync } from "node:zlib";
import { chromium, type LaunchOptions } from "playwright";

export interface FirstScreen {
  /** HTML with its inlined stylesheet and script, gzipped; there is no other file. */
  gzippedBytes: number;
  requests: number;
  lcpMs: number;
  interactiveMs: number;
}

/**
 * The consent page on a phone on slow 4G (1.6 Mbps, 150 ms), cold cache, median of several loads. Interactive is the
 * latest of DOM content loaded, largest contentful paint and the last long task.
 */
export async function measureFirstScreen(url: string, settings: LaunchOptions, loads = 5): Promise<FirstScreen> {
  const html = await (await fetch(url)).text();
  const browser = await chromium.launch(settings);
  const lcp: number[] = [];
  const interactive: number[] = [];
  let requests = 0;
  for (let load = 0; load < loads; load += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (0.75 * 1024 * 1024) / 8,
    });
    requests = 0;
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests += 1;
    });
    await page.goto(url, { waitUntil: "load" });
    const times = await page.evaluate(
      () =>
        new Promise<{ lcp: number; interactive: number }>((resolve) => {
          let paint = 0;
          let longTask = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) paint = Math.max(paint, entry.startTime);
          }).observe({ type: "largest-contentful-paint", buffered: true });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) longTask = Math.max(longTask, entry.startTime + entry.duration);
          }).observe({ type: "longtask", buffered: true });
          setTimeout(() => {
            const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
            const ready = navigation?.domContentLoadedEventEnd ?? 0;
            resolve({ lcp: paint, interactive: Math.max(paint, longTask, ready) });
          }, 500);
        }),
    );
    lcp.push(times.lcp);
    interactive.push(times.interactive);
    await context.close();
  }
  await browser.close();
  return {
    gzippedBytes: gzipSync(html, { level: 6 }).length,
    requests,
    lcpMs: median(lcp),
    interactiveMs: median(interactive),
  };
}

function median(values: readonly number[]): number {
  return Math.round([...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN);
}
