import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { routes } from "@/app/direct-routes.ts";
import { type DirectRoute, type RouteHandler, setDirectRoutes } from "../lib/server/platform/http/direct-routes.ts";
import { requestContext } from "../lib/server/platform/log/request-context.ts";
import { findDirectRoute } from "../lib/supervisor/listener/find-direct-route.ts";
import { createListener } from "../lib/supervisor/listener/install-listener.ts";
import { createWorkQueue } from "../lib/supervisor/listener/work-queue.ts";

let server: Server | undefined;
afterEach(() => {
  setDirectRoutes([]);
  server?.closeAllConnections();
  server?.close();
});

/** A server whose framework answers "framework", with these routes before it. */
async function listen(routes: DirectRoute[]): Promise<number> {
  setDirectRoutes(routes);
  const made = createServer();
  server = made;
  const framework = (_: unknown, response: { end(text: string): void }) => response.end("framework");
  made.on("request", createListener(made, framework, { publicUrl: "http://localhost:3000", proxies: [] }));
  made.listen(0, "127.0.0.1");
  await once(made, "listening");
  return (made.address() as AddressInfo).port;
}

const route = (method: string, address: string, handle: RouteHandler): DirectRoute => ({
  address,
  handlers: { [method]: handle },
  isQueued: true,
});

async function send(port: number, lines: string[], body = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${[...lines, "Host: here", "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  return await text(socket);
}

describe("the routes that the listener answers by itself", () => {
  it("are the files that the framework would have called, for every address of the application", () => {
    const files = readdirSync("app", { recursive: true, encoding: "utf8" });
    const addresses = files
      .flatMap((file) => file.match(/^(.+)\/route\.ts$/)?.slice(1) ?? [])
      .map((path) => `/${path}`);
    expect(addresses).toEqual(expect.arrayContaining(routes.map(({ address }) => address)));
    for (const address of addresses) {
      // The value of a parameter is never one of our own names.
      const url = address.replace(/\[(\w+)\]/g, "some-$1");
      const first = routes.find((one) => findDirectRoute({ method: "GET", url, headers: {} }, [withEvery(one)]));
      expect({ address, takenBy: first?.address ?? address }).toEqual({ address, takenBy: address });
    }
  });

  it("get the request as it came and the names of its address, inside the request's own context", async () => {
    const seen: unknown[] = [];
    const port = await listen([
      route("POST", "/api/[first]/x/[second]", async (request, { params }) => {
        const { first, second } = await params;
        seen.push(first, second, new URL(request.url).search, request.headers.get("x-forwarded-for"));
        seen.push(requestContext().getStore()?.requestId !== undefined, await request.text());
        return Response.json({ taken: true }, { status: 202, headers: { "cache-control": "no-store" } });
      }),
    ]);
    const answer = await send(
      port,
      ["POST /api/a-1/x/B_2?q=%C3%A4 HTTP/1.1", "Origin: http://localhost:3000", "Content-Length: 5"],
      "fünf",
    );
    expect(seen).toEqual(["a-1", "B_2", "?q=%C3%A4", "127.0.0.1", true, "fünf"]);
    expect(answer).toMatch(/^HTTP\/1.1 202 /);
    expect(answer).toMatch(/cache-control: no-store/i);
    expect(answer).toMatch(/X-Request-Id: /);
    expect(answer).toMatch(/X-Robots-Tag: noindex/);
    expect(answer).toContain('{"taken":true}');
  });

  it("leave to the framework what is unusual about a request", async () => {
    const port = await listen([
      route("GET", "/s/[study]", async () => new Response("direct")),
      route("POST", "/a/[study]", async () => new Response("direct")),
    ]);
    expect(await send(port, ["GET /s/demo HTTP/1.1"])).toContain("direct");
    expect(await send(port, ["POST /a/demo HTTP/1.1", "Content-Length: 0"])).toContain("direct");
    for (const lines of [
      ["GET /s/demo/ HTTP/1.1"],
      ["GET /s/d%65mo HTTP/1.1"],
      ["GET /s/demo/x HTTP/1.1"],
      ["GET //s/demo HTTP/1.1"],
      ["HEAD /s/demo HTTP/1.1"],
      ["OPTIONS /s/demo HTTP/1.1"],
      ["POST /a/demo HTTP/1.1", "Content-Length: 0", "Next-Action: x"],
      ["POST /a/demo HTTP/1.1", "Transfer-Encoding: chunked", "", "0", ""],
      ["GET /s/demo HTTP/1.1", "Content-Length: 1", "", "x"],
    ])
      expect(await send(port, lines)).not.toContain("direct");
  });

  it("are all left to the framework where the setting says so", async () => {
    process.env.PARALLAX_DIRECT_ROUTES = "off";
    try {
      const port = await listen([route("GET", "/s/[study]", async () => new Response("direct"))]);
      expect(await send(port, ["GET /s/demo HTTP/1.1"])).not.toContain("direct");
    } finally {
      delete process.env.PARALLAX_DIRECT_ROUTES;
    }
  });

  it("are compressed for whoever says that it can read that", async () => {
    const long = "words ".repeat(1_000);
    const port = await listen([route("GET", "/s/[study]", async () => new Response(long))]);
    const url = `http://127.0.0.1:${port}/s/demo`;
    const [plain, packed] = await Promise.all(
      ["identity, gzip;q=0", "br, gzip"].map((accepted) => fetch(url, { headers: { "accept-encoding": accepted } })),
    );
    expect(plain?.headers.get("content-encoding")).toBeNull();
    expect(packed?.headers.get("content-encoding")).toBe("gzip");
    expect([await plain?.text(), await packed?.text()]).toEqual([long, long]);
  });

  it("answer 500 and tell nothing where a handler throws, and go on", async () => {
    const port = await listen([
      route("GET", "/s/[study]", () => Promise.reject(new Error("a secret"))),
      route("GET", "/api/livez", async () => new Response("alive")),
    ]);
    const answer = await send(port, ["GET /s/demo HTTP/1.1"]);
    expect(answer).toMatch(/^HTTP\/1.1 500 /);
    expect(answer).not.toContain("secret");
    expect(await send(port, ["GET /api/livez HTTP/1.1"])).toContain("alive");
  });
});

describe("a crowd", () => {
  /** Waits for some iterations of the event loop. */
  const settled = async () => {
    for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  };

  it("is let in one after the other, in the order in which it came", async () => {
    const enqueue = createWorkQueue({ most: 2, maxWaitMs: 60_000 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    for (const number of [0, 1, 2, 3])
      enqueue(() => {
        begun.push(number);
        return new Promise((resolve) => {
          ends[number] = resolve;
        });
      });
    await settled();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await settled();
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it("lets the process look at what else has come between any two of it, also where each is done in one go", async () => {
    const enqueue = createWorkQueue();
    const log: string[] = [];
    for (const name of ["first", "second", "third"]) enqueue(async () => void log.push(name));
    const look = () => setImmediate(() => log.push("something else") < 6 && look());
    look();
    await settled();
    expect(log.slice(0, 5)).toEqual(["first", "something else", "second", "something else", "third"]);
  });

  it("does not wait for ever behind what waits for something else", async () => {
    const enqueue = createWorkQueue({ most: 1, maxWaitMs: 1 });
    enqueue(() => new Promise(() => undefined));
    await new Promise<void>((resolve) => enqueue(async () => resolve()));
  });

  it("keeps each request's own id, whoever let it in", async () => {
    const port = await listen([
      route("GET", "/s/[study]", async () => {
        await new Promise<void>((resolve) => setImmediate(resolve));
        return new Response(requestContext().getStore()?.requestId);
      }),
    ]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/s/demo`);
        return [answer.headers.get("x-request-id"), await answer.text()];
      }),
    );
    expect(new Set(answers.map(([id]) => id)).size).toBe(50);
    for (const [id, seen] of answers) expect(seen).toBe(id);
  });

  it("keeps nobody from asking how the process is", async () => {
    const stuck = route("GET", "/s/[study]", () => new Promise(() => undefined));
    const ready = { ...route("GET", "/api/readyz", async () => new Response("ready")), isQueued: false };
    const port = await listen([stuck, ready]);
    const waiting = Array.from({ length: 40 }, () => send(port, ["GET /s/demo HTTP/1.1"]).catch(() => ""));
    expect(await send(port, ["GET /api/readyz HTTP/1.1"])).toContain("ready");
    server?.closeAllConnections();
    await Promise.all(waiting);
  });
});

/** The route with handlers for every method, so that only its address decides. */
function withEvery(one: DirectRoute): DirectRoute {
  return { ...route("GET", one.address, async () => new Response()), isQueued: one.isQueued };
}
