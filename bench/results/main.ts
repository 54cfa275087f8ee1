import { fileURLToPath } from "node:url";
import { buildCells } from "../../lib/domain/results/model/cells.ts";
import { defaultResultsQuery, sortCells } from "../../lib/domain/results/model/results-query.ts";
import { prepareConditions } from "../../lib/domain/results/preparation/prepare-conditions.ts";
import { cellsPerPage } from "../../lib/domain/results/preparation/prepare-results-page.ts";
import { cellViewTitles } from "../../lib/domain/results/views/cell-views.ts";
import { jobHandlers } from "../../lib/server/background/job-handlers.ts";
import { recomputeResult } from "../../lib/server/background/stored-results.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { runNextJob } from "../../lib/server/platform/jobs/run-job.ts";
import { listItemResponses } from "../../lib/server/results/item-answers.ts";
import { loadCellView, loadFreshCellView } from "../../lib/server/results/load-cell-view.ts";
import { loadResults } from "../../lib/server/results/load-results.ts";
import { prepareResults } from "../../lib/server/results/prepare-results.ts";
import { loadStudyView } from "../../lib/server/results/views/load-study-views.ts";
import { tallyPredictions } from "../../lib/server/studies/parity/tally-predictions.ts";
import { listResponses } from "../../lib/server/studies/responses/list-responses.ts";
import { getLiveFigures } from "../../lib/server/studies/run/get-live-figures.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";
import { makeAnswers, makePredictions } from "./make-answers.ts";
import { measureRelease } from "./measure-release.ts";
import { describePage, measurePages } from "./pages.ts";

// npm run bench:results [-- ANSWERS] [--models=25] [--predictions=40000] [--json] [--analyses] [--tables] [--release]
// [--pages] [--list=FILE] [--minutes=25] [--longest=60] [--help]
// How long the data of each view of a study takes, with the given number of answers (default: a million) and
// predictions per model, and how long the job takes that counts predictions after an import. With --analyses also how
// long the job takes that computes the analyses of single answers, and its memory; with --tables how long each table
// and comparison takes that is computed once for each change of the data; with --release how long a worker takes to
// write a release of the study, its memory, and that another one continues after a SIGKILL; with --pages how long each
// page of a production build blocks the event loop.
const help = `npm run bench:results -- [ANSWERS] [--models=25] [--predictions=40000] [--analyses] [--tables] [--release] [--pages] [--json]
  ANSWERS        how many answers of people the study gets; 1,000,000 without it
  --models       how many models, each with --predictions answers
  --analyses     also how long the job of the analyses of single answers takes, and its memory
  --tables       also how long each table and comparison takes, computed anew
  --release      also how long a worker takes to write a release, and its memory; also after a SIGKILL
  --pages        also how long each GET of a production build blocks the event loop (builds it where need be); pages
                 first, then downloads; a download that takes more than five seconds is requested once
  --minutes      after so many minutes no further page is begun (25)
  --longest      a response that takes longer, in seconds, is ended (60)
  --list         a file to which each measured page is appended; a later run with it measures only the others
  --json         the figures as one line of JSON
Answers are written first, in pieces, and their indexes made afterwards; how long that took is printed. Ten million take
some fifteen minutes and 12 GB of the folder for temporary files (TMPDIR names another) on two cores.
`;
if (process.argv.includes("--help")) {
  process.stdout.write(help);
  process.exit(0);
}
const isJson = process.argv.includes("--json");
const answers = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const models = optionOf("models", 25);
const predictions = optionOf("predictions", 40_000);
const rounds = 9;
const say = (text: string) => process.stderr.write(`${text}\n`);

const server = await startScratchPostgres();
try {
  process.env.DATABASE_URL = server.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  await migrate({ connectionString: server.connectionString, migrationsFolder });
  say(`Writing ${answers.toLocaleString("en")} answers …`);
  const writing = performance.now();
  const study = await makeAnswers(answers, (written) => {
    if (written % 1_000_000 === 0) say(`${written.toLocaleString("en")} written, ${secondsSince(writing)} s`);
  });
  say(`Wrote them in ${secondsSince(writing)} s`);
  say(`Writing ${models} x ${predictions.toLocaleString("en")} predictions …`);
  await makePredictions(study, models, predictions);
  const began = performance.now();
  let peakBytes = 0;
  await tallyPredictions(study.id, async () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  });
  const counting = {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    peakMB: Math.round(peakBytes / 2 ** 20),
  };
  say(`Counted them in ${counting.seconds} s, with ${counting.peakMB} MB at most`);
  const analyses = process.argv.includes("--analyses") ? await measureAnalyses(study.id) : null;
  const tables = process.argv.includes("--tables") ? await measureTables(study.id) : null;
  const releases = process.argv.includes("--release") ? await measureRelease(study.id, say) : null;
  const page = await loadResults(installation, study.id, defaultResultsQuery);
  const item = page?.results.items[0]?.id ?? "";
  const all = { conditionId: null, answerKey: null, page: 1, modelsPage: 1 };
  const views: Record<string, () => Promise<unknown>> = {
    "overview (at most 50)": () => loadResults(installation, study.id, defaultResultsQuery),
    "conditions (at most 100)": async () => prepareConditions(await cellsOf(study.id), page?.results.series ?? []),
    "item list (at most 100)": async () =>
      sortCells(await cellsOf(study.id), defaultResultsQuery.sort).slice(0, cellsPerPage(models)),
    "overview with its tests": async () => page && prepareResults(page, defaultResultsQuery),
    "overview, all switches": () =>
      loadResults(installation, study.id, {
        ...defaultResultsQuery,
        surplus: true,
        excluded: true,
        openStratum: false,
      }),
    "overview, another stage": () => loadResults(installation, study.id, { ...defaultResultsQuery, stage: "pilot" }),
    "stored table": () => loadCellView(installation, study.id, defaultResultsQuery, "accuracy"),
    "stored analysis": () => loadStudyView(installation, study.id, defaultResultsQuery, "ceiling"),
    live: () => getLiveFigures(installation, study.id),
    "one item": () => listItemResponses(installation, study.id, item, all),
    "list of responses": () => listResponses(installation, study.id, {}),
    "list of responses, what counts": () => listResponses(installation, study.id, { stage: "main", counts: "yes" }),
  };
  const figures: Record<string, { medianMs: number; slowestMs: number; ownMs: number }> = {};
  for (const [name, read] of Object.entries(views)) {
    const times: number[] = [];
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      await read();
      times.push(performance.now() - start);
    }
    times.sort((left, right) => left - right);
    const { user, system } = process.cpuUsage(before);
    const ownMs = round1((user + system) / 1_000 / rounds);
    figures[name] = { medianMs: round1(times[rounds >> 1]), slowestMs: round1(times.at(-1)), ownMs };
  }
  const { pages, remaining } = process.argv.includes("--pages")
    ? await measurePages(study, item, {
        list: process.argv.find((argument) => argument.startsWith("--list="))?.slice("--list=".length) ?? null,
        minutes: optionOf("minutes", 25),
        longestSeconds: optionOf("longest", 60),
      })
    : { pages: [], remaining: 0 };
  if (isJson)
    process.stdout.write(
      `${JSON.stringify({ answers, models, predictions, rounds, counting, analyses, tables, releases, views: figures, pages, remaining })}\n`,
    );
  else {
    process.stdout.write(
      `${answers.toLocaleString("en")} answers, ${models} x ${predictions.toLocaleString("en")} predictions, ${rounds} rounds, milliseconds\n`,
    );
    for (const [name, { medianMs, slowestMs, ownMs }] of Object.entries(figures)) {
      const own = `of the processor in this process ${ownMs}`;
      process.stdout.write(`${name.padEnd(34)}median ${String(medianMs).padStart(8)}  slowest ${slowestMs}  ${own}\n`);
    }
    for (const [id, ms] of Object.entries(tables ?? {}))
      process.stdout.write(`${`table ${id}`.padEnd(34)}computed in ${ms}, once for each change of the data\n`);
    const longestFirst = pages.toSorted((one, other) => other.heldMs - one.heldMs);
    for (const page of longestFirst) process.stdout.write(`${describePage(page)}\n`);
    if (pages.length > 0) {
      const above = pages.filter(({ heldMs }) => heldMs > 50).length;
      process.stdout.write(`${pages.length} pages, ${above} of them blocked others for more than 50 ms; `);
      process.stdout.write(`${remaining} not yet measured\n`);
    }
  }
} finally {
  await closePool();
  await server.stop();
}

/**
 * Computes the analyses of single answers as the job does; memory is that of the whole process, including its thread.
 */
async function measureAnalyses(studyId: string): Promise<{ seconds: number; peakMB: number }> {
  const started = performance.now();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 200);
  const asked = await loadStudyView(installation, studyId, defaultResultsQuery, "clusters");
  if (asked) await recomputeResult(installation, asked.kind, asked.subject);
  await runNextJob(jobHandlers);
  clearInterval(watch);
  const found = { seconds: Math.round((performance.now() - started) / 1_000), peakMB: Math.round(peak / 2 ** 20) };
  const view = await loadStudyView(installation, studyId, defaultResultsQuery, "clusters");
  say(
    `Computed the analyses of single answers in ${found.seconds} s, with ${found.peakMB} MB at most: ${view?.failed ?? view?.stored?.view.sentences[0] ?? "nothing"}`,
  );
  return found;
}

/** The time of each table and comparison from the counters to its document, in the thread that a job uses. */
async function measureTables(studyId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { id } of cellViewTitles) {
    const started = performance.now();
    await loadFreshCellView(installation, studyId, defaultResultsQuery, id, null);
    found[id] = Math.round(performance.now() - started);
    say(`Computed the table ${id} in ${found[id]} ms`);
  }
  return found;
}

async function cellsOf(studyId: string) {
  const found = await loadResults(installation, studyId, defaultResultsQuery);
  return found ? buildCells(found.results, "half") : [];
}

function optionOf(name: string, otherwise: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given ? Number(given.slice(name.length + 3)) : otherwise;
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1_000);
}

function round1(milliseconds: number | undefined): number {
  return Math.round((milliseconds ?? Number.NaN) * 10) / 10;
}
