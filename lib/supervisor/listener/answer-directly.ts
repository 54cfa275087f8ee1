import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { log } from "../../server/platform/log/log.ts";
import { type FoundRoute, maxBodyBytes } from "./find-direct-route.ts";

const compress = promisify(gzip);

/** Minimum size of a compressed response; smaller responses hardly shrink. The framework uses the same limit. */
const minCompressedBytes = 1_024;

/** Handles a request to a direct route: reads the body, waits in the queue, and calls the handler. Never rejects. */
export async function handleDirectly(
  request: IncomingMessage,
  response: ServerResponse,
  route: FoundRoute,
  enqueue: (work: () => Promise<void>) => void,
): Promise<void> {
  const body = await readBody(request);
  // The client has disconnected, or the request was aborted.
  if (body === null || response.destroyed) return;
  const answer = () => (response.destroyed ? Promise.resolve() : handle(request, response, route, body));
  if (route.isQueued) enqueue(answer);
  else await answer();
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  route: FoundRoute,
  body: Buffer,
): Promise<void> {
  try {
    const answer = await route.handle(toRequest(request, body), { params: Promise.resolve(route.params) });
    await sendResponse(answer, request, response);
  } catch (error) {
    log("error", error instanceof Error ? error.message : String(error), undefined, error);
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(500, { "content-type": "text/plain", "cache-control": "no-store" })
        .end("Something went wrong here.");
  }
}

function toRequest({ method = "GET", url = "/", headers }: IncomingMessage, body: Buffer): Request {
  // No handler uses the host of this URL; the public address is a setting.
  return new Request(`http://localhost${url}`, {
    method,
    headers: flattenHeaders(headers),
    ...(method === "GET" ? {} : { body: new Uint8Array(body) }),
  });
}

function flattenHeaders(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((one): [string, string] => [name, one]),
  );
}

async function sendResponse(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const content = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  const isCompressed = content.length >= minCompressedBytes && acceptsGzip(request.headers["accept-encoding"]);
  const bytes = isCompressed ? await compress(content) : content;
  response.appendHeader("vary", "Accept-Encoding");
  if (isCompressed) response.setHeader("content-encoding", "gzip");
  response.setHeader("content-length", bytes.length);
  response.writeHead(answer.status).end(bytes);
}

function acceptsGzip(encodings: string | string[] | undefined): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(encodings ?? ""));
}

/** Reads the whole body; null if the connection was lost. The body's length is known and small. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (request.method === "GET") return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve(null));
    request.once("error", () => resolve(null));
  });
}
