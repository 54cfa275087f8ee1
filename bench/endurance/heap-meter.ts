import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Measures the heaps of the processes that were started with `environment`. */
export interface HeapMeter {
  environment: Record<string, string>;
  /** Bytes in use after a forced collection, by process id. */
  read(): Promise<Record<string, number>>;
  remove(): Promise<void>;
}

/** Prepares a folder in which processes of the application write the ports that report their heaps. */
export async function startHeapMeter(): Promise<HeapMeter> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-heaps-"));
  const preload = fileURLToPath(new URL("heap-port.js", import.meta.url));
  return {
    environment: { PARALLAX_HEAP_PORTS: folder, NODE_OPTIONS: `--import ${preload}` },
    read: async () => {
      const pids = await readdir(folder);
      const heaps = pids.map(async (pid): Promise<[string, number][]> => {
        const port = await readFile(join(folder, pid), "utf8");
        const reply = await fetch(`http://127.0.0.1:${port}`).catch(() => null);
        // A process that has ended does not answer.
        return reply ? [[pid, Number(await reply.text())]] : [];
      });
      return Object.fromEntries((await Promise.all(heaps)).flat());
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
