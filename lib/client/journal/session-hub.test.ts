import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { SessionHub } from "./session-hub.ts";

let server: Server;
let answer: () => void;

beforeEach(async () => {
  const isAllowed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // A server that accepts every revision once the test enables it.
  server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    await isAllowed;
    const { sha256 } = JSON.parse(text);
    const receipt = {
      revisionId: request.url?.split("/").at(-1),
      sha256,
      savedAt: "2026-11-20T10:00:00Z",
      branch: "main",
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ receipt }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it("tells everybody who waits for the last save of an item that has left the screen, though the session ends with it", async () => {
  const hub = new SessionHub("person", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const document = { genre: "", story: "Ana left.", anchors: [], kind: "original" };
  const payload = {
    task: { id: "task", fence: 1 },
    item: { externalId: "story_1" },
    document,
    undo: [],
    revisionId: null,
    branches: [],
  } as unknown as TaskPayload;
  const session = hub.open(payload);
  const release = hub.hold("task");
  await session.whenWriting();
  session.keep({ ...session.work, document: { ...storyOf(session.work.document), story: "Ana has left." } }, true);
  release();
  // The hub takes over sessions that left the screen after the current task, so this waits a little longer.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const isIdle = session.whenIdle();
  session.flush();
  answer();
  await isIdle;
  expect(session.isBusy).toBe(false);
  expect(hub.find("task")).toBeNull();
});
