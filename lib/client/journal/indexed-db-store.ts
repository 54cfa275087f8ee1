import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { JournalRecord, JournalStore } from "./journal-record.ts";

interface Schema extends DBSchema {
  records: { key: string; value: JournalRecord };
}

/**
 * The journal in IndexedDB. Each person has a separate journal, so that other users of the computer do not see it. A
 * connection that the browser has closed (for a newer tab, or to save memory) is opened again.
 */
export function createIndexedDbStore(personId: string): JournalStore {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const openDatabase = () => {
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
    read: async (taskId) => (await (await openDatabase()).get("records", taskId)) ?? null,
    write: async (record) => {
      // With relaxed durability, a crash of the machine can lose a record; strict would flush the disk at every
      // keystroke.
      const transaction = (await openDatabase()).transaction("records", "readwrite", { durability: "relaxed" });
      await Promise.all([transaction.store.put(record), transaction.done]);
    },
    remove: async (taskId) => {
      await (await openDatabase()).delete("records", taskId);
    },
    list: async () => (await openDatabase()).getAll("records"),
  };
}
