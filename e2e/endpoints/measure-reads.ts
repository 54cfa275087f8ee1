import { pool } from "../../lib/server/platform/database/pool.ts";
import { extendLimit, isBetter, type LoopMeter } from "./loop-meter.ts";

export interface ReadFigure {
  path: string;
  status: number;
  /** The longest time that the event loop was blocked: the minimum of the attempts. */
  heldMs: number;
  /** How long it may be blocked. */
  allowedMs: number;
  /** Until the last byte, with all waiting for a job. */
  tookMs: number;
}

/** Longer than this no result is waited for. */
const patienceMs = 10 * 60_000;

/**
 * Requests addresses one after the other, each until its result is computed (no longer 202), and measures the event
 * loop of the process that responds. Stored results are deleted before, so that each attempt computes. An address that
 * blocks the loop longer than `limitMs` is tried three times.
 */
export async function measureReads(
  url: string,
  cookie: string,
  paths: readonly string[],
  meter: LoopMeter,
  limitMs: number,
  tell: (figure: ReadFigure) => void = () => {},
): Promise<ReadFigure[]> {
  const figures: ReadFigure[] = [];
  for (const path of paths) {
    let best: ReadFigure | null = null;
    for (let attempt = 0; attempt < 3 && (best === null || best.heldMs > best.allowedMs); attempt += 1) {
      if (attempt > 0 || isComputed(path)) await forgetResults();
      const began = performance.now();
      let status = 0;
      const heldMs = await meter.during(async () => {
        status = await read(url + path, cookie);
      });
      const tookMs = performance.now() - began;
      const allowedMs = heldMs > limitMs ? extendLimit(limitMs) : limitMs;
      const figure = { path, status, heldMs, allowedMs, tookMs };
      if (best === null || isBetter(figure, best)) best = figure;
    }
    if (best) figures.push(best);
    if (best) tell(best);
  }
  return figures;
}

function isComputed(path: string): boolean {
  return /^\/(research|api\/v1\/(studies|benchmarks|models|annotation))/.test(path);
}

async function forgetResults(): Promise<void> {
  await pool().query("DELETE FROM stored_result");
}

async function read(address: string, cookie: string): Promise<number> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const reply = await fetch(address, { headers: { cookie }, redirect: "manual" });
    for await (const _ of reply.body ?? []);
    if (reply.status !== 202 || Date.now() > giveUpAt) return reply.status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
