import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../lib/supervisor/free-port.ts";

const preload = fileURLToPath(new URL("loop-delay.js", import.meta.url));

/** Measures how long a process served no one, compared with an idle process of the same machine. */
export interface LoopMeter {
  /** For the process that is measured. */
  environment: Record<string, string>;
  /** The longest delay of the event loop during the work, in milliseconds, minus that of the idle process. */
  during(work: () => Promise<unknown>): Promise<number>;
  stop(): void;
}

/** The median time of `computeOnce` on the machine for which the limits are stated, two cores without other load. */
const referenceMs = 18;

/**
 * A limit, extended by the factor by which this machine is slower at the moment than the machine for which the limit is
 * stated. On a shared machine, processors can be several times slower for minutes.
 */
export function extendLimit(limitMs: number): number {
  const times = Array.from({ length: 15 }, computeOnce)
    .slice(5)
    .sort((one, other) => one - other);
  return limitMs * Math.max(1, times[Math.floor(times.length / 2)]! / referenceMs);
}

interface Hold {
  heldMs: number;
  allowedMs: number;
}

/** Whether an attempt held the event loop for a smaller part of what the machine's speed at that time allows. */
export function isBetter(one: Hold, other: Hold): boolean {
  return one.heldMs / one.allowedMs < other.heldMs / other.allowedMs;
}

/** The duration of a fixed computation with objects, texts and a map, in milliseconds. */
function computeOnce(): number {
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    text: `row ${index} of a story`.repeat(4),
    value: index,
  }));
  const start = performance.now();
  const sums = new Map<string, number>();
  for (const { text, value } of JSON.parse(JSON.stringify(rows)) as typeof rows)
    for (const word of text.split(" ")) sums.set(word, (sums.get(word) ?? 0) + value);
  return performance.now() - start;
}

/** Starts the idle process. */
export async function startLoopMeter(): Promise<LoopMeter> {
  const [port, idlePort] = [await findFreePort("127.0.0.1"), await findFreePort("127.0.0.1")];
  const watched = (on: number) => ({ NODE_OPTIONS: `--import ${preload}`, PARALLAX_LOOP_PORT: String(on) });
  const idle = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
    env: { ...process.env, ...watched(idlePort) },
    stdio: "ignore",
  });
  const longest = () => Promise.all([port, idlePort].map(readLongest));
  return {
    environment: watched(port),
    during: async (work) => {
      await longest();
      await work();
      const [own, control] = (await longest()) as [number, number];
      return Math.max(0, own - control);
    },
    stop: () => idle.kill("SIGKILL"),
  };
}

async function readLongest(port: number): Promise<number> {
  const giveUpAt = Date.now() + 10_000;
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}`).catch(() => null);
    if (reply) return Number(await reply.text());
    if (Date.now() > giveUpAt) throw new Error(`the process on port ${port} does not report its event loop`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
