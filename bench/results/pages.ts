import { randomUUID } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { listReads } from "../../e2e/endpoints/list-reads.ts";
import { startLoopMeter } from "../../e2e/endpoints/loop-meter.ts";
import { cookieOf } from "../../e2e/endpoints/visitors.ts";
import { startApp, untilReady } from "../../e2e/servers.ts";
import { cellViewTitles } from "../../lib/domain/results/views/cell-views.ts";
import { viewTitles } from "../../lib/domain/results/views/study-views.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows, oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { launchJobs } from "../../lib/supervisor/app-processes.ts";
import { ensureBuild } from "../../lib/supervisor/build.ts";
import { findFreePort } from "../../lib/supervisor/free-port.ts";
import { reportTo } from "../../lib/supervisor/report.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import type { MadeStudy } from "../../prisma/factories/make-study.ts";
import { measureRead, type ReadCost } from "./measure-read.ts";

export type PageFigures = { page: string } & ReadCost;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The scope of a run. */
export interface PagesRun {
  /** A file with a line of JSON for each measured page. Pages that it has are not measured again. */
  list: string | null;
  /** After this time no further page is begun. */
  minutes: number;
  /** Responses that take longer are aborted. */
  longestSeconds: number;
}

/**
 * Sends every GET to one process of the production build on the database of the environment: the pages about a study and
 * its models, and every other address that the test of the event loop requests, downloads last. Another process runs the
 * background jobs, as with `npm start`.
 *
 * @returns the figures of this run and of the list, and how many pages are not yet measured
 */
export async function measurePages(
  study: MadeStudy,
  item: string,
  { list, minutes, longestSeconds }: PagesRun,
): Promise<{ pages: PageFigures[]; remaining: number }> {
  await ensureBuild(root, reportTo(process.stderr));
  const port = await findFreePort("127.0.0.1");
  const url = `http://localhost:${port}`;
  process.env.PARALLAX_URL = url;
  const cookie = await cookieOf((await makePerson({ projectId: study.projectId, role: "admin" })).claims);
  const meter = await startLoopMeter();
  const environment = { DATABASE_URL: process.env.DATABASE_URL as string, PARALLAX_URL: url };
  const app = startApp(port, { ...meter.environment, ...environment, PARALLAX_JOBS: "0" });
  const jobs = launchJobs(root, 2, { ...process.env, ...environment });
  try {
    await untilReady(port, 5 * 60_000);
    const named = Object.entries(await pagesOf(study, item));
    const known = new Set(named.map(([, path]) => path));
    const others = (await otherReads(study, item)).filter(({ path }) => !known.has(path));
    const all = [...named, ...others.map(({ name, path }) => [name, path] as const)].toSorted(
      ([, one], [, other]) => Number(isDownload(one)) - Number(isDownload(other)),
    );
    const pages = list === null ? [] : await readList(list);
    const measured = new Set(pages.map(({ page }) => page));
    const open = all.filter(([page]) => !measured.has(page));
    const endAt = performance.now() + minutes * 60_000;
    for (const [index, [page, path]] of open.entries()) {
      if (performance.now() > endAt) return { pages, remaining: open.length - index };
      const figures = { page, ...(await measureRead(url + path, cookie, meter, longestSeconds)) };
      pages.push(figures);
      if (list !== null) await appendFile(list, `${JSON.stringify(figures)}\n`);
      process.stderr.write(`${pages.length} of ${all.length}  ${describePage(figures)}\n`);
    }
    return { pages, remaining: 0 };
  } finally {
    await app.stop();
    jobs.kill("SIGKILL");
    meter.stop();
  }
}

/** The figures of a page in one line. */
export function describePage({ page, status, firstMs, slowestMs, kilobytes, heldMs, isCut }: PageFigures): string {
  const then = slowestMs === null ? "" : `, then at most ${slowestMs}`;
  const cut = isCut ? ", ended before its end" : "";
  return `${page.padEnd(34)} ${status}  first ${firstMs} ms${then}  ${kilobytes} kB${cut}  blocked for ${heldMs} ms`;
}

function isDownload(path: string): boolean {
  return path.startsWith("/api/v1/");
}

async function readList(file: string): Promise<PageFigures[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PageFigures);
}

/** Every page, with each of its tabs, by a name. */
async function pagesOf({ id, benchmarkId }: MadeStudy, item: string): Promise<Record<string, string>> {
  const [run, other] = await manyRows(
    pool(),
    z.strictObject({ id: z.string(), model: z.string() }),
    sql`SELECT id, model_id AS model FROM run WHERE benchmark_id = ${benchmarkId} ORDER BY id LIMIT 2`,
  );
  const ofStudy = [
    ...[
      "",
      "/design",
      "/design/protocol",
      "/settings",
      "/collect",
      "/collect/flow",
      "/stages",
      "/recruit",
      "/collect/ledger",
      "/responses",
    ],
    ...[
      "/results",
      "/results?by=order",
      "/results?sort=gap&page=3",
      "/results/parity",
      "/results/errors",
      "/results/raters",
    ],
    ...cellViewTitles.map((view) => `/results/tables?view=${view.id}`),
    ...viewTitles.map((view) => `/results/analyses?view=${view.id}`),
    `/results/items/${item}`,
  ];
  const others = {
    "list of studies": "/research/studies",
    "all results": "/research/results",
    benchmark: `/research/benchmarks/${benchmarkId}`,
    judging: `/research/models/judging/${benchmarkId}`,
    "next answer to judge": `/research/models/judging/${benchmarkId}/next`,
    models: "/research/models",
    evaluations: "/research/models/evaluations",
    ...(run && {
      model: `/research/models/${run.model}`,
      run: `/research/models/${run.model}/runs/${run.id}`,
    }),
    ...(run && other && { "two runs": `/research/models/${run.model}?first=${run.id}&second=${other.id}` }),
  };
  const named = ofStudy.map((page) => [page.replace(item, "ITEM") || "/", `/research/studies/${id}${page}`]);
  return { ...Object.fromEntries(named), ...others };
}

const placeRow = z.strictObject({
  model: z.string().nullable(),
  run: z.string().nullable(),
  session: z.string().nullable(),
});

/**
 * Every GET of the application, with a name that is the same in every run. For objects that the benchmark's database
 * does not have, such as a collection, a random ID is used.
 */
async function otherReads(
  { id, slug, projectId, benchmarkId }: MadeStudy,
  item: string,
): Promise<{ name: string; path: string }[]> {
  const row = await oneRow(
    pool(),
    placeRow,
    sql`SELECT (SELECT model_id FROM run WHERE benchmark_id = ${benchmarkId} ORDER BY id LIMIT 1) AS model,
      (SELECT id FROM run WHERE benchmark_id = ${benchmarkId} ORDER BY id LIMIT 1) AS run,
      (SELECT id FROM session WHERE study_id = ${id} LIMIT 1) AS session`,
  );
  const none = randomUUID();
  const absent = ["task", "story", "collection", "problems", "beliefs", "problem", "endpoint", "evaluation"] as const;
  const places = {
    ...(Object.fromEntries(absent.map((name) => [name, none])) as Record<(typeof absent)[number], string>),
    ...{ project: projectId, study: id, slug, benchmark: benchmarkId, item: item || none },
    ...{ model: row.model ?? none, run: row.run ?? none, session: row.session },
  };
  const names = Object.entries({ none, ...places }).filter(([name]) => !absent.some((one) => one === name));
  return listReads([places]).map((path) => ({
    path,
    name: names.reduce((text, [name, value]) => (value ? text.replaceAll(value, name.toUpperCase()) : text), path),
  }));
}
