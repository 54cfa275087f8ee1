import { fileURLToPath } from "node:url";
import { defaultResultsQuery } from "../../lib/domain/results/results-query.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { getCellView } from "../../lib/server/results/get-cell-view.ts";
import { getResults } from "../../lib/server/results/get-results.ts";
import { listItemResponses } from "../../lib/server/results/item-answers.ts";
import { getStudyView } from "../../lib/server/results/views/get-study-views.ts";
import { getLiveFigures } from "../../lib/server/studies/get-live-figures.ts";
import { listResponses } from "../../lib/server/studies/list-responses.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";
import { makeAnswers } from "./make-answers.ts";
import { measurePages } from "./pages.ts";

// npm run bench:results [-- ANSWERS] [--json] [--pages]
// How long the data of each view of a study takes, over so many answers (a million when nothing is said). With --pages
// also how long each page of a production build holds the event loop.
const isJson = process.argv.includes("--json");
const answers = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const rounds = 7;
const say = (text: string) => process.stderr.write(`${text}\n`);

const server = await startScratchPostgres();
try {
  process.env.DATABASE_URL = server.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  await migrate({ connectionString: server.connectionString, migrationsFolder });
  say(`Writing ${answers.toLocaleString("en")} answers …`);
  const study = await makeAnswers(answers);
  const page = await getResults(installation, study.id, defaultResultsQuery);
  const item = page?.results.items[0]?.id ?? "";
  const all = { conditionId: null, answerKey: null, page: 1 };
  const views: Record<string, () => Promise<unknown>> = {
    results: () => getResults(installation, study.id, defaultResultsQuery),
    "results, all switches": () =>
      getResults(installation, study.id, { ...defaultResultsQuery, surplus: true, excluded: true, openStratum: false }),
    "results, another stage": () => getResults(installation, study.id, { ...defaultResultsQuery, stage: "pilot" }),
    "table of accuracies": () => getCellView(installation, study.id, defaultResultsQuery, "accuracy"),
    "stored analysis": () => getStudyView(installation, study.id, defaultResultsQuery, "ceiling"),
    live: () => getLiveFigures(installation, study.id),
    "one item": () => listItemResponses(installation, study.id, item, all),
    "list of responses": () => listResponses(installation, study.id, {}),
    "list of responses, what counts": () => listResponses(installation, study.id, { stage: "main", counts: "yes" }),
  };
  const figures: Record<string, { medianMs: number; slowestMs: number }> = {};
  for (const [name, read] of Object.entries(views)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      await read();
      times.push(performance.now() - start);
    }
    times.sort((left, right) => left - right);
    figures[name] = { medianMs: round1(times[rounds >> 1]), slowestMs: round1(times.at(-1)) };
  }
  const pages = process.argv.includes("--pages") ? await measurePages(study, item) : [];
  if (isJson) process.stdout.write(`${JSON.stringify({ answers, rounds, views: figures, pages })}\n`);
  else {
    process.stdout.write(`${answers.toLocaleString("en")} answers, ${rounds} rounds, milliseconds\n`);
    for (const [name, { medianMs, slowestMs }] of Object.entries(figures)) {
      process.stdout.write(`${name.padEnd(34)}median ${String(medianMs).padStart(8)}  slowest ${slowestMs}\n`);
    }
    for (const { page, status, slowestMs, heldMs } of pages)
      process.stdout.write(
        `${page.padEnd(34)}${status}  slowest ${slowestMs}  held the process for ${heldMs} (to reach: 50)\n`,
      );
  }
} finally {
  await closePool();
  await server.stop();
}

function round1(milliseconds: number | undefined): number {
  return Math.round((milliseconds ?? Number.NaN) * 10) / 10;
}
