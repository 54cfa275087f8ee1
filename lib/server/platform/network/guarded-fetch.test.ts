import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenAddressError, guardedFetch } from "./guarded-fetch.ts";

let server: Server;
let port = 0;
const seen: string[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    seen.push(request.headers.host ?? "");
    if (request.url === "/redirect") return response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.writeHead(200, { "x-echo": "yes" }).end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const get = { method: "GET" as const, headers: {} };

describe("a call to an endpoint that somebody named", () => {
  it("goes where the policy allows, with method, headers and body", async () => {
    const answer = await guardedFetch(`http://127.0.0.1:${port}/`, "network", {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: "größe",
    });
    expect([answer.status, answer.headers.get("x-echo"), await answer.text()]).toEqual([200, "yes", "größe"]);
    expect(await (await guardedFetch(`http://localhost:${port}/`, "network", get)).text()).toBe("");
  });

  it.each([
    "http://127.0.0.1",
    "http://localhost",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://2130706433",
    "http://0x7f.1",
    "http://127.1",
    "http://0.0.0.0",
    "http://localhost.",
  ])("is refused before it is made to this machine as %s, unless that is allowed", async (address) => {
    const before = seen.length;
    await expect(guardedFetch(`${address}:${port}/`, "public", get)).rejects.toThrow();
    expect(seen).toHaveLength(before);
  });

  it.each([
    "http://169.254.169.254/",
    "http://[fe80::1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://[fd00:ec2::254]/",
  ])("is never made to %s", async (address) => {
    await expect(guardedFetch(address, "network", get)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it("checks the very address that a name resolved to, so a name cannot mean another one the second time", async () => {
    await expect(guardedFetch(`http://localhost:${port}/`, "public", get)).rejects.toThrow(
      /localhost \((127\.0\.0\.1|::1)\) belongs to this server's own network/,
    );
  });

  it("is made to a listed local server only, by its host and port", async () => {
    const listed = { localServers: [`localhost:${port}`] };
    expect((await guardedFetch(`http://localhost:${port}/`, listed, get)).status).toBe(200);
    for (const other of [`http://127.0.0.1:${port}/`, `http://localhost:${port + 1}/`, "http://169.254.169.254/"])
      await expect(guardedFetch(other, listed, get)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it("follows no redirect", async () => {
    expect((await guardedFetch(`http://127.0.0.1:${port}/redirect`, "network", get)).status).toBe(302);
  });

  it("ends when it is told to", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(guardedFetch(`http://127.0.0.1:${port}/`, "network", { ...get, signal })).rejects.toThrow("enough");
  });
});
