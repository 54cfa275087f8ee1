import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

/** The page around the script, as far as it asks for words: a German one. */
const words = { reloadPage: "Bitte laden Sie diese Seite neu.", saved: "Gespeichert." };
vi.stubGlobal("document", {
  querySelector: () => ({ dataset: { words: JSON.stringify(words) } }),
  documentElement: { lang: "de" },
});

const replies: Record<string, object> = {
  "/unknown": { error: { code: "not-found", message: "Session not found. The link may be incomplete." } },
  "/full": { error: { code: "conflict", message: "All places are held.", detail: "Alle Plätze sind belegt." } },
};
const server = createServer((request, response) => {
  response.writeHead(409, { "content-type": "application/json" });
  response.end(JSON.stringify(replies[request.url ?? ""]));
});

describe("what the script says about a post that was not taken", () => {
  let origin = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("is in the participant's language: the detail that is, else the page's own sentence, and never the message", async () => {
    const { postUntilAnswered } = await import("./post.ts");
    const post = (path: string) => postUntilAnswered(`${origin}${path}`, { choice: "yes" }, ["choice"], null);
    expect((await post("/unknown")).message).toBe("Bitte laden Sie diese Seite neu.");
    expect((await post("/full")).message).toBe("Alle Plätze sind belegt.");
  });
});
