import { once } from "node:events";
import { join } from "node:path";
import { demoPartTitles } from "../domain/demo-parts.ts";
import { isThisMachine } from "../domain/network/own-origin.ts";
import { MigrationError, migrate } from "../server/platform/database/migrate.ts";
import { closePool } from "../server/platform/database/pool.ts";
import { readVariable } from "../server/platform/environment.ts";
import { startAppProcesses } from "./app-processes.ts";
import { ensureApplicationRole } from "./application-role.ts";
import { scheduleBackups } from "./backups/schedule-backups.ts";
import { schedulePurges } from "./backups/schedule-purges.ts";
import { ensureBuild } from "./build.ts";
import { checkServer } from "./check-server.ts";
import { openEmbeddedDatabase } from "./embedded-database.ts";
import { findPortProblem } from "./free-port.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { type Report, reportTo } from "./report.ts";
import { resolveSecret } from "./resolve-secret.ts";
import { readSettings, type Settings, setVariables } from "./settings.ts";
import { StartError } from "./start-error.ts";
import { refuseUnsafeSettings } from "./unsafe-settings.ts";

/**
 * Runs `npm start`, from reading the environment to stopping the last process. Returns the exit code. The parts are
 * stopped in reverse order, so that the database stops after the last request.
 */
export async function supervise(root: string): Promise<number> {
  // If the terminal or pager that reads our output is closed, the application continues.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const report = reportTo(process.stdout);
  const stop = listenForStop(report);
  const stopFunctions: (() => Promise<void>)[] = [];
  let code = 0;
  try {
    const settings = readSettings();
    await requirePort(settings.port);
    await start(root, settings, report, stop, stopFunctions);
    if (!stop.aborted) await once(stop, "abort");
  } catch (error) {
    if (!stop.aborted) {
      printError(error);
      code = 1;
    }
  }
  if (stop.aborted && stopFunctions.length > 0) report.say("Stopping …");
  for (const stopOne of stopFunctions.reverse()) {
    await stopOne().catch((error) => {
      printError(error);
      code = 1;
    });
  }
  if (stop.aborted && code === 0) report.say("Stopped.");
  return code;
}

/** Starts all parts in order. Resolves when the application is ready. */
async function start(
  root: string,
  settings: Settings,
  report: Report,
  stop: AbortSignal,
  stops: (() => Promise<void>)[],
): Promise<void> {
  let connectionString = settings.databaseUrl;
  if (connectionString) {
    await report.during("Connecting to the database", () => checkServer(connectionString as string));
  } else {
    const database = await openEmbeddedDatabase(settings.dataFolder, report);
    stops.push(database.stop);
    connectionString = database.connectionString;
    if (!readVariable("DATABASE_POOL_SIZE"))
      setVariables({ DATABASE_POOL_SIZE: String(computePoolSize(settings.processes)) });
  }
  await refuseUnsafeSettings(connectionString);
  stop.throwIfAborted();

  // The modules that are called below read their settings from the environment.
  setVariables({
    DATABASE_URL: connectionString,
    PARALLAX_URL: settings.publicUrl,
    PORT: String(settings.port),
    PARALLAX_ERASURE_LEDGER: settings.erasureLedger,
  });
  const migrationsFolder = join(root, "prisma", "migrations");
  const databaseAddress = connectionString;
  await report.during("Updating the tables", () => migrate({ connectionString: databaseAddress, migrationsFolder }));
  if (!settings.databaseUrl) setVariables({ DATABASE_URL: await ensureApplicationRole(databaseAddress) });
  await resolveSecret({
    dataFolder: settings.dataFolder,
    fromEnvironment: readVariable("PARALLAX_SECRET"),
    isEmbedded: settings.databaseUrl === null,
  });
  stop.throwIfAborted();
  const setupLink = await prepareContent(settings, report);
  stop.throwIfAborted();
  await ensureBuild(root, report, stop);
  stop.throwIfAborted();

  const app = startAppProcesses(root, settings, report);
  stops.push(app.stop);
  if (settings.metrics) {
    const stopMetrics = await serveMetrics(settings.metrics, app);
    stops.push(() => stopMetrics().finally(closePool));
  }
  await report.during("Starting the application", () => waitUntilReady(settings, stop));
  if (!settings.databaseUrl) stops.push(schedulePurges(databaseAddress, report.say));
  if (settings.backups) stops.push(scheduleBackups(databaseAddress, settings.backups, report.say));
  report.say(`\nParallax is ready: ${settings.publicUrl}`);
  if (setupLink)
    report.say(
      `There is no admin yet. Open this link, which works once, to become one: ${settings.publicUrl}${setupLink}`,
    );
  for (const remark of listRemarks(settings)) report.say(remark);
  report.say("Press Ctrl-C to stop.");
}

/** Notices about the configuration for the terminal. */
function listRemarks({ publicUrl, hasNamedProxy, backups }: Settings): string[] {
  const isLocal = isThisMachine(new URL(publicUrl).hostname);
  return [
    ...(isLocal || hasNamedProxy
      ? []
      : [
          "No proxy is configured, so X-Forwarded-* is ignored, and behind a proxy the limit of sessions per network does not apply; configure it with PARALLAX_PROXY, for example PARALLAX_PROXY=127.0.0.1 (docs/operating.md).",
        ]),
    backups
      ? `A backup is made every ${backups.everyHours} h in ${backups.folder}.`
      : "No scheduled backups are made; set PARALLAX_BACKUP_DIR (see docs/operating.md).",
  ];
}

/**
 * The number of connections per process: ten, and half as many for participants' steps (`plannedPool`). Fewer if many
 * processes share the 200 connections of the embedded server. The process for background jobs counts, too.
 */
function computePoolSize(processes: number): number {
  return Math.min(10, Math.floor(120 / (processes + 1)));
}

/** Loads the demo at the first start, and returns the set-up link if there is no admin yet. */
async function prepareContent({ erasureLedger }: Settings, report: Report): Promise<string | null> {
  try {
    const { ensureDemo } = await import("../server/demo/ensure-demo.ts");
    const newParts = await report.during("Loading the demo study if it is missing", ensureDemo);
    if (newParts.length > 0)
      report.say(
        `This version has new demo parts: ${newParts.map((part) => demoPartTitles[part]).join(", ")}. An owner can add them on the Overview page.`,
      );
    const { addMissingErasures } = await import("../server/backup/complete-ledger.ts");
    await addMissingErasures(erasureLedger).catch((error: Error) =>
      report.say(`The erasure ledger ${erasureLedger} cannot be written (${error.message}); make it writable.`),
    );
    const { ensureSetupLink } = await import("../server/platform/auth/setup-link.ts");
    return await ensureSetupLink();
  } finally {
    await closePool();
  }
}

async function requirePort(port: number): Promise<void> {
  const code = await findPortProblem(port);
  if (code === null) return;
  const example = `for example: PORT=${port < 1024 ? port + 8000 : (port % 65_535) + 1} npm start`;
  throw new StartError(
    code === "EACCES"
      ? `Port ${port} may only be used by the system's administrator; choose one above 1023, ${example}`
      : `Port ${port} is used by another program; stop that program or choose another port, ${example}`,
  );
}

/** Polls the application until it is ready. */
async function waitUntilReady({ port, host }: Settings, stop: AbortSignal): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  let lastResponse = "nothing";
  while (Date.now() < giveUpAt) {
    stop.throwIfAborted();
    try {
      const response = await fetch(`http://${reachableHost(host)}:${port}/api/readyz`, {
        signal: AbortSignal.timeout(5_000),
      });
      if (response.ok) return;
      lastResponse = `status ${response.status}`;
    } catch (error) {
      if (error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port")
        throw new StartError(`Browsers refuse to open port ${port}; choose another, for example: PORT=3000 npm start`);
      lastResponse = "nothing";
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartError(
    `The application did not become ready within two minutes (its last response was ${lastResponse}).`,
  );
}

/** The host under which this machine can reach a listener on that address. */
function reachableHost(host: string | null): string {
  if (host === null || host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Returns a signal that aborts on Ctrl-C, on a stop by a service manager, and when the terminal is closed. */
function listenForStop(report: Report): AbortSignal {
  const controller = new AbortController();
  let firstStopAt = 0;
  const requestStop = () => {
    // One Ctrl-C may arrive twice: once from the terminal and once forwarded by npm.
    if (controller.signal.aborted && Date.now() > firstStopAt + 2_000)
      report.say("Still stopping; this takes 20 s at most.");
    if (!controller.signal.aborted) firstStopAt = Date.now();
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, requestStop);
  watchParentProcess(controller.signal, requestStop);
  return controller.signal;
}

/**
 * Between npm and this process is a shell. A SIGTERM to npm ends the shell, but does not reach us. If npm started us,
 * the end of our parent process is therefore a request to stop.
 */
function watchParentProcess(stopped: AbortSignal, requestStop: () => void): void {
  if (readVariable("npm_lifecycle_event") === null) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) requestStop();
  }, 500);
  timer.unref();
  stopped.addEventListener("abort", () => clearInterval(timer), { once: true });
}

function printError(error: unknown): void {
  if (error instanceof StartError || error instanceof MigrationError) {
    process.stderr.write(`\nParallax cannot run: ${error.message}\n`);
  } else {
    process.stderr.write("\nUnexpected error; please report it with these lines.\n");
    console.error(error);
  }
}
