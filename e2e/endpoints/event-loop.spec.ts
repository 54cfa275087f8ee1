import { writeFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { findFreePort } from "../../lib/supervisor/free-port.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { demoDatabase, withOwnApplication } from "../own-application.ts";
import { startApp, untilReady } from "../servers.ts";
import { listReads, listReadsInTurn, placesOfStudies } from "./list-reads.ts";
import { startLoopMeter } from "./loop-meter.ts";
import { measureReads } from "./measure-reads.ts";
import { measureUploads } from "./measure-uploads.ts";
import { cookieOf, findPlaces } from "./visitors.ts";

/** No request may keep the others waiting for longer; on a slower machine, for correspondingly longer. */
const limitMs = 50;

/** `all`: every address of every study, and every file with every import; takes an hour. */
const isComplete = process.env.PARALLAX_MEASURE_LOOP === "all";

const unfinished = z.strictObject({ jobs: z.number() });

test("no GET of the demo holds the event loop of the process that answers it", async () => {
  test.setTimeout(1_800_000);
  const meter = await startLoopMeter();
  const port = await findFreePort("127.0.0.1");
  const url = process.env.PARALLAX_URL as string;
  // A process of the tests' own installation, whose jobs compute the stored results.
  const environment = { ...meter.environment, PARALLAX_JOBS: "0", PARALLAX_PRELOAD: "on" };
  const app = startApp(port, { ...environment, DATABASE_URL: process.env.DATABASE_URL as string, PARALLAX_URL: url });
  try {
    await test.step("the people of the demo", async () => {
      const left = "SELECT count(*)::int AS jobs FROM job WHERE state IN ('waiting', 'running')";
      await expect.poll(async () => (await oneRow(pool(), unfinished, left)).jobs, { timeout: 600_000 }).toBe(0);
    });
    await untilReady(port);
    const places = await placesOfStudies(await findPlaces());
    expect(places.length).toBeGreaterThan(3);
    const cookie = await cookieOf((await makePerson({ projectId: places[0]!.project, role: "admin" })).claims);
    const reads = isComplete ? listReads(places) : listReadsInTurn(places);
    expect(reads.length).toBeGreaterThan(200);
    const figures = await measureReads(`http://127.0.0.1:${port}`, cookie, reads, meter, limitMs);
    await report(figures);
    expect(figures.filter(({ status }) => status >= 500 || status === 202)).toEqual([]);
    expect(figures.filter(({ heldMs, allowedMs }) => heldMs > allowedMs)).toEqual([]);
  } finally {
    await app.stop();
    meter.stop();
  }
});

test("no hostile upload holds the event loop of the process that reads it", async () => {
  test.setTimeout(1_800_000);
  const meter = await startLoopMeter();
  const environment = { ...meter.environment, PARALLAX_JOBS: "0" };
  await withOwnApplication({ template: demoDatabase, environment, prepare: async () => null }, async (url) => {
    const places = await findPlaces();
    const cookie = await cookieOf((await makePerson({ projectId: places.project, role: "admin" })).claims);
    const figures = await measureUploads(url, cookie, places, meter, { limitMs, isComplete });
    await report(figures);
    expect(figures.length).toBeGreaterThan(20);
    expect(figures.filter(({ status }) => status >= 500)).toEqual([]);
    expect(figures.filter(({ heldMs, allowedMs }) => heldMs > allowedMs)).toEqual([]);
  });
  meter.stop();
});

/** Writes all figures, the longest first, and prints the first three. */
async function report(figures: readonly { path: string; heldMs: number }[]): Promise<void> {
  const longestFirst = figures.toSorted((one, other) => other.heldMs - one.heldMs);
  await writeFile(test.info().outputPath("figures.json"), JSON.stringify(longestFirst, null, 1));
  const longest = longestFirst.slice(0, 3).map(({ path, heldMs }) => `${path} ${heldMs.toFixed(1)} ms`);
  process.stdout.write(`${figures.length} requests; the event loop was blocked longest by ${longest.join(", ")}\n`);
}
