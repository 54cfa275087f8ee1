import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import { auditSet } from "@/lib/domain/stories/artefacts/set-audit.ts";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { makePairs } from "@/prisma/factories/make-collection.ts";
import { auditInWorker } from "./audit-in-worker.ts";
import type { AuditWorkerItem } from "./audit-worker.ts";

const threads: Worker[] = [];
const note = (worker: Worker) => threads.push(worker);
beforeEach(() => {
  threads.length = 0;
  process.on("worker", note);
});
afterEach(() => {
  process.off("worker", note);
});

const items = makePairs(150);
const rows = items.map((item): AuditWorkerItem => {
  const document = JSON.stringify(documentFromItem(item));
  return { document, imported: JSON.stringify(item), given: document, group: item.sourceId ?? item.id };
});

describe("the audit of a set", () => {
  it("is computed in a thread, while the process that asked for it goes on with everything else", async () => {
    const others = countTurns();
    let handedOver = 0;
    async function* pieces() {
      for (let at = 0; at < rows.length; at += 50) yield rows.slice(at, at + 50);
      handedOver = others.soFar();
    }
    const audit = await auditInWorker(pieces);
    others.stop();
    expect(threads).toHaveLength(1);
    // Computed in this thread, the result would be there in the same event-loop turn as the last piece.
    expect(others.soFar()).toBeGreaterThan(handedOver);
    expect(audit).toEqual(auditSet(items.map((item) => ({ item, group: item.sourceId ?? item.id }))));
  });

  it("fails with what the thread says of a row that cannot be read, and ends the thread", async () => {
    async function* pieces() {
      yield [{ ...(rows[0] as AuditWorkerItem), document: "no JSON" }];
    }
    await expect(auditInWorker(pieces)).rejects.toThrow("JSON");
    expect(threads[0]?.threadId).toBe(-1);
  });

  it("is refused while one runs and four wait", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* pieces() {
      await held;
      yield rows.slice(0, 2);
    }
    const asked = Array.from({ length: 5 }, () => auditInWorker(pieces));
    await expect(auditInWorker(pieces)).rejects.toMatchObject({ code: "too-many", retryAfterSeconds: 60 });
    release();
    expect(new Set((await Promise.all(asked)).map(({ ikd }) => ikd.pairs))).toEqual(new Set([1]));
  });
});
