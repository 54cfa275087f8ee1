import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { createReadError } from "../cannot-read.ts";
import { InputError } from "../io.ts";

type Query = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Calls the API of an installation with the rights of one token. Throws an `InputError` with the reason if the server
 * refuses a call.
 */
export interface ApiClient {
  /** Sends JSON, and returns the JSON of the response; null if the response has no body. */
  request: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Sends a file as a stream, and returns the report of its import. */
  upload: (path: string, file: string, query: Query) => Promise<unknown>;
  /** Saves the response as a stream to a new file. Throws if the file exists. */
  download: (path: string, to: string, query: Query) => Promise<void>;
}

/** How long a call waits in total, in ms, while the server is busy (429, 503) or still computes the result (202). */
const maxWaitMs = 600_000;

const problemSchema = z.object({ code: z.string(), detail: z.string(), field: z.string().nullish() });

/** Creates a client for the API of the installation at `server`. Every request contains `token`. */
export function createApiClient(server: URL, token: string): ApiClient {
  const base = `${server.origin}${server.pathname.replace(/\/$/, "")}/api/v1`;

  async function send(method: string, path: string, query: Query, makeBody: () => RequestInit): Promise<Response> {
    const url = new URL(base + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers({ Authorization: `Bearer ${token}`, Accept: "application/json" });
    // All attempts have the same key, so that the server carries out a change only once.
    if (method !== "GET") headers.set("Idempotency-Key", randomUUID());
    const deadline = Date.now() + maxWaitMs;
    for (;;) {
      const { body, duplex, headers: ofBody = {} } = makeBody() as RequestInit & { duplex?: "half" };
      for (const [name, value] of Object.entries(ofBody)) headers.set(name, String(value));
      const init = { method, headers, ...(body ? { body } : {}), ...(duplex ? { duplex } : {}) };
      const response = await fetch(url, init as RequestInit).catch((error: Error) => {
        throw new InputError(`${server.origin} cannot be reached: ${formatNetworkError(error)}`);
      });
      const mustWait = [202, 429, 503].includes(response.status) && response.headers.has("Retry-After");
      if (!mustWait || Date.now() > deadline) return requireSuccess(response);
      await response.body?.cancel();
      await pause(Math.min(30, Math.max(0.2, Number(response.headers.get("Retry-After")) || 1)) * 1000);
    }
  }

  return {
    async request(method, path, body) {
      const json = { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
      return readJson(await send(method, path, {}, () => (body === undefined ? {} : json)));
    },
    async upload(path, file, query) {
      await stat(file).catch((error: Error) => {
        throw createReadError(file, error);
      });
      const headers = { "Content-Type": "application/octet-stream" };
      const makeBody = () => ({ body: Readable.toWeb(createReadStream(file)), duplex: "half", headers }) as RequestInit;
      return readJson(await send("POST", path, query, makeBody));
    },
    async download(path, to, query) {
      const response = await send("GET", path, query, () => ({}));
      const body = (response.body ?? new Blob([]).stream()) as ReadableStream;
      await pipeline(Readable.fromWeb(body), createWriteStream(to, { flags: "wx" })).catch((error: Error) => {
        throw createReadError(to, error);
      });
    },
  };
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

async function requireSuccess(response: Response): Promise<Response> {
  if (response.ok && response.status !== 202) return response;
  if (response.status === 202) throw new InputError("the result is still being computed; ask again later");
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  if (!problem.success) throw new InputError(`${response.status} ${response.statusText}: not a response from Parallax`);
  const { code, detail, field } = problem.data;
  throw new InputError(`${response.status} ${code}: ${field ? `${field}: ` : ""}${detail}`);
}

function formatNetworkError(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
