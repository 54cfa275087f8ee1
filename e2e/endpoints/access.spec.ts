import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type APIResponse, expect, test } from "@playwright/test";
import PQueue from "p-queue";
import { type Endpoint, endpoints, publicFiles, type Visitor, visitors } from "./endpoints.ts";
import { findFaults } from "./read-page.ts";
import { findPlaces, openVisitors } from "./visitors.ts";

const app = fileURLToPath(new URL("../../app", import.meta.url));

/** Every address of the application with its methods, as the folders `app` and `public` have them. */
function listRoutes(): Map<string, string[]> {
  const routes = new Map<string, string[]>(publicFiles.map((file) => [file, ["GET"]]));
  for (const entry of readdirSync(app, { recursive: true, withFileTypes: true })) {
    const isMetadata = entry.parentPath === app && entry.name === "robots.ts";
    if (!isMetadata && !/^(page|route)\.tsx?$/.test(entry.name)) continue;
    const folder = relative(app, entry.parentPath)
      .split("/")
      .filter((part) => part !== "" && !part.startsWith("("));
    const file = isMetadata ? [entry.name.replace(/^robots\.ts$/, "robots.txt")] : [];
    const source = readFileSync(join(entry.parentPath, entry.name), "utf8");
    const methods = [...source.matchAll(/^export (?:const|(?:async )?function) (GET|POST|PUT|PATCH|DELETE)\b/gm)];
    const isRoute = entry.name.startsWith("route.");
    routes.set(`/${[...folder, ...file].join("/")}`, isRoute ? methods.map(([, method]) => method as string) : ["GET"]);
  }
  return routes;
}

const all = Object.entries(endpoints).flatMap(([route, methods]) =>
  Object.entries(methods).map(([method, endpoint]) => ({ route, method, endpoint: endpoint as Endpoint })),
);

/** Each process compiles every page for itself; who may see it is decided by the same code in all of them. */
function oneProcess(): { baseURL: string } {
  const [baseURL] = (process.env.PARALLAX_E2E_PROCESS_URLS as string).split(",") as [string];
  return { baseURL };
}

test("every route of the app folder, with each of its methods, stands in the table of endpoints", () => {
  const listed = Object.fromEntries(
    Object.entries(endpoints).map(([route, methods]) => [route, Object.keys(methods).sort()]),
  );
  const found = Object.fromEntries([...listRoutes()].map(([route, methods]) => [route, methods.sort()]));
  expect(listed).toEqual(found);
});

test("every endpoint answers each role as the table says, with the headers that guard it, and leads nowhere that is not there", async ({
  playwright,
}) => {
  test.setTimeout(1_800_000);
  await expect.poll(async () => (await findPlaces()).session, { timeout: 180_000 }).not.toBeNull();
  const { places, clients } = await openVisitors(playwright, oneProcess());
  const wrong: string[] = [];
  const links = new Map<Visitor, Set<string>>(visitors.map((visitor) => [visitor, new Set<string>()]));
  const reached = new Map<Visitor, Set<string>>(visitors.map((visitor) => [visitor, new Set<string>()]));
  // Playwright's client lets requests wait for five seconds at a time when there are hundreds at once.
  const openLinks = new PQueue({ concurrency: 16 });

  await test.step("roles and headers", async () => {
    for (const { route, method, endpoint } of all) {
      const path = endpoint.path(places);
      await Promise.all(
        visitors.map(async (visitor) => {
          const expected = endpoint.answers[visitor];
          if (expected === "untried") return;
          const isFile = endpoint.data === "";
          const reply = await clients[visitor].fetch(path, {
            method,
            maxRedirects: 0,
            headers: method === "GET" ? {} : { origin: process.env.PARALLAX_URL as string },
            ...(endpoint.data === undefined
              ? {}
              : isFile
                ? { data: Buffer.alloc(0) }
                : { data: endpoint.data as object }),
          });
          if (!fits(reply, expected, path)) {
            wrong.push(`${visitor}: ${method} ${path} answers ${reply.status()}, not ${expected}`);
          }
          wrong.push(...missingHeaders(route, reply).map((header) => `${visitor}: ${method} ${path} lacks ${header}`));
          if (method === "GET" && reply.ok()) reached.get(visitor)?.add(path);
          if (!isPage(reply) || reply.status() !== 200) return;
          const html = await reply.text();
          collectLinks(html, links.get(visitor));
          if (visitor === "admin" && method === "GET") {
            wrong.push(...findFaults(html).map((problem) => `${path} ${problem}`));
          }
        }),
      );
    }
    expect(wrong).toEqual([]);
  });

  await test.step("links", async () => {
    const printed = new Set<string>();
    for (const visitor of visitors.filter((one) => one !== "elsewhere")) {
      const paths = onePerKind(links.get(visitor) ?? new Set(), reached.get(visitor) ?? new Set());
      await openLinks.addAll(
        firstPrints(paths, printed).map((path) => async () => {
          let reply = await clients[visitor].get(path);
          // A busy server asks to come back later.
          for (let again = 0; again < 5 && reply.status() === 503; again += 1) {
            await setTimeout(2_000);
            reply = await clients[visitor].get(path);
          }
          if (!reply.ok()) wrong.push(`${visitor}: a link leads to ${path}, which answers ${reply.status()}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
  });

  for (const client of Object.values(clients)) await client.dispose();
});

test("addresses of rows that are not there, or of no rows at all, are not found", async ({ playwright }) => {
  await expect.poll(async () => (await findPlaces()).session, { timeout: 180_000 }).not.toBeNull();
  const { places, clients } = await openVisitors(playwright, oneProcess());
  const wrong: string[] = [];
  for (const { route, method, endpoint } of all.filter((one) => one.route.includes("[") && one.method === "GET")) {
    if (/^\/(s|api\/auth|invitation|help)\//.test(route)) continue;
    await Promise.all(
      ["00000000-0000-4000-8000-000000000000", "x", "%00", "%F0%9F%A6%8A", "..%2f"].map(async (odd) => {
        const path = endpoint.path(places).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, odd);
        const reply = await clients.admin.fetch(path, { method, maxRedirects: 0 });
        if (![400, 404].includes(reply.status())) wrong.push(`${method} ${path} answers ${reply.status()}`);
      }),
    );
  }
  expect(wrong).toEqual([]);
  for (const client of Object.values(clients)) await client.dispose();
});

test("every write refuses another site, whoever is signed in", async ({ playwright }) => {
  const { places, clients } = await openVisitors(playwright, oneProcess());
  const wrong: string[] = [];
  for (const { method, endpoint } of all.filter((one) => one.method !== "GET")) {
    const path = endpoint.path(places);
    for (const origin of ["https://evil.example", "http://localhost:1", "null"]) {
      const isParticipant = path.startsWith("/api/v1/sessions");
      // A recruiter's sandboxed frame has no origin, and a session has no cookie to ride on.
      if (isParticipant && origin === "null") continue;
      const reply = await clients.admin.fetch(path, {
        method,
        headers: { origin, "content-type": "application/json" },
        data: JSON.stringify(endpoint.data ?? {}),
      });
      const expected = isParticipant ? 422 : 403;
      if (reply.status() !== expected) wrong.push(`${method} ${path} from ${origin} answers ${reply.status()}`);
    }
  }
  expect(wrong).toEqual([]);
  for (const client of Object.values(clients)) await client.dispose();
});

test("every read of the API for signed-in people refuses another site", async ({ playwright }) => {
  const { places, clients } = await openVisitors(playwright, oneProcess());
  const wrong: string[] = [];
  const reads = all.filter(({ method, endpoint }) => method === "GET" && endpoint.answers.nobody === 401);
  expect(reads.length).toBeGreaterThan(40);
  for (const { endpoint } of reads) {
    const path = endpoint.path(places);
    for (const headers of [
      { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
      { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
      { "sec-fetch-site": "same-site", "sec-fetch-dest": "empty" },
    ]) {
      const reply = await clients.admin.get(path, { headers, maxRedirects: 0 });
      if (reply.status() !== 403) wrong.push(`${path} for ${Object.values(headers)} answers ${reply.status()}`);
    }
  }
  expect(wrong).toEqual([]);
  for (const client of Object.values(clients)) await client.dispose();
});

test("no request target and no Host leads to another host", async () => {
  const { hostname, port, host } = new URL(oneProcess().baseURL);
  const ask = async (target: string, named: string) => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${named}\r\nConnection: close\r\n\r\n`);
    return await text(socket);
  };
  const wrong: string[] = [];
  let redirected = 0;
  for (const path of ["/", "/research", "/research/", "/research/admin/people", "/s/demo/", "/api/v1/studies/"]) {
    const targets = [path, `http://${host}${path}`, `http://evil.example${path}`, `https://evil.example${path}`];
    for (const target of [...targets, `//evil.example${path}`, `/\\evil.example${path}`, `/%5Cevil.example${path}`]) {
      for (const named of [host, "evil.example"]) {
        const answer = await ask(target, named);
        const location = /^location: (.*)\r$/im.exec(answer)?.[1];
        if (/^https?:\/\/evil/.test(target) && named === host && !/^HTTP\/1.1 400 /.test(answer))
          wrong.push(`${target} is answered ${answer.slice(0, 20)}`);
        if (location === undefined) continue;
        redirected += 1;
        if (new URL(location, `http://${host}`).host !== host) wrong.push(`${target} (${named}) leads to ${location}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(redirected).toBeGreaterThan(10);
});

test("next-auth's own addresses are not there, whatever is asked of them", async ({ request }) => {
  const parts = ["signin", "signin/credentials", "callback/credentials", "session", "csrf", "providers", "_log", "x"];
  const wrong: string[] = [];
  for (const part of parts) {
    for (const method of ["GET", "POST"]) {
      const path = `/api/auth/${part}?callbackUrl=https://evil.example`;
      const reply = await request.fetch(path, { method, maxRedirects: 0 });
      if (reply.status() !== 404) wrong.push(`${method} ${path} answers ${reply.status()}`);
    }
  }
  expect(wrong).toEqual([]);
});

function fits(reply: APIResponse, expected: number | "in" | "sign in", path: string): boolean {
  if (expected === "in") return reply.status() < 400 && !isSignIn(reply);
  if (expected === "sign in") {
    return isSignIn(reply) && reply.headers().location?.endsWith(`/sign-in?to=${encodeURIComponent(path)}`) === true;
  }
  return reply.status() === expected;
}

function isSignIn(reply: APIResponse): boolean {
  return [302, 303, 307].includes(reply.status()) && (reply.headers().location ?? "").includes("/sign-in");
}

function isPage(reply: APIResponse): boolean {
  return reply.headers()["content-type"]?.startsWith("text/html") ?? false;
}

/** Which of the guarding headers a response has not got. */
function missingHeaders(route: string, reply: APIResponse): string[] {
  const headers = reply.headers();
  const missing: string[] = [];
  const need = (name: string, pattern: RegExp) => {
    if (!pattern.test(headers[name] ?? "")) missing.push(`${name} (${headers[name] ?? "none"})`);
  };
  need("x-content-type-options", /^nosniff$/);
  need("referrer-policy", /^same-origin$/);
  need("x-robots-tag", /noindex/);
  need("cross-origin-opener-policy", /^same-origin$/);
  if (headers["x-powered-by"]) missing.push("no x-powered-by");
  if (["/robots.txt", ...publicFiles].includes(route)) return missing;
  need("cache-control", /no-store/);
  if (isPage(reply)) {
    need("content-security-policy", /default-src 'none'/);
    // Recruiters frame the participant's screens, and the study's form frames its own preview; no other page is framed.
    const framed =
      /^\/(s\/|research\/studies\/(new|\[study\])\/preview)/.test(route) || route.startsWith("/api/v1/sessions");
    need("content-security-policy", framed ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/);
    if (/script-src[^;]*'unsafe-(inline|eval)'/.test(headers["content-security-policy"] ?? ""))
      missing.push("a strict script-src");
  }
  return missing;
}

function collectLinks(html: string, into: Set<string> | undefined): void {
  for (const [, href] of html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)) {
    const path = (href as string).replaceAll("&amp;", "&").split("#")[0] as string;
    if (path.startsWith("/") && !path.startsWith("//")) into?.add(path);
  }
}

/**
 * Lists have hundreds of links of one kind; one of each kind is tested: none if one of them is already in `reached`,
 * otherwise the first.
 */
function onePerKind(paths: Set<string>, reached: Set<string>): string[] {
  const kinds = new Map<string, string>();
  for (const path of [...paths].sort((one, other) => Number(reached.has(other)) - Number(reached.has(one)))) {
    const kind = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*").replaceAll(/=[^&]*/g, "=*");
    if (!kinds.has(kind)) kinds.set(kind, path);
  }
  return [...kinds.values()].filter((path) => !reached.has(path));
}

/**
 * The paths without the printed files (PDF, PNG, XLSX) that another visitor has opened, except one of each folder and
 * format: a print takes a second of processor time, and all files of a folder require the same right.
 */
function firstPrints(paths: string[], printed: Set<string>): string[] {
  const folders = new Set<string>();
  return paths.filter((path) => {
    const format = /\.(pdf|png|xlsx)(?=$|\?)/.exec(path)?.[1];
    if (!format) return true;
    const folder = `${path.slice(0, path.split("?")[0]?.lastIndexOf("/"))} ${format}`;
    const isFirst = !folders.has(folder) || !printed.has(path);
    folders.add(folder);
    printed.add(path);
    return isFirst;
  });
}
