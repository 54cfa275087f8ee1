import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { releaseRequestSchema } from "../../lib/domain/release/release-request.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { listReleases } from "../../lib/server/release/release-versions.ts";
import { getReleaseState, requestRelease } from "../../lib/server/release/request-release.ts";

export interface ReleaseFigures {
  version: string;
  /** Seconds of each step, in the order of the steps. */
  steps: Record<string, number>;
  seconds: number;
  /** Memory of the worker, with its threads, before the job and at most, and the difference. */
  idleMB: number;
  peakMB: number;
  aboveIdleMB: number;
  bytes: number;
  /** Whether the worker was killed with SIGKILL while it wrote the answers; another worker then continued. */
  isKilled: boolean;
}

/**
 * How long a worker in its own process takes to release a study, and its memory: first with all analyses to compute,
 * then with stored analyses, and then with a SIGKILL of the worker while it writes the answers.
 */
export async function measureRelease(studyId: string, say: (text: string) => void): Promise<ReleaseFigures[]> {
  const figures: ReleaseFigures[] = [];
  for (const [version, isKilled] of [
    ["1.0.0", false],
    ["1.1.0", false],
    ["1.2.0", true],
  ] as const) {
    figures.push(await measureVersion(studyId, version, isKilled));
    say(`Released version ${version}: ${JSON.stringify(figures.at(-1))}`);
  }
  return figures;
}

async function measureVersion(studyId: string, version: string, isKilled: boolean): Promise<ReleaseFigures> {
  const subject = { type: "study", id: studyId } as const;
  let worker = await startWorker();
  const idleMB = await memoryMB(worker, "VmRSS");
  const description = {
    title: "A benchmark of releases",
    summary: "Synthetic answers.",
    version,
    published: "2026-11-30",
    authors: [{ given: "Ann", family: "Example" }],
    licence: "CC-BY-4.0",
  };
  const request = releaseRequestSchema.parse({ description, level: "coded", reason: "A benchmark." });
  const started = performance.now();
  await requestRelease(installation, subject, request, false);
  const steps: Record<string, number> = {};
  let peakMB = 0;
  let step = "";
  let stepStarted = started;
  let wasKilled = false;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const state = await getReleaseState(subject);
    peakMB = Math.max(peakMB, await memoryMB(worker, "VmHWM"));
    if (state && state.doing !== step) {
      const now = performance.now();
      if (step !== "") steps[step] = round1((steps[step] ?? 0) + (now - stepStarted) / 1_000);
      [step, stepStarted] = [state.doing, now];
    }
    if (isKilled && !wasKilled && step === "Writing responses" && performance.now() - stepStarted > 10_000) {
      wasKilled = true;
      worker.kill("SIGKILL");
      await once(worker, "exit");
      worker = await startWorker();
    }
    if (state?.state === "failed") throw new Error(`the release failed: ${state.problem}`);
    if (state?.state === "done") break;
  }
  steps[step] = round1((steps[step] ?? 0) + (performance.now() - stepStarted) / 1_000);
  const ended = once(worker, "exit");
  worker.kill("SIGTERM");
  await ended;
  const stored = (await listReleases(subject)).find((one) => one.version === version);
  return {
    version,
    steps,
    seconds: round1((performance.now() - started) / 1_000),
    idleMB,
    peakMB,
    aboveIdleMB: peakMB - idleMB,
    bytes: stored?.bytes ?? 0,
    isKilled: wasKilled,
  };
}

/** A worker that is ready for jobs. */
async function startWorker(): Promise<ChildProcess> {
  const command = fileURLToPath(new URL("../../bin/parallax", import.meta.url));
  const worker = spawn(process.execPath, [command, "worker", "--concurrency", "1"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(worker.stdout!, "data");
  return worker;
}

/** Memory of a process and its descendants: now (VmRSS) or at most so far (VmHWM). */
async function memoryMB(worker: ChildProcess, field: "VmRSS" | "VmHWM"): Promise<number> {
  const own = async (pid: string): Promise<number> => {
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const kB = Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    let sum = kB / 1_024;
    for (const thread of threads) {
      const children = await readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "");
      for (const child of children.split(" ").filter((one) => one !== "")) sum += await own(child);
    }
    return sum;
  };
  return Math.round(await own(String(worker.pid)));
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
