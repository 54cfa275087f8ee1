import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { seededRandom, shuffle } from "../../../lib/domain/random.ts";
import { closePool } from "../../../lib/server/platform/database/pool.ts";
import { ensureBuild } from "../../../lib/supervisor/build.ts";
import { reportTo } from "../../../lib/supervisor/report.ts";
import { runAnnotators } from "../../annotation-load-test/run-annotators.ts";
import { mountSmallDisk } from "../../load-test/small-disk.ts";
import { runRounds } from "../run-rounds.ts";
import { type CampaignFault, listFaults } from "./list-faults.ts";
import { copyBuild, startInstallation } from "./start-installation.ts";

/**
 * npm run campaign:faults -- --minutes M --seed K [--faults N]: participants and annotators answer through two
 * application processes behind proxies, while faults are injected for M minutes or until N were injected. The history
 * of the received responses is compared with the database. Exit code 0 when every claim holds.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    faults: { type: "string", default: "100000" },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const random = seededRandom(`faults ${values.seed}`);
const wanted = Number(values.faults);
const endsAt = Date.now() + Number(values.minutes) * 60_000;

process.env.PARALLAX_SECRET ||= randomBytes(32).toString("base64url");
await ensureBuild(fileURLToPath(new URL("../../..", import.meta.url)), reportTo(process.stdout));
const newBuild = await copyBuild();
const disk = await mountSmallDisk(1_500);
if (!disk) say("No file system can be mounted here: no disk becomes full.");
const installation = await startInstallation(disk, reportTo(process.stdout));
if (!installation.moveClock) say("libfaketime is not installed: no clock jumps.");
const injected = new Map<string, number>();
const failures: string[] = [];
let isOver = false;
try {
  process.env.DATABASE_URL = installation.databaseUrl;
  process.env.PARALLAX_URL = installation.url;
  const settings = { databaseUrl: installation.databaseUrl, seed: values.seed, isOver: () => isOver };
  const participants = runRounds({ ...settings, baseUrls: [installation.url], concurrency: 20, perStratumItem: 6 });
  const annotators = runAnnotators({ ...settings, baseUrl: installation.url, people: 5, pairs: 50 });
  await pause(2_000);
  await injectFaults();
  isOver = true;
  const [answers, texts] = await Promise.all([participants, annotators]);
  const findings = [...answers.findings, ...texts.findings];
  for (const [name, count] of injected) say(`${String(count).padStart(5)}  ${name}`);
  for (const { claim, holds, found } of findings) say(`${holds ? "holds " : "FAILS "} ${claim}  ${found}`);
  for (const failure of failures) say(`FAILS  ${failure}`);
  const faults = [...injected.values()].reduce((sum, count) => sum + count, 0);
  say(
    `seed ${values.seed}: ${faults} faults, ${answers.answers} answers and ${texts.writes} writes of annotators acknowledged, ${answers.studies} studies, ${answers.checks} comparisons`,
  );
  const failed = findings.filter(({ holds }) => !holds).length + failures.length;
  say(`${findings.length - failed + failures.length} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await closePool();
  await installation.stop();
  await disk?.remove();
  await rm(newBuild, { recursive: true, force: true });
}

/** All kinds in a random order, again and again: each kind occurs equally often. */
async function injectFaults(): Promise<void> {
  const faults = listFaults(installation, random, newBuild);
  let queue: CampaignFault[] = [];
  for (let done = 0; done < wanted && Date.now() < endsAt; done += 1) {
    if (queue.length === 0) queue = shuffle(faults, random);
    const fault = queue.pop() as CampaignFault;
    injected.set(fault.name, (injected.get(fault.name) ?? 0) + 1);
    await fault.run().catch((error: Error) => failures.push(`${fault.name}: ${error.message}`));
    await pause(500 + random.below(1_500));
  }
}
