import type { LoopMeter } from "../../e2e/endpoints/loop-meter.ts";

/** The duration of a page or download, and how long it blocks other requests. */
export interface ReadCost {
  status: number;
  /** The time until the last byte of the first response, including the computation of its content. */
  firstMs: number;
  /** The slowest of three further responses; null for a slow page. */
  slowestMs: number | null;
  kilobytes: number;
  /** The longest time that the event loop was blocked: the minimum of at most three attempts. */
  heldMs: number;
  /** Whether the response took too long and was ended before its end. */
  isCut: boolean;
}

interface Reply {
  status: number;
  bytes: number;
  isComputing: boolean;
  isCut: boolean;
}

/** Longer than this no result is waited for. */
const patienceMs = 5 * 60_000;

/** A response that takes longer than this is requested once. */
const longMs = 5_000;

/**
 * Requests an address until its result is computed, and measures the event loop of the process that answers. A short response
 * is requested three more times, a long one, such as a large export, only once.
 *
 * @param longestSeconds a response that takes longer is ended
 */
export async function measureRead(
  address: string,
  cookie: string,
  meter: LoopMeter,
  longestSeconds: number,
): Promise<ReadCost> {
  const attempt = async () => {
    const began = performance.now();
    let reply: Reply = { status: 0, bytes: 0, isComputing: false, isCut: false };
    const heldMs = await meter.during(async () => {
      reply = await readAll(address, cookie, longestSeconds);
    });
    return { ...reply, heldMs, tookMs: Math.round(performance.now() - began) };
  };
  const began = performance.now();
  let last = await attempt();
  let longest = last;
  while (last.isComputing && performance.now() - began < patienceMs) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    last = await attempt();
    if (last.heldMs > longest.heldMs) longest = last;
  }
  const firstMs = Math.round(performance.now() - began);
  const cost = { status: last.status, firstMs, kilobytes: Math.round(last.bytes / 1_000), isCut: last.isCut };
  if (last.isCut || last.tookMs > longMs) return { ...cost, slowestMs: null, heldMs: rounded(longest.heldMs) };
  const further = [await attempt(), await attempt(), await attempt()];
  const heldMs = Math.min(longest.heldMs, ...further.map((one) => one.heldMs));
  return { ...cost, slowestMs: Math.max(...further.map(({ tookMs }) => tookMs)), heldMs: rounded(heldMs) };
}

/** Reads a response without keeping more than a page's markup. */
async function readAll(address: string, cookie: string, longestSeconds: number): Promise<Reply> {
  const limit = AbortSignal.timeout(longestSeconds * 1_000);
  let status = 0;
  let bytes = 0;
  let markup = "";
  try {
    const response = await fetch(address, { headers: { cookie }, redirect: "manual", signal: limit });
    status = response.status;
    const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength;
      if (isPage) markup += decoder.decode(piece, { stream: true });
    }
  } catch (error) {
    if (!limit.aborted) throw error;
  }
  // A page states that its content is being computed; a download responds with 202.
  const isComputing = status === 202 || markup.includes("Computing: ");
  return { status, bytes, isComputing, isCut: limit.aborted };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
