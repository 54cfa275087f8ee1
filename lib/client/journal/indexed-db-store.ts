import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { JournalRecord, JournalStore } from "./journal-record.ts";

interface Schema extends DBSchema {
  records: { key: string; value: JournalRecord };
}

/**
 * The journal in IndexedDB, one per person, so that another user of this computer does not see it. A connection that
 * the browser closed (because of a newer tab or memory pressure) is opened again.
 */
export function indexedDbStore(personId: string): JournalStore {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const database = () => {
    opening ??= openDB<Schema>(`parallax-annotation-${personId}`, 1, {
      upgrade: (db) => {
        db.createObjectStore("records", { keyPath: "taskId" });
      },
      blocking: () => void opening?.then((db) => db.close()).finally(() => (opening = null)),
      terminated: () => (opening = null),
    }).catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    read: async (taskId) => (await (await database()).get("records", taskId)) ?? null,
    write: async (record) => {
      // Relaxed durability loses a record only if the machine crashes; strict costs a disk flush per keystroke.
      const transaction = (await database()).transaction("records", "readwrite", { durability: "relaxed" });
      await Promise.all([transaction.store.put(record), transaction.done]);
    },
    remove: async (taskId) => {
      await (await database()).delete("records", taskId);
    },
    list: async () => (await database()).getAll("records"),
  };
}
