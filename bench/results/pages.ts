import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { listReads } from "../../e2e/endpoints/list-reads.ts";
import { cookieOf } from "../../e2e/endpoints/visitors.ts";
import { type LoopWatch, watchLoops } from "../../e2e/load-test/loop-watch.ts";
import { startApp, untilReady } from "../../e2e/servers.ts";
import { cellViewTitles } from "../../lib/domain/results/views/cell-views.ts";
import { viewTitles } from "../../lib/domain/results/views/study-views.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows, oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { ensureBuild } from "../../lib/supervisor/build.ts";
import { freePort } from "../../lib/supervisor/free-port.ts";
import { reportTo } from "../../lib/supervisor/report.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import type { MadeStudy } from "../../prisma/factories/make-study.ts";

export interface PageFigures {
  page: string;
  status: number;
  /** Until the page was there for the first time, what it shows computed. */
  firstMs: number;
  slowestMs: number;
  /** Of the page's markup. */
  kilobytes: number;
  /** The longest stretch in which the process served no one else. */
  heldMs: number;
}

/** Longer than this no one waits for what a page shows to be computed. */
const patienceMs = 15 * 60_000;

/**
 * Sends every GET to one process of the production build on the database of the environment: the pages about a study and its
 * models, and every other address that the test of the event loop requests.
 */
export async function measurePages(study: MadeStudy, item: string): Promise<PageFigures[]> {
  await ensureBuild(fileURLToPath(new URL("../..", import.meta.url)), reportTo(process.stderr));
  const port = await freePort("127.0.0.1");
  const url = `http://localhost:${port}`;
  process.env.PARALLAX_URL = url;
  const cookie = await cookieOf((await makePerson({ projectId: study.projectId, role: "researcher" })).claims);
  const watch = await watchLoops();
  const app = startApp(port, {
    ...watch.environment,
    DATABASE_URL: process.env.DATABASE_URL as string,
    PARALLAX_URL: url,
  });
  try {
    await untilReady(port);
    const figures: PageFigures[] = [];
    const pages = await pagesOf(study, item);
    const known = new Set(Object.values(pages));
    const others = (await otherReads(study, item))
      .filter((path) => !known.has(path))
      .map((path) => [path, path] as const);
    for (const [page, path] of [...Object.entries(pages), ...others]) {
      const found = await measurePage(() => open(url + path, cookie), watch);
      figures.push({ page, ...found });
      process.stderr.write(`${page}: held for ${found.heldMs} ms\n`);
    }
    return figures;
  } finally {
    await app.stop();
    await watch.remove();
  }
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

/** Every GET of the application; what the benchmark's database does not have, such as a collection, is a random id. */
async function otherReads({ id, slug, projectId, benchmarkId }: MadeStudy, item: string): Promise<string[]> {
  const row = await oneRow(
    pool(),
    placeRow,
    sql`SELECT (SELECT model_id FROM run WHERE benchmark_id = ${benchmarkId} ORDER BY id LIMIT 1) AS model,
      (SELECT id FROM run WHERE benchmark_id = ${benchmarkId} ORDER BY id LIMIT 1) AS run,
      (SELECT id FROM session WHERE study_id = ${id} LIMIT 1) AS session`,
  );
  const none = randomUUID();
  return listReads([
    {
      ...{
        task: none,
        story: none,
        collection: none,
        problems: none,
        beliefs: none,
        problem: none,
        endpoint: none,
        evaluation: none,
      },
      ...{ project: projectId, study: id, slug, benchmark: benchmarkId, item: item || none },
      ...{ model: row.model ?? none, run: row.run ?? none, session: row.session },
    },
  ]);
}

async function open(address: string, cookie: string): Promise<{ status: number; markup: string }> {
  const reply = await fetch(address, { headers: { cookie } });
  return { status: reply.status, markup: await reply.text() };
}

async function measurePage(read: () => ReturnType<typeof open>, watch: LoopWatch): Promise<Omit<PageFigures, "page">> {
  const began = performance.now();
  // The first reads the page's code and compiles its statements; what is computed in the background is waited for.
  for (let reply = await read(); isComputing(reply) && performance.now() - began < patienceMs; reply = await read())
    await pause(500);
  const firstMs = Math.round(performance.now() - began);
  await pause(300);
  const since = Date.now();
  const times: number[] = [];
  let last = { status: 0, markup: "" };
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    last = await read();
    times.push(performance.now() - start);
  }
  const { longestMs: heldMs } = await watch.since(since);
  const kilobytes = Math.round(last.markup.length / 1_000);
  return { status: last.status, firstMs, slowestMs: Math.round(Math.max(...times)), kilobytes, heldMs };
}

/** A page says that it computes what it shows; a download is answered with 202. */
function isComputing({ status, markup }: Awaited<ReturnType<typeof open>>): boolean {
  return status === 202 || markup.includes("Computing: ");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
