import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { percentileOfSorted } from "../../../lib/domain/statistics/basics/percentiles.ts";
import { closePool } from "../../../lib/server/platform/database/pool.ts";
import { freePort } from "../../../lib/supervisor/free-port.ts";
import { startServers } from "../../servers.ts";
import { missingPackages, Program } from "../failover/programs.ts";
import { runRounds } from "../run-rounds.ts";

/**
 * npm run campaign:processes [-- --processes 1,2,4] [--seconds 60] [--participants 100]: participants answer through HAProxy and
 * so many processes of the application; prints the times of their requests and the checks of the history. Exit code 0 when
 * every claim holds; 0 with a sentence where HAProxy is missing.
 */
const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "1,2,4" },
    seconds: { type: "string", default: "60" },
    participants: { type: "string", default: "100" },
  },
});
const say = (text: string) => process.stdout.write(`${text}\n`);

if (missingPackages().includes("haproxy")) say("Skipped: install haproxy (apt-get install) to run this campaign.");
else for (const count of values.processes.split(",").map(Number)) await measure(count);

async function measure(processes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-haproxy-"));
  const servers = await startServers({ processes });
  const port = await freePort("127.0.0.1");
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, haproxySettings(port, servers.processUrls));
  const haproxy = new Program(folder, null, "haproxy", "/usr/sbin/haproxy", ["-f", file, "-db"]);
  haproxy.start();
  try {
    process.env.DATABASE_URL = servers.databaseUrl;
    const began = Date.now();
    const { findings, stepMs, answers, failedRequests } = await runRounds({
      baseUrls: [`http://127.0.0.1:${port}`],
      databaseUrl: servers.databaseUrl,
      seed: `processes ${processes}`,
      concurrency: Number(values.participants),
      perStratumItem: 40,
      isOver: () => Date.now() - began > Number(values.seconds) * 1_000,
    });
    const seconds = (Date.now() - began) / 1_000;
    const sorted = stepMs.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(percentileOfSorted(sorted, share));
    say(
      `${processes} processes, ${values.participants} at once, ${seconds.toFixed(0)} s: ${answers} answers, ${(answers / seconds).toFixed(0)} a second; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${failedRequests} failed requests`,
    );
    for (const { claim, found } of findings.filter(({ holds }) => !holds)) say(`FAILS  ${claim}  ${found}`);
    if (findings.some(({ holds }) => !holds) || failedRequests > 0) process.exitCode = 1;
  } finally {
    await closePool();
    await haproxy.kill();
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function haproxySettings(port: number, urls: readonly string[]): string {
  const servers = urls.map((url, index) => `  server app${index + 1} 127.0.0.1:${new URL(url).port} check`);
  return `global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend participants
  bind 127.0.0.1:${port}
  default_backend apps
backend apps
  balance roundrobin
  option httpchk GET /api/readyz
${servers.join("\n")}
`;
}
