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
