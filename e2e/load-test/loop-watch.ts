import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One period in which a process handled no other request. */
interface Hold {
  /** Milliseconds since 1970. */
  endedAt: number;
  /** Milliseconds of its own computing in it; during the rest of the gap other processes used the processor. */
  heldMs: number;
  gapMs: number;
}

/** What blocked the event loops of the processes that were started with `environment`. */
export interface LoopWatch {
  environment: Record<string, string>;
  /** The longest stretch since then (milliseconds since 1970), and how many were longer than 50 ms. */
  since(began: number): Promise<{ longestMs: number; above50Ms: number }>;
  remove(): Promise<void>;
}

/** Prepares a folder in which processes of the application note how long they were busy without a pause. */
export async function watchLoops(): Promise<LoopWatch> {
  const folder = await mkdtemp(join(tmpdir(), "parallax-loops-"));
  const preload = fileURLToPath(new URL("watch-loop.js", import.meta.url));
  return {
    environment: {
      PARALLAX_LOOP_WATCH: folder,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${preload}`.trim(),
    },
    since: async (began) => {
      // They write ten times a second.
      await new Promise((resolve) => setTimeout(resolve, 250));
      const holds = (await readHolds(folder)).filter(({ endedAt }) => endedAt >= began);
      return {
        longestMs: Math.round(Math.max(0, ...holds.map(({ heldMs }) => heldMs))),
        above50Ms: holds.filter(({ heldMs }) => heldMs > 50).length,
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function readHolds(folder: string): Promise<Hold[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => JSON.parse(text) as Hold[]);
}
