import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pool } from "../lib/server/platform/database/pool.ts";
import { findFreePort } from "../lib/supervisor/free-port.ts";
import { classifyRequest } from "../lib/supervisor/metrics/request-kind.ts";
import { serveMetrics } from "../lib/supervisor/metrics/serve-metrics.ts";
import { withTestDatabase } from "../prisma/factories/with-test-database.ts";

withTestDatabase();

let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-metrics-"));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

/** A process with our listener, as the supervisor starts it; it reports its port. */
async function startProcess(name: string, script: string): Promise<{ child: ChildProcess; port: number }> {
  const file = join(folder, `${name}.mjs`);
  const install = new URL("../lib/supervisor/listener/install-listener.ts", import.meta.url).href;
  await writeFile(
    file,
    `import http from "node:http";
     const { installListener } = await import(${JSON.stringify(install)});
     installListener({ publicUrl: "http://localhost", proxies: [] });
     const server = http.createServer((request, response) => {
       response.statusCode = request.url === "/research/nothing" ? 404 : 200;
       response.end("x");
     });
     server.listen(0, "127.0.0.1", () => process.send(server.address().port));
     ${script}`,
  );
  const child = fork(file, [], {
    execArgv: ["--import", import.meta.resolve("tsx")],
    env: { ...process.env, PARALLAX_METRICS_PORT: "1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.push(child);
  const [port] = await once(child, "message");
  return { child, port };
}

const figureOf = (text: string, metric: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${metric} `))
      ?.split(" ")
      .at(-1) ?? Number.NaN,
  );

it("serves the metrics of every process by its name, and says which process does not answer", async () => {
  const answering = await startProcess("answering", "");
  const blocked = await startProcess("blocked", "setTimeout(() => { for (;;); }, 50);");
  for (const path of ["/s/demo?pid=1", "/s/demo?pid=2", "/research/nothing", "/api/v1/studies/1/export"])
    await (await fetch(`http://127.0.0.1:${answering.port}${path}`)).text();
  await pool().query(
    "INSERT INTO job (id, kind, payload, run_after) VALUES (gen_random_uuid(), 'x', '{}', now() - interval '90 s')",
  );
  const port = await findFreePort("127.0.0.1");
  const stop = await serveMetrics(
    { host: "127.0.0.1", port },
    {
      list: () => [
        { name: "app-1", child: answering.child, restarts: 2 },
        { name: "app-2", child: blocked.child, restarts: 0 },
      ],
    },
    // Longer than a process that is not blocked needs on a busy machine.
    5_000,
  );
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(reply.headers.get("content-type")).toContain("text/plain");
    const text = await reply.text();
    const lines = text.split("\n").filter((line) => line.startsWith("parallax_http_request_duration_seconds_count"));
    expect(lines.join("\n")).not.toContain("pid");
    expect(
      lines.map((line) => [/kind="(\w+)"/.exec(line)?.[1], /status="(\w+)"/.exec(line)?.[1], line.split(" ")[1]]),
    ).toEqual(
      expect.arrayContaining([
        ["participant", "200", "2"],
        ["page", "404", "1"],
        ["api", "200", "1"],
      ]),
    );
    expect(figureOf(text, 'parallax_process_answers{process="app-1"}')).toBe(1);
    expect(figureOf(text, 'parallax_process_answers{process="app-2"}')).toBe(0);
    expect(figureOf(text, 'parallax_process_restarts{process="app-1"}')).toBe(2);
    expect(figureOf(text, 'process_resident_memory_bytes{process="app-1"}')).toBeGreaterThan(10_000_000);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds{process="app-1"}');
    expect(figureOf(text, 'parallax_database_up{process="supervisor"}')).toBe(1);
    expect(text).toContain('parallax_jobs{process="supervisor",state="waiting"} 1');
    expect(figureOf(text, 'parallax_job_longest_wait_seconds{process="supervisor"}')).toBeGreaterThanOrEqual(90);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(405);
  } finally {
    await stop();
  }
});

it("names few kinds of requests, whatever addresses people invent", () => {
  const kinds = {
    "/s/demo": "participant",
    "/api/v1/sessions": "participant",
    "/api/v1/sessions/x/answers": "participant",
    "/api/v1/sessionsx": "api",
    "/annotate": "annotator",
    "/annotated": "page",
    "/api/v1/annotation/next": "annotator",
    "/api/readyz": "health",
    "/_next/static/x.js": "file",
    "/icon.png?x=1": "file",
    "/": "page",
    "*": "page",
  };
  for (const [url, kind] of Object.entries(kinds)) expect(classifyRequest(url), url).toBe(kind);
});
