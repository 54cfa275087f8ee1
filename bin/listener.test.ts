import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { parseRanges } from "../lib/domain/network/parse-ranges.ts";
import { AppError } from "../lib/server/platform/errors/app-error.ts";
import { escapeControls } from "../lib/server/platform/log/escape-controls.ts";
import { formatLog } from "../lib/server/platform/log/format-log.ts";
import { recordActionStart, recordRateLimit } from "../lib/server/platform/log/request-context.ts";
import { ignoreUpgrades } from "../lib/supervisor/listener/ignore-upgrades.ts";
import { createListener } from "../lib/supervisor/listener/install-listener.ts";
import { maskPath } from "../lib/supervisor/listener/mask-path.ts";
import type { BodyPace } from "../lib/supervisor/listener/slow-bodies.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const echo: RequestListener = (request, response) => {
  request.resume();
  request.once("end", () => response.end(JSON.stringify(request.headers)));
};

async function listen(
  options: { proxies?: string; publicUrl?: string; listener?: RequestListener; pace?: BodyPace } = {},
) {
  const proxies = parseRanges(options.proxies ?? "");
  const made = createServer();
  server = made;
  made.on(
    "request",
    createListener(
      made,
      options.listener ?? echo,
      { publicUrl: options.publicUrl ?? "https://parallax.example", proxies: proxies.ok ? proxies.ranges : [] },
      options.pace,
    ),
  );
  made.listen(0, "127.0.0.1");
  await once(made, "listening");
  return (made.address() as AddressInfo).port;
}

/** The raw response to these lines, headers and body. */
async function send(port: number, lines: string[], body = ""): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
  return await text(socket);
}

const headersOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf("\r\n\r\n{") + 4)) as IncomingMessage["headers"];

const claims = [
  "X-Forwarded-For: 1.2.3.4",
  "X-Forwarded-Host: evil.example",
  "X-Forwarded-Proto: https",
  "X-Real-IP: 1.2.3.4",
];

it("keeps a connection at rest for longer than proxies do", async () => {
  const socket = connect(await listen(), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: parallax.example\r\n\r\n");
  const [answer] = await once(socket, "data");
  socket.destroy();
  expect(String(answer)).toMatch(/^Keep-Alive: timeout=130\r$/im);
});

it.each(["data", "readable", "data with a full queue", "loop"])(
  "answers the next request on a connection whose last body was left unread (%s)",
  async (event) => {
    const port = await listen({
      listener: (request, response) => {
        if (request.method === "GET") return void response.end("next");
        if (event === "loop")
          return void (async () => {
            for await (const _ of request) break;
            response.writeHead(422).end("refused");
          })();
        request.once(event === "readable" ? "readable" : "data", () => {
          request.pause();
          response.writeHead(422).end("refused");
        });
        // Like a web stream whose reader has stopped: it pauses at every chunk.
        if (event === "data with a full queue") request.on("data", () => request.pause());
        // Like the framework's reader: it waits for data without a call of `read`.
        if (event === "readable") request.on("readable", () => undefined);
      },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, body: string) =>
      new Promise<string>((resolve, reject) => {
        const asked = request({ port, host: "127.0.0.1", agent, method }, (answer) => resolve(text(answer)));
        asked.once("error", reject).end(body);
      });
    try {
      expect(await ask("POST", "x".repeat(5_000_000))).toBe("refused");
      expect(await ask("GET", "")).toBe("next");
    } finally {
      agent.destroy();
    }
  },
  30_000,
);

it("answers a request to upgrade like any other, whatever listener the framework has for it", async () => {
  const port = await listen();
  const request = ["GET /sign-in HTTP/1.1", "Host: parallax.example", "Upgrade: websocket", "Connection: Upgrade"];
  const ask = async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${request.join("\r\n")}\r\n\r\n`);
    const [answer] = await once(socket, "data");
    socket.destroy();
    return String(answer);
  };
  ignoreUpgrades(server as Server);
  for (const name of ["on", "addListener", "prependListener"] as const)
    (server as Server)[name]("upgrade", () => undefined);
  expect(await ask()).toMatch(/^HTTP\/1.1 200 /);
});

describe("what says where a request comes from", () => {
  it("is the connection, and nothing that an unnamed client wrote", async () => {
    const port = await listen({ publicUrl: "http://localhost:3000" });
    const headers = headersOf(await send(port, ["POST / HTTP/1.1", "Host: here", ...claims, "Content-Length: 0"]));
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers["x-forwarded-host"]).toBe("here");
    expect(headers["x-forwarded-proto"]).toBe("http");
    expect(headers["x-real-ip"]).toBeUndefined();
  });

  it("is what a named proxy wrote", async () => {
    const port = await listen({ proxies: "127.0.0.1" });
    const headers = headersOf(
      await send(port, [
        "GET / HTTP/1.1",
        "Host: here",
        "X-Forwarded-For: 6.6.6.6, 203.0.113.7",
        "X-Forwarded-Proto: https",
      ]),
    );
    expect(headers["x-forwarded-for"]).toBe("203.0.113.7");
    expect(headers["x-forwarded-proto"]).toBe("https");
  });

  it("never carries a client's own x-middleware and x-parallax headers", async () => {
    const port = await listen();
    const headers = headersOf(
      await send(port, ["GET / HTTP/1.1", "Host: here", "X-Middleware-Subrequest: proxy", "X-Parallax-Path: /x"]),
    );
    expect(Object.keys(headers).filter((name) => /^x-(middleware|parallax)/.test(name))).toEqual([]);
  });
});

describe("what needs no application to be refused", () => {
  it.each(["TRACE", "PROPFIND", "LOCK", "PUT", "DELETE"])("answers 405 to %s", async (method) => {
    const port = await listen();
    expect(await send(port, [`${method} / HTTP/1.1`, "Host: here"])).toMatch(/^HTTP\/1.1 405 /);
  });

  it("answers 405 where somebody wants more of a file of public than to read it", async () => {
    const port = await listen();
    for (const method of ["OPTIONS", "POST"])
      expect(await send(port, [`${method} /icon-512.png?view=1 HTTP/1.1`, "Host: here"])).toMatch(/^HTTP\/1.1 405 /);
    expect(await send(port, ["HEAD /icon-512.png HTTP/1.1", "Host: here"])).not.toMatch(/^HTTP\/1.1 405 /);
    expect(await send(port, ["OPTIONS /sign-in HTTP/1.1", "Host: here"])).not.toMatch(/^HTTP\/1.1 405 /);
  });

  it("answers 414 to an address that is too long, as a whole or in one name", async () => {
    const port = await listen();
    for (const path of [`/${"a/".repeat(4_500)}`, `/s/${"a".repeat(300)}`, `/s/demo?pid=${"a".repeat(9_000)}`])
      expect(await send(port, [`GET ${path} HTTP/1.1`, "Host: here"])).toMatch(/^HTTP\/1.1 414 /);
    expect(await send(port, [`GET /s/demo?pid=${"a".repeat(3_000)} HTTP/1.1`, "Host: here"])).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  it("answers 400 to a path whose percent-encoding is not UTF-8, and lets one that is pass", async () => {
    const port = await listen();
    const get = (path: string) => send(port, [`GET ${path} HTTP/1.1`, "Host: here"]);
    for (const path of ["/s/%E0%A4%A", "/research/studies/%FF", "/s/%", "/s/%zz?pid=1"])
      expect(await get(path)).toMatch(/^HTTP\/1.1 400 /);
    for (const path of ["/s/%C3%A4", "/s/demo?pid=%FF"]) expect(await get(path)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(["https://evil.example", "null", "", "https://parallax.example.evil"])(
    "answers 403 to a change from the origin %j",
    async (origin) => {
      const port = await listen();
      const post = (path: string) =>
        send(port, [`POST ${path} HTTP/1.1`, "Host: here", `Origin: ${origin}`, "Content-Length: 0"]);
      expect(await post("/sign-in")).toMatch(/^HTTP\/1.1 403 /);
      expect(await post("/api/v1/sessions")).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  it("answers 400 to a form in parts that names no boundary, and lets one that does pass", async () => {
    const port = await listen();
    const post = (type: string) =>
      send(port, ["POST /sign-in HTTP/1.1", "Host: here", `Content-Type: ${type}`, "Content-Length: 0"]);
    for (const type of ["multipart/form-data", "Multipart/Form-Data; boundary=", 'multipart/form-data; boundary=""'])
      expect(await post(type)).toMatch(/^HTTP\/1.1 400 /);
    for (const type of [
      "multipart/form-data; boundary=----WebKitFormBoundaryx",
      'multipart/form-data; charset=utf-8; boundary="a b"',
      "application/x-www-form-urlencoded",
      "text/plain;charset=UTF-8",
    ])
      expect(await post(type)).toMatch(/^HTTP\/1.1 200 /);
  });

  it("answers 4xx to a form in parts for the API, with or without a boundary", async () => {
    const port = await listen();
    const post = (path: string, type: string) =>
      send(port, [`POST ${path} HTTP/1.1`, "Host: here", `Content-Type: ${type}`, "Content-Length: 0"]);
    for (const path of ["/api/v1/sessions", "/api/v1/nothing-here", "/api/auth/signin"]) {
      expect(await post(path, "multipart/form-data")).toMatch(/^HTTP\/1.1 400 /);
      expect(await post(path, "multipart/form-data; boundary=x")).toMatch(/^HTTP\/1.1 415 /);
    }
  });

  it.each(["OPTIONS", "GET", "POST"])("answers 400 to %s * instead of asking the framework", async (method) => {
    const port = await listen();
    expect(await send(port, [`${method} * HTTP/1.1`, "Host: here", "Content-Length: 0"])).toMatch(/^HTTP\/1.1 400 /);
  });

  it("answers 400 to a request target of a foreign host, and serves its own by the path", async () => {
    const port = await listen({ listener: (request, response) => response.end(JSON.stringify({ url: request.url })) });
    const get = (target: string, host = "parallax.example") => send(port, [`GET ${target} HTTP/1.1`, `Host: ${host}`]);
    for (const target of [
      "http://evil.example/research/",
      "https://parallax.example.evil/",
      "evil.example:443",
      "ftp://a/",
    ])
      expect(await get(target)).toMatch(/^HTTP\/1.1 400 /);
    expect(await get("http://evil.example/research/", "evil.example")).toMatch(/^HTTP\/1.1 400 /);
    expect(await get("https://parallax.example/sign-in/?to=1")).toContain('{"url":"/sign-in/?to=1"}');
  });

  it("answers 400 to a router state that the framework cannot parse, and lets one of its own pass", async () => {
    const port = await listen();
    const get = (state: string) =>
      send(port, ["GET /sign-in HTTP/1.1", "Host: here", `Next-Router-State-Tree: ${state}`]);
    for (const state of ["garbage", "%7B%7D", "[1]", "%E0%A4%A", "x".repeat(10)])
      expect(await get(state)).toMatch(/^HTTP\/1.1 400 /);
    expect(await get(encodeURIComponent('["",{"children":["__PAGE__",{}]}]'))).toMatch(/^HTTP\/1.1 200 /);
  });

  it("lets the installation's own origin and requests without one pass", async () => {
    const port = await listen();
    for (const origin of [["Origin: https://parallax.example"], []])
      expect(await send(port, ["POST /sign-in HTTP/1.1", "Host: here", ...origin, "Content-Length: 0"])).toMatch(
        /^HTTP\/1.1 200 /,
      );
  });
});

describe("a form that the framework cannot take apart", () => {
  const inParts = "Content-Type: multipart/form-data; boundary=x";
  /** Fails as the framework does: sometimes after sending headers, sometimes by the status alone. */
  const failing =
    (hasReached: boolean, writesHead: boolean): RequestListener =>
    (_request, response) => {
      if (hasReached) recordActionStart();
      if (writesHead) response.writeHead(500, { "content-type": "text/plain" });
      else response.statusCode = 500;
      response.end("Internal Server Error");
    };
  const post = (port: number, path: string, ...lines: string[]) =>
    send(port, [`POST ${path} HTTP/1.1`, "Host: here", "Content-Length: 0", ...lines]);

  it.each([true, false])("is answered 400, not 500 (with a head of its own: %s)", async (writesHead) => {
    const port = await listen({ listener: failing(false, writesHead) });
    expect(await post(port, "/sign-in", inParts)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(await post(port, "/sign-in", "Next-Action: 7f", "Content-Type: text/plain")).toMatch(/^HTTP\/1.1 400 /);
  });

  it("stays a fault of ours once an action has begun, and anywhere else", async () => {
    const reached = await listen({ listener: failing(true, true) });
    expect(await post(reached, "/sign-in", inParts)).toMatch(/^HTTP\/1.1 500 /);
    const port = await listen({ listener: failing(false, true) });
    expect(await post(port, "/api/v1/sessions", "Next-Action: 7f")).toMatch(/^HTTP\/1.1 500 /);
    expect(await post(port, "/sign-in")).toMatch(/^HTTP\/1.1 500 /);
  });
});

describe("a refusal because of too many attempts", () => {
  const refusing: RequestListener = (_request, response) => {
    recordRateLimit(new AppError("too-many", "Please wait.", undefined, 90.2));
    recordRateLimit(new AppError("invalid", "is not known"));
    response.end("Too many attempts");
  };

  it.each([
    ["a page", "GET /shared/x"],
    ["an action", "POST /sign-in"],
  ])("by %s is answered 429 with Retry-After", async (_what, line) => {
    const port = await listen({ listener: refusing });
    const answer = await send(port, [`${line} HTTP/1.1`, "Host: here", "Next-Action: 7f", "Content-Length: 0"]);
    expect(answer).toMatch(/^HTTP\/1.1 429 Too Many Requests\r\n/);
    expect(answer).toMatch(/^Retry-After: 91\r$/m);
  });
});

describe("a body that drips in", () => {
  const pace = { graceMs: 60, bytesPerSecond: 1_000, pollEveryMs: 20 };

  it("is cut off with 408", async () => {
    const port = await listen({ pace });
    expect(
      await send(port, ["POST /api/v1/sessions HTTP/1.1", "Host: here", "Content-Length: 100000"], "slow"),
    ).toMatch(/^HTTP\/1.1 408 /);
  });

  it("is not cut off while it is we who do not read", async () => {
    let read: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      read = resolve;
    });
    const port = await listen({
      pace,
      listener: (request, response) => {
        request.pause();
        begun.then(() => echo(request, response));
      },
    });
    const body = "x".repeat(3_000_000);
    const answer = send(port, ["POST /x HTTP/1.1", "Host: here", `Content-Length: ${body.length}`], body);
    // Several checks of the connection, all while nothing is read.
    for (let look = 0; look < 10; look++) await new Promise((resolve) => setTimeout(resolve, pace.pollEveryMs));
    read();
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe("a line of the log", () => {
  const entry = { time: new Date(0), level: "error" as const, message: "" };

  it("stays one line and moves no cursor, whatever the message is", () => {
    const anything = fc.string({
      unit: fc.constantFrom("a", "\n", "\r", "\u001b", "\u009b", "\u2028", "\u202e", "\ud800", '"', "\\", "é"),
    });
    fc.assert(
      fc.property(anything, (message) => {
        for (const form of ["json", "text"] as const)
          expect(formatLog({ ...entry, message, facts: { path: message } }, form)).not.toMatch(
            /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u,
          );
        expect(JSON.parse(formatLog({ ...entry, message }, "json")).message).toBe(message);
      }),
    );
  });

  it("cannot be forged by a text that looks like one", () => {
    const forged = 'x\n{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"mallory became admin"}';
    expect(formatLog({ ...entry, message: forged }, "json").split("\n")).toHaveLength(1);
    expect(formatLog({ ...entry, message: forged }, "text").split("\n")).toHaveLength(1);
  });

  it("leaves every letter of every language as it is", () => {
    expect(escapeControls("Größe 大小 حجم 👩‍🔬".replaceAll("\u200d", ""))).toBe("Größe 大小 حجم 👩🔬");
  });

  it("names no participant's token and no query", () => {
    expect(maskPath(`/s/demo/${"x".repeat(32)}?PROLIFIC_PID=abc`)).toBe("/s/demo/…");
    expect(maskPath("/research/studies/00000000-0000-4000-8000-000000000000/live")).toBe(
      "/research/studies/00000000-0000-4000-8000-000000000000/live",
    );
  });
});
