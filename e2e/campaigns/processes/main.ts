import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closePool } from "../../../lib/server/platform/database/pool.ts";
import { findFreePort } from "../../../lib/supervisor/free-port.ts";
import type { Finding } from "../../load-test/check-load-test.ts";
import { startServers } from "../../servers.ts";
import { Program } from "../failover/programs.ts";
import { runRounds } from "../run-rounds.ts";

/**
 * npm run campaign:processes [-- --seconds S --seed K]: participants answer through 1, 2 and 4 application processes
 * behind HAProxy, which sends each request to the next process. If there are several processes, one is killed halfway.
 * The history of the received responses is compared with the database. Exit code 0 when every claim holds; 0 with a
 * sentence where Debian's haproxy is missing.
 */
const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const say = (text: string) => process.stdout.write(`${text}\n`);
const haproxy = "/usr/sbin/haproxy";

if (existsSync(haproxy)) {
  const findings: Finding[] = [];
  for (const processes of [1, 2, 4]) findings.push(...(await runBehindHaproxy(processes)));
  for (const { claim, holds, found } of findings) say(`${holds ? "holds " : "FAILS "} ${claim}  ${found}`);
  const failed = findings.filter(({ holds }) => !holds).length;
  say(`${findings.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  say("Skipped: install haproxy (apt-get install) to run this campaign.");
}

async function runBehindHaproxy(processes: number): Promise<Finding[]> {
  const servers = await startServers({ processes });
  const folder = await mkdtemp(join(tmpdir(), "parallax-haproxy-"));
  const port = await findFreePort("127.0.0.1");
  await writeFile(join(folder, "haproxy.cfg"), settings(port, servers.processUrls));
  const proxy = new Program(folder, null, "haproxy", haproxy, ["-f", "haproxy.cfg", "-db"]);
  try {
    proxy.start();
    process.env.DATABASE_URL = servers.databaseUrl;
    let isOver = false;
    const began = performance.now();
    const rounds = runRounds({
      baseUrls: [`http://127.0.0.1:${port}`],
      databaseUrl: servers.databaseUrl,
      seed: `${processes} processes, seed ${values.seed}`,
      concurrency: 20,
      isOver: () => isOver,
    });
    await pause(Number(values.seconds) * 500);
    if (processes > 1) servers.killProcess(0);
    await pause(Number(values.seconds) * 500);
    isOver = true;
    const { findings, answers, studies, checks } = await rounds;
    const seconds = Math.round((performance.now() - began) / 1_000);
    say(
      `${processes} processes: ${answers} acknowledged answers in ${studies} studies, ${checks} comparisons, ${seconds} s`,
    );
    return findings.map((one) => ({ ...one, claim: `${processes} processes: ${one.claim}` }));
  } finally {
    await closePool();
    await proxy.kill();
    await servers.stop();
    await rm(folder, { recursive: true });
  }
}

function settings(port: number, urls: readonly string[]): string {
  const lines = urls.map((url, index) => `  server process${index + 1} 127.0.0.1:${new URL(url).port} check`);
  return `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option redispatch
listen application
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /api/readyz
  default-server inter 500ms fall 2 rise 1
${lines.join("\n")}
`;
}
