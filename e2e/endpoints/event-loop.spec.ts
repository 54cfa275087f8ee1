import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { launchJobs } from "../../lib/supervisor/app-processes.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { demoDatabase, withOwnApplication } from "../own-application.ts";
import { listReads, placesOfStudies } from "./list-reads.ts";
import { startLoopMeter } from "./loop-meter.ts";
import { measureReads } from "./measure-reads.ts";
import { measureUploads } from "./measure-uploads.ts";
import { cookieOf, findPlaces } from "./visitors.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** No request may keep the others waiting for longer. */
const limitMs = 50;

const unfinished = z.strictObject({ jobs: z.number() });

test("no GET of the demo holds the event loop of the process that answers it", async () => {
  test.setTimeout(1_200_000);
  const meter = await startLoopMeter();
  const environment = { ...meter.environment, PARALLAX_JOBS: "0" };
  const prepare = async () => launchJobs(root, 2);
  await withOwnApplication({ template: demoDatabase, environment, prepare }, async (url, jobs) => {
    try {
      await test.step("the people of the demo", async () => {
        const left = "SELECT count(*)::int AS jobs FROM job WHERE state IN ('waiting', 'running')";
        await expect.poll(async () => (await oneRow(pool(), unfinished, left)).jobs, { timeout: 600_000 }).toBe(0);
      });
      const places = await placesOfStudies(await findPlaces());
      expect(places.length).toBeGreaterThan(3);
      const cookie = await cookieOf((await makePerson({ projectId: places[0]!.project, role: "admin" })).claims);
      const figures = await measureReads(url, cookie, listReads(places), meter, limitMs);
      const longestFirst = figures.toSorted((one, other) => other.heldMs - one.heldMs);
      await writeFile(test.info().outputPath("figures.json"), JSON.stringify(longestFirst, null, 1));
      expect(figures.filter(({ status }) => status >= 500 || status === 202)).toEqual([]);
      expect(figures.filter(({ heldMs }) => heldMs > limitMs)).toEqual([]);
    } finally {
      jobs.kill("SIGKILL");
    }
  });
  meter.stop();
});

test("no hostile upload holds the event loop of the process that reads it", async () => {
  test.setTimeout(1_200_000);
  const meter = await startLoopMeter();
  const environment = { ...meter.environment, PARALLAX_JOBS: "0" };
  await withOwnApplication({ template: demoDatabase, environment, prepare: async () => null }, async (url) => {
    const places = await findPlaces();
    const cookie = await cookieOf((await makePerson({ projectId: places.project, role: "admin" })).claims);
    const figures = await measureUploads(url, cookie, places, meter, limitMs);
    const longestFirst = figures.toSorted((one, other) => other.heldMs - one.heldMs);
    await writeFile(test.info().outputPath("figures.json"), JSON.stringify(longestFirst, null, 1));
    expect(figures.length).toBeGreaterThan(50);
    expect(figures.filter(({ status }) => status >= 500)).toEqual([]);
    expect(figures.filter(({ heldMs }) => heldMs > limitMs)).toEqual([]);
  });
  meter.stop();
});
