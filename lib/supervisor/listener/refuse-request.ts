import type { IncomingMessage } from "node:http";
import { isOwnOrigin } from "../../domain/network/own-origin.ts";

/** Why a request is answered before the application sees it. */
export interface Refusal {
  status: 400 | 403 | 405 | 414;
  code: string;
  message: string;
}

/** Longer than any address that Parallax makes, with room for a recruiter's parameters; file systems end at 255 a name. */
const longestAddress = 8_000;
const longestName = 250;
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
/** No page takes these; the framework would answer them with the page. */
const pageless = new Set(["PUT", "PATCH", "DELETE"]);
/** The files of the folder `public`, which can be read and nothing else; the framework meets all else with a fault. */
const publicFile = /^\/[^/]+\.[a-z]+$/;
const fetching = new Set(["GET", "HEAD"]);
const reading = new Set([...fetching, "OPTIONS"]);

/**
 * The refusal that a request earns by its first line and headers alone, or null. The framework answers these with
 * faults of its own (500), which would count as ours.
 */
export function refuseRequest(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  publicUrl: string,
): Refusal | null {
  const { method = "", url = "", headers } = request;
  const isPage = !url.startsWith("/api/");
  const [path = ""] = url.split("?", 1);
  if (!methods.has(method) || (isPage && pageless.has(method)) || (!fetching.has(method) && publicFile.test(path)))
    return { status: 405, code: "method-not-allowed", message: "This method is not known here." };
  if (url.length > longestAddress || path.split("/").some((name) => name.length > longestName))
    return { status: 414, code: "too-long", message: "This address is longer than any that exists here." };
  if (reading.has(method) || checksItself(path)) return null;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, headers.host ?? null, publicUrl)) {
    return {
      status: 403,
      code: "forbidden",
      message: `This request did not come from ${publicUrl}. Open the page there, or set PARALLAX_URL to the address that people use.`,
    };
  }
  if (isPage && lacksBoundary(headers["content-type"] ?? ""))
    return { status: 400, code: "malformed", message: "This form does not say where its parts end." };
  return null;
}

/** A form in parts cannot be taken apart without the boundary that its type has to name (RFC 7578). */
function lacksBoundary(type: string): boolean {
  return /^\s*multipart\/form-data\b/i.test(type) && !/;\s*boundary=(?:"[^"]+"|[^\s;"]+)/i.test(type);
}

/** Participants' posts may come from a recruiter's sandboxed frame, whose origin is "null"; they are checked there. */
function checksItself(path: string): boolean {
  return path === "/api/v1/sessions" || path.startsWith("/api/v1/sessions/");
}
