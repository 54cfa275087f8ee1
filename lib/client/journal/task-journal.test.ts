import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { Json } from "@/lib/domain/stories/items/kste-item.ts";
import type { JournalRecord, JournalStore } from "./journal-record.ts";
import type { SaveState } from "./save-state.ts";
import { TaskJournal } from "./task-journal.ts";

interface StoredRevision {
  base: string | null;
  document: KsteDocument;
  sha256: string;
  branch: string;
}

/** A server that stores revisions by the rules of the contract and can be made to fail. */
class RevisionServer {
  readonly revisions = new Map<string, StoredRevision>();
  readonly order: string[] = [];
  readonly closed: { step: string; body: Record<string, Json> }[] = [];
  head: string | null = null;
  /** What happens to the next requests, one each: then everything goes well. */
  faults: ("drop" | "drop-after" | "error" | "garble" | "signed-out" | "refuse")[] = [];
  requests = 0;
  #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      this.requests += 1;
      const fault = this.faults.shift();
      if (fault === "drop") return void request.socket.destroy();
      const body = JSON.parse(await textOf(request));
      const say = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (fault === "error") return void say(503, { error: { code: "unavailable", message: "Not now." } });
      if (fault === "signed-out")
        return void say(401, { error: { code: "unauthenticated", message: "Please sign in first." } });
      if (fault === "refuse") return void say(422, { error: { code: "invalid", message: "Too long." } });
      if (fault === "garble") return void response.writeHead(200).end("<html>");
      const parts = (request.url as string).split("/");
      if (request.method === "POST") {
        this.closed.push({ step: parts.at(-1) as string, body });
        if (fault === "drop-after") return void request.socket.destroy();
        return void say(200, { receipt: {} });
      }
      const answer = this.#store(parts.at(-1) as string, body);
      if (fault === "drop-after") return void request.socket.destroy();
      return void say(200, answer);
    });
  }

  #store(id: string, body: { base: string | null; document: KsteDocument; sha256: string }): unknown {
    const known = this.revisions.get(id);
    if (known === undefined) {
      const branch = body.base === this.head ? "main" : "late-1";
      this.revisions.set(id, { base: body.base, document: body.document, sha256: body.sha256, branch });
      this.order.push(id);
      if (branch === "main") this.head = id;
    }
    const stored = this.revisions.get(id) as StoredRevision;
    const receipt = { revisionId: id, sha256: stored.sha256, savedAt: "2026-11-20T10:00:00Z", branch: stored.branch };
    if (stored.branch === "main") return { receipt };
    const theirs =
      this.head === null ? null : { revisionId: this.head, document: this.revisions.get(this.head)?.document };
    return { receipt, conflict: { mine: { revisionId: id, document: stored.document }, theirs } };
  }

  /** Someone else saves meanwhile. */
  overtake(document: KsteDocument): void {
    this.head = randomUUID();
    this.revisions.set(this.head, { base: null, document, sha256: "theirs", branch: "main" });
  }

  headDocument(): KsteDocument | undefined {
    return this.revisions.get(this.head ?? "")?.document;
  }

  documents(): KsteDocument[] {
    return this.order.map((id) => this.revisions.get(id)?.document as KsteDocument);
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  async shut(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** What the browser's database does, in memory: it survives the journal, as a database survives its page. */
function memoryStore(): JournalStore & { records: Map<string, string>; isBroken: boolean } {
  const records = new Map<string, string>();
  const store = {
    records,
    isBroken: false,
    read: async (taskId: string) => JSON.parse(records.get(taskId) ?? "null"),
    write: async (record: JournalRecord) => {
      await null;
      if (store.isBroken) throw new Error("the disk is full");
      records.set(record.taskId, JSON.stringify(record));
    },
    remove: async (taskId: string) => void records.delete(taskId),
    list: async () => [...records.values()].map((text) => JSON.parse(text)),
  };
  return store;
}

const saying = (story: string): KsteDocument => ({ kind: "original", genre: "kids", story, anchors: [] });

const fresh: JournalRecord = {
  taskId: "task-1",
  label: "story_1",
  work: { document: saying(""), undo: null },
  isUnsent: false,
  base: null,
  sending: null,
  closing: null,
  conflict: null,
  isReopening: false,
  touchedAt: 0,
};

let server: RevisionServer;
let api: string;
let open: TaskJournal[] = [];

beforeEach(async () => {
  server = new RevisionServer();
  api = await server.open();
});

afterEach(async () => {
  for (const journal of open) journal.stop();
  open = [];
  await server.shut();
});

function journalOn(store: JournalStore, record: JournalRecord = fresh, fence: number | null = 1): TaskJournal {
  const dependencies = { store, api, now: () => 1_000, newId: randomUUID, random: () => 0 };
  const journal = new TaskJournal(
    { ...dependencies, restMs: 2, maxDelayMs: 5, firstRetryMs: 2, maxRetryMs: 8 },
    record,
    fence,
  );
  open.push(journal);
  journal.start();
  return journal;
}

const story = (text: string) => ({ document: saying(text), undo: null });

function until(journal: TaskJournal, holds: (state: SaveState) => boolean): Promise<SaveState> {
  return new Promise((resolve) => {
    const check = () => {
      if (!holds(journal.state)) return;
      unsubscribe();
      resolve(journal.state);
    };
    const unsubscribe = journal.subscribe(check);
    check();
  });
}

const isSaved = (state: SaveState) => state.server.is === "saved" && state.device !== "writing";

describe("the journal of a task", () => {
  it("writes to the device before it sends, and says saved only with the receipt", async () => {
    const store = memoryStore();
    const journal = journalOn(store, fresh, null);
    journal.keep(story("one"));
    await journal.idle();
    expect(JSON.parse(store.records.get("task-1") as string).work.document).toEqual(saying("one"));
    expect(server.requests).toBe(0);
    expect(journal.state.server.is).not.toBe("saved");
    journal.hold(7);
    await until(journal, isSaved);
    expect(server.documents()).toEqual([saying("one")]);
  });

  it("joins what is typed in a row, and builds each revision on the one before", async () => {
    const journal = journalOn(memoryStore());
    for (const text of ["o", "on", "one"]) journal.keep(story(text));
    await until(journal, isSaved);
    journal.keep(story("one two"));
    await until(journal, isSaved);
    expect(server.documents()).toEqual([saying("one"), saying("one two")]);
    const [first, second] = server.order;
    expect(server.revisions.get(second as string)?.base).toBe(first);
  });

  it("tries for ever, under the same id, whatever the network and the server do", async () => {
    server.faults = ["drop", "error", "garble", "drop-after", "signed-out", "drop"];
    const journal = journalOn(memoryStore());
    journal.keep(story("one"));
    await until(journal, (state) => state.server.is === "waiting");
    await until(journal, isSaved);
    expect(server.requests).toBe(7);
    expect(server.documents()).toEqual([saying("one")]);
  });

  it("goes on where a killed page stopped, and a revision that had arrived is not stored twice", async () => {
    const store = memoryStore();
    const first = journalOn(store);
    server.faults = ["drop-after"];
    first.keep(story("one"));
    await until(first, (state) => state.server.is === "waiting");
    first.keep(story("one two"));
    await first.idle();
    first.stop();
    const second = journalOn(store, (await store.read("task-1")) as JournalRecord, 2);
    await until(second, isSaved);
    expect(server.documents()).toEqual([saying("one"), saying("one two")]);
    expect(new Set(server.order).size).toBe(2);
    expect([...server.revisions.values()].every(({ branch }) => branch === "main")).toBe(true);
  });

  it("keeps both branches when something else was saved meanwhile, and goes on from the one that is chosen", async () => {
    const journal = journalOn(memoryStore());
    server.overtake(saying("theirs"));
    journal.keep(story("mine"));
    const { conflict } = await until(journal, (state) => isSaved(state) && state.conflict !== null);
    expect(conflict?.mine.document).toEqual(saying("mine"));
    expect(conflict?.theirs?.document).toEqual(saying("theirs"));
    journal.goOnFrom(conflict?.theirs?.revisionId as string);
    journal.keep(story("mine and theirs"));
    await until(journal, isSaved);
    expect(server.headDocument()).toEqual(saying("mine and theirs"));
  });

  it("keeps what the server refuses, says why, and sends it again when it has changed", async () => {
    const store = memoryStore();
    server.faults = ["refuse"];
    const journal = journalOn(store);
    journal.keep(story("too long"));
    const { server: said } = await until(journal, (state) => state.server.is === "refused");
    expect(said).toEqual({ is: "refused", message: "Too long." });
    expect(server.documents()).toEqual([]);
    journal.keep(story("short"));
    await until(journal, isSaved);
    expect(server.documents()).toEqual([saying("short")]);
  });

  it("sends a verdict after the last word, names its revision, and then forgets the task", async () => {
    const store = memoryStore();
    server.faults = ["drop", "drop"];
    const journal = journalOn(store);
    const closed = new Promise((resolve) => (journal.onClosed = (closing) => resolve(closing.step)));
    journal.keep(story("one"));
    journal.close({ step: "verdict", body: { verdict: "refined" } });
    expect(journal.state.isClosing).toBe(true);
    expect(await closed).toBe("verdict");
    expect(server.closed).toEqual([
      { step: "verdict", body: { verdict: "refined", revisionId: server.order[0], fence: 1 } },
    ]);
    expect(store.records.size).toBe(0);
  });

  it("takes a verdict back of which the server may have heard, and has the task reopened before it goes on", async () => {
    const journal = journalOn(memoryStore());
    journal.keep(story("one"));
    await until(journal, isSaved);
    server.faults = ["drop-after"];
    journal.close({ step: "verdict", body: {} });
    await until(journal, (state) => state.server.is === "waiting");
    journal.reopen();
    journal.keep(story("one two"));
    await until(journal, isSaved);
    expect(server.closed.map(({ step }) => step)).toEqual(["verdict", "reopen"]);
    expect(server.documents()).toEqual([saying("one"), saying("one two")]);
    expect(journal.state.isClosing).toBe(false);
  });

  it("saves on the server although the device cannot keep anything, and says so", async () => {
    const store = memoryStore();
    store.isBroken = true;
    const journal = journalOn(store);
    journal.keep(story("one"));
    const state = await until(journal, (now) => now.server.is === "saved" && now.device === "unable");
    expect(state.device).toBe("unable");
    expect(server.documents()).toEqual([saying("one")]);
  });

  it("sends nothing once the task is somebody else's, and all of it when it comes back", async () => {
    const journal = journalOn(memoryStore());
    journal.lose();
    journal.keep(story("one"));
    await journal.idle();
    expect(journal.state.server.is).toBe("taken");
    journal.hold(9);
    await until(journal, isSaved);
    expect(server.documents()).toEqual([saying("one")]);
  });

  it("loses no word and stores none twice under any order of faults, kills and edits", async () => {
    const fault = fc.constantFrom("drop", "drop-after", "error", "garble", "signed-out");
    const action = fc.oneof(
      fc.record({ does: fc.constant("type" as const), text: fc.string({ minLength: 1, maxLength: 5 }) }),
      fc.record({ does: fc.constant("break" as const), faults: fc.array(fault, { maxLength: 3 }) }),
      fc.record({ does: fc.constant("kill" as const) }),
      fc.record({ does: fc.constant("wait" as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        // A separate server: pending requests of a killed page may still arrive.
        await server.shut();
        server = new RevisionServer();
        api = await server.open();
        const store = memoryStore();
        let journal = journalOn(store);
        let text = "";
        for (const one of actions) {
          if (one.does === "type") {
            text += one.text;
            journal.keep(story(text));
          } else if (one.does === "break") server.faults.push(...(one.faults as typeof server.faults));
          else if (one.does === "wait") await until(journal, (state) => state.server.is !== "sending");
          else {
            await journal.idle();
            journal.stop();
            journal = journalOn(store, (await store.read("task-1")) ?? fresh, 1);
          }
        }
        await until(journal, isSaved);
        journal.stop();
        if (text !== "") expect(server.headDocument()).toEqual(saying(text));
        expect([...server.revisions.values()].every(({ branch }) => branch === "main")).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
