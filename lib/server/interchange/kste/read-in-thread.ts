import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { runInThread } from "../../platform/threads/run-in-thread.ts";
import type { KsteSource, RawRow } from "./collector.ts";
import type { KsteOptions, KstePart } from "./kste-part.ts";
import { SourceRefused } from "./limits.ts";

/** Memory limit of the thread: a malicious file can end its thread, but not the process. */
const maxMemoryMb = 1_536;

/**
 * Runs `readKsteSource` in a thread, so that a file that is slow to parse (deep JSON, a hundred thousand tags, a zip
 * bomb) does not block the event loop.
 *
 * @throws SourceRefused if the file has another format or exceeds the limits
 */
export async function readKsteInThread(path: string, options: KsteOptions): Promise<KsteSource> {
  const { ksteWorker } = await import("./kste-worker.generated.ts");
  const items: KsteItem[] = [];
  const findings: KsteSource["findings"] = [];
  const rowById = new Map<string, number>();
  const rawById = new Map<string, RawRow>();
  const collect = (part: KstePart) => {
    for (const { item, row, raw } of part.items) {
      items.push(item);
      rowById.set(item.id, row);
      if (raw) rawById.set(item.id, raw);
    }
    for (const finding of part.findings) findings.push(finding);
  };
  try {
    const { refusal, ...totals } = await runInThread(ksteWorker, { path, options }, collect, { maxMemoryMb });
    if (refusal !== null) throw new SourceRefused(refusal);
    return { items, findings, rowOf: rowById, rawOf: rawById, ...totals };
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    throw isTooLarge ? new SourceRefused("exceeds the memory limit; split it into smaller files") : error;
  }
}
