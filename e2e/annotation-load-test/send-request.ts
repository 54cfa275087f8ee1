import { Agent, request as httpRequest } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const decompress = promisify(gunzip);
/** One connection for each concurrent client, as browsers keep them. */
const agent = new Agent({ keepAlive: true });
const patienceMs = 20_000;

/**
 * One request as a browser sends it, the answer compressed where the server does that. By the plain client of Node: it
 * runs on the machine that it measures, and `fetch` takes several times as much of it.
 */
export async function sendRequest(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | null },
): Promise<{ status: number; text: string }> {
  const { status, bytes, encoding } = await new Promise<{
    status: number;
    bytes: Buffer;
    encoding: string | undefined;
  }>((resolve, reject) => {
    const request = httpRequest(url, {
      method,
      agent,
      headers: {
        ...headers,
        "accept-encoding": "gzip",
        ...(body !== null && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      },
      signal: AbortSignal.timeout(patienceMs),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes: Buffer.concat(chunks),
          encoding: response.headers["content-encoding"],
        }),
      );
    });
    request.end(body ?? undefined);
  });
  return { status, text: (encoding === "gzip" ? await decompress(bytes) : bytes).toString("utf8") };
}
