import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { hostileTexts } from "../../prisma/factories/hostile-texts.ts";
import { endpoints, type Places } from "../endpoints/endpoints.ts";

export interface CampaignResult {
  requests: number;
  statuses: Record<string, number>;
  /** Method, address and status of every answer from 500 on but 503, with the number of its request. */
  serverErrors: string[];
  longestStallMs: number;
}

const atOnce = 16;

/**
 * Sends generated requests, the same for the same seed, to every address of `e2e/endpoints`: ids that are none, hostile
 * texts in every place, wrong methods and types, forged headers, broken JSON, forms with fields that nobody knows.
 * Meanwhile asks for a sign of life every 100 ms; the longest wait for one is the longest stall.
 */
export async function runCampaign(url: string, requests: number, seed: number): Promise<CampaignResult> {
  const made = fc.sample(requestArbitrary(), { numRuns: requests, seed });
  const result: CampaignResult = { requests, statuses: {}, serverErrors: [], longestStallMs: 0 };
  const watch = watchStalls(url, result);
  let next = 0;
  const work = async () => {
    for (let index = next++; index < made.length; index = next++) {
      const request = made[index];
      if (request) await send(url, request, index, result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await watch.stop();
  return result;
}

interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

async function send(url: string, request: HostileRequest, index: number, result: CampaignResult): Promise<void> {
  const { method, path, headers, body } = request;
  try {
    const takesBody = method !== "GET" && method !== "HEAD";
    const answer = await fetch(url + path, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
      ...(takesBody && body !== null ? { body } : {}),
    });
    await answer.arrayBuffer();
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
    if (answer.status >= 500 && answer.status !== 503)
      result.serverErrors.push(`#${index} ${method} ${path.slice(0, 200)} ${answer.status}`);
  } catch (error) {
    const reason = (error as Error).name;
    result.statuses[reason] = (result.statuses[reason] ?? 0) + 1;
  }
}

/** Every address of the application, with hostile texts in the place of what it names. */
function requestArbitrary(): fc.Arbitrary<HostileRequest> {
  const text = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ maxLength: 300 }),
    fc.uuid(),
    fc.constant("x".repeat(32)),
  );
  const paths = Object.values(endpoints).flatMap((methods) => Object.values(methods).map(({ path }) => path));
  const placesOf = (values: string[]): Places =>
    new Proxy(
      {},
      {
        get: (_target, name) => encodeURIComponent(wellFormed(values[String(name).length % values.length] ?? "x")),
      },
    ) as Places;
  return fc
    .record({
      path: fc.constantFrom(...paths),
      values: fc.array(text, { minLength: 1, maxLength: 4 }),
      query: fc.option(
        fc.dictionary(fc.constantFrom("pid", "sig", "token", "to", "page", "format", "early", "q"), text),
      ),
      method: fc.constantFrom("GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND"),
      type: fc.constantFrom(
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
        "",
      ),
      headers: fc.dictionary(
        fc.constantFrom(
          "origin",
          "x-forwarded-for",
          "x-forwarded-host",
          "next-action",
          "rsc",
          "cookie",
          "authorization",
          "accept-language",
          "x-middleware-subrequest",
        ),
        fc.constantFrom(
          "null",
          "https://evil.example",
          "1",
          "a=b; parallax.session=x",
          "Bearer x",
          "x".repeat(2_000),
          "%00",
          "../../",
        ),
      ),
      body: fc.oneof(
        fc.json({ maxDepth: 6 }),
        text,
        fc.constantFrom(
          "{",
          "[".repeat(5_000),
          '{"__proto__":{}}',
          "a=b&a=c&__proto__=d",
          '{"a":"\\ud800"}',
          '{"a":"\\u0000"}',
          "x".repeat(200_000),
        ),
      ),
    })
    .map(({ path, values, query, method, type, headers, body }) => {
      const made = path(placesOf(values));
      const search = query
        ? `${made.includes("?") ? "&" : "?"}${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([key, value]) => [key, wellFormed(value)])))}`
        : "";
      return {
        method,
        path: made + search,
        headers: { ...headers, ...(type === "" ? {} : { "content-type": type }) },
        body: wellFormed(body),
      };
    });
}

function wellFormed(value: string): string {
  return value.toWellFormed?.() ?? Buffer.from(value).toString();
}

function watchStalls(url: string, result: CampaignResult): { stop: () => Promise<void> } {
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const began = performance.now();
      await fetch(`${url}/api/livez?${randomBytes(4).toString("hex")}`)
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined);
      result.longestStallMs = Math.max(result.longestStallMs, Math.round(performance.now() - began));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watch;
    },
  };
}
