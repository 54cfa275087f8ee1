import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import * as z from "zod";
import { oneRow } from "../../lib/server/platform/database/rows.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface RunningParallax {
  url: string;
  /** The address that the installation considers its own: the origin of forms. */
  publicUrl: string;
  databaseUrl: string;
  dataFolder: string;
  process: ChildProcess;
  /** The processes that serve, and the database's own. */
  pids(): Promise<{ app: number[]; postgres: number | null }>;
  /** Stops it in order and removes its data. */
  stop(): Promise<void>;
  /** Kills the supervisor and everything below it without a word, and starts again on the same data. */
  crashAndRestart(): Promise<void>;
}

/**
 * `npm start` as a person would run it, with a separate data directory (below `folder`): the production build, durable
 * commits. This process gets the same installation secret, so that it can create rows in the database.
 */
export async function startParallax(
  processes: number,
  { environment = {}, folder = tmpdir() }: { environment?: Record<string, string>; folder?: string } = {},
): Promise<RunningParallax> {
  process.env.PARALLAX_SECRET ||= randomBytes(32).toString("base64url");
  const dataFolder = await mkdtemp(join(folder, "parallax-run-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = await launch(dataFolder, port, processes, environment);
  const running: RunningParallax = {
    url,
    publicUrl: `http://localhost:${port}`,
    databaseUrl: environment.DATABASE_URL ?? (await readDatabaseUrl(dataFolder)),
    dataFolder,
    get process() {
      return child;
    },
    pids: async () => ({ app: await childPids(child.pid ?? 0), postgres: await postmasterPid(dataFolder) }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
    crashAndRestart: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      child = await launch(dataFolder, port, processes, environment);
      running.databaseUrl = environment.DATABASE_URL ?? (await readDatabaseUrl(dataFolder));
    },
  };
  return running;
}

async function launch(
  dataFolder: string,
  port: number,
  processes: number,
  added: Record<string, string>,
): Promise<ChildProcess> {
  const { DATABASE_URL: _database, ...environment } = process.env;
  const child = spawn(process.execPath, [join(root, "bin/start.js")], {
    cwd: root,
    env: {
      ...environment,
      PARALLAX_DATA_DIR: dataFolder,
      PARALLAX_URL: "",
      PARALLAX_PROCESSES: String(processes),
      PORT: String(port),
      ...added,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Parallax is ready")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  return child;
}

async function readDatabaseUrl(dataFolder: string): Promise<string> {
  const { port, password } = JSON.parse(await readFile(join(dataFolder, "database.json"), "utf8"));
  return `postgresql://parallax:${encodeURIComponent(password)}@127.0.0.1:${port}/parallax`;
}

async function childPids(parent: number): Promise<number[]> {
  const text = await readFile(`/proc/${parent}/task/${parent}/children`, "utf8").catch(() => "");
  const pids: number[] = [];
  for (const pid of text.split(" ").filter(Boolean).map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (/app-process|next/.test(command)) pids.push(pid);
  }
  return pids;
}

async function postmasterPid(dataFolder: string): Promise<number | null> {
  const text = await readFile(join(dataFolder, "database", "postmaster.pid"), "utf8").catch(() => "");
  return text ? Number(text.split("\n")[0]) : null;
}

/**
 * Waits until no background job is waiting or running. A new installation generates the answers of its demo in its
 * first minute, which would distort measurements.
 */
export async function untilJobsAreDone(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const countOpen = "SELECT count(*)::int AS open FROM job WHERE state NOT IN ('done', 'dead')";
    const countRow = z.strictObject({ open: z.number() });
    while ((await oneRow(client, countRow, countOpen)).open > 0) await pause(500);
  } finally {
    await client.end();
  }
}

/** Maximum memory of a process so far, in megabytes; null if the system does not report it. */
export async function peakMegabytes(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = text.match(/VmHWM:\s+(\d+)/)?.[1];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
