import { fileURLToPath } from "node:url";
import { migrate } from "../../lib/server/platform/database/migrate.ts";
import { closePool } from "../../lib/server/platform/database/pool.ts";
import { startScratchPostgres } from "../../lib/supervisor/scratch-postgres.ts";
import { makeAnswers } from "../results/make-answers.ts";
import { addExplanations } from "./add-explanations.ts";
import { measureLists } from "./measure-lists.ts";

// npm run bench:answers [-- ANSWERS] [--rounds=20] [--json]
// The duration of a page of the list of a study's answers (default: a million, each with an explanation): each sort with
// each filter, the first pages one after another. Every list is read once before it is measured.
const argumentsGiven = process.argv.slice(2);
const answers = Number(argumentsGiven.find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const rounds = Number(argumentsGiven.find((argument) => argument.startsWith("--rounds="))?.slice(9) ?? 20);

const server = await startScratchPostgres();
try {
  process.env.DATABASE_URL = server.connectionString;
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  await migrate({ connectionString: server.connectionString, migrationsFolder });
  const study = await makeAnswers(answers);
  await addExplanations(study.id);
  const lists = await measureLists(study.id, rounds);
  if (argumentsGiven.includes("--json")) process.stdout.write(`${JSON.stringify({ answers, rounds, lists })}\n`);
  else
    for (const { sort, filter, matching, medianMs, p95Ms, slowestMs } of lists)
      process.stdout.write(
        `${sort.padEnd(14)}${filter.padEnd(32)}${matching.padEnd(16)}median ${medianMs} ms, p95 ${p95Ms} ms, slowest ${slowestMs} ms\n`,
      );
} finally {
  await closePool();
  await server.stop();
}
