import { once } from "node:events";
import { createServer } from "node:http";
import { collectDefaultMetrics, Gauge, prometheusContentType, Registry } from "prom-client";
import { readJobFigures } from "../../server/operations/job-figures.ts";
import { pool } from "../../server/platform/database/pool.ts";
import type { AppProcesses } from "../app-processes.ts";
import { StartError } from "../start-error.ts";
import { joinMetrics, metricsTimeoutMs, requestMetrics } from "./gather-metrics.ts";

/**
 * Serves `/metrics` in the format of Prometheus: the metrics of the database and of every process on this machine. The
 * processes are asked at each request. The metrics identify no person, but the port is for a private network.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  processes: Pick<AppProcesses, "list">,
  waitMs = metricsTimeoutMs,
): Promise<() => Promise<void>> {
  const supervisor = collectSupervisorMetrics();
  const server = createServer(async (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (request.url?.split("?", 1)[0] !== "/metrics" || !isRead) {
      response.writeHead(request.url === "/metrics" ? 405 : 404, { "content-type": "text/plain" });
      response.end("Metrics are at GET /metrics.\n");
      return;
    }
    const text = await gatherAllMetrics(supervisor, processes, waitMs).catch(() => null);
    if (text === null) response.writeHead(500).end();
    else response.writeHead(200, { "content-type": prometheusContentType, "cache-control": "no-store" }).end(text);
  });
  server.listen(port, host);
  await Promise.race([
    once(server, "listening"),
    once(server, "error").then(([error]) => {
      throw new StartError(`Metrics cannot be served at ${host}:${port} (${(error as Error).message}).`);
    }),
  ]);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function gatherAllMetrics(
  supervisor: SupervisorMetrics,
  processes: Pick<AppProcesses, "list">,
  waitMs: number,
): Promise<string> {
  const replies = await Promise.all(
    processes
      .list()
      .map(async ({ name, child, restarts }) => ({ name, restarts, metrics: await requestMetrics(child, waitMs) })),
  );
  supervisor.answers.reset();
  for (const { name, restarts, metrics } of replies) {
    supervisor.answers.set({ process: name }, metrics === null ? 0 : 1);
    supervisor.restarts.set({ process: name }, restarts);
  }
  const jobs = await readJobFigures(pool()).catch(() => null);
  supervisor.databaseUp.set(jobs ? 1 : 0);
  supervisor.jobs.reset();
  supervisor.longestWait.reset();
  if (jobs) {
    supervisor.longestWait.set(jobs.longestWaitSeconds);
    for (const state of ["waiting", "running", "dead"] as const) supervisor.jobs.set({ state }, jobs[state]);
  }
  const available = replies.flatMap(({ name, metrics }) => (metrics ? [[name, metrics] as const] : []));
  return await joinMetrics([...available, ["supervisor", await supervisor.registry.getMetricsAsJSON()]]);
}

type SupervisorMetrics = ReturnType<typeof collectSupervisorMetrics>;

function collectSupervisorMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    answers: new Gauge({
      name: "parallax_process_answers",
      help: "Whether a process answered within a second; 0 while its event loop is blocked.",
      labelNames: ["process"] as const,
      registers,
    }),
    restarts: new Gauge({
      name: "parallax_process_restarts",
      help: "How often a process ended unexpectedly since the start.",
      labelNames: ["process"] as const,
      registers,
    }),
    databaseUp: new Gauge({ name: "parallax_database_up", help: "Whether the database answers.", registers }),
    jobs: new Gauge({
      name: "parallax_jobs",
      help: "Background jobs by state; a dead job failed at every attempt.",
      labelNames: ["state"] as const,
      registers,
    }),
    longestWait: new Gauge({
      name: "parallax_job_longest_wait_seconds",
      help: "How long the longest-waiting background job has been due.",
      registers,
    }),
  };
}
