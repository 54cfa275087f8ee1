import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState as parseRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { isOwnOrigin } from "../../domain/network/own-origin.ts";

/** A response that refuses a request before it reaches the application. */
export interface RequestRefusal {
  status: 400 | 403 | 405 | 414 | 415;
  code: string;
  message: string;
}

/**
 * Every address of Parallax is shorter, including a recruiter's parameters. File systems limit names to 255 characters.
 */
const maxAddressLength = 8_000;
const maxNameLength = 250;
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
/** Methods that pages do not support. The framework would respond with the page. */
const unsupportedByPages = new Set(["PUT", "PATCH", "DELETE"]);
/** The path of a read-only file in the folder `public`. The framework fails for other methods than GET and HEAD. */
const publicFile = /^\/[^/]+\.[a-z]+$/;
const fetchMethods = new Set(["GET", "HEAD"]);
const readMethods = new Set([...fetchMethods, "OPTIONS"]);

/**
 * Refuses a request by its first line and headers; null if it can be handled. The framework would respond to such a
 * request with a server error (500), which would count as our fault.
 */
export function refuseRequest(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  publicUrl: string,
): RequestRefusal | null {
  const { method = "", url = "", headers } = request;
  if (!url.startsWith("/")) return foreignTarget;
  if (!hasReadableRouterState(headers["next-router-state-tree"]))
    return { status: 400, code: "malformed", message: "The header Next-Router-State-Tree cannot be read." };
  const isPage = !url.startsWith("/api/");
  const [path = ""] = url.split("?", 1);
  if (
    !methods.has(method) ||
    (isPage && unsupportedByPages.has(method)) ||
    (!fetchMethods.has(method) && publicFile.test(path))
  )
    return { status: 405, code: "method-not-allowed", message: "This method is not supported." };
  if (url.length > maxAddressLength || path.split("/").some((name) => name.length > maxNameLength))
    return { status: 414, code: "too-long", message: "This address is too long." };
  if (!isDecodable(path))
    return { status: 400, code: "malformed", message: "The percent-encoding of this address cannot be read." };
  if (readMethods.has(method)) return null;
  if (lacksBoundary(headers["content-type"] ?? ""))
    return { status: 400, code: "malformed", message: "This multipart form has no boundary." };
  // No API route accepts multipart forms. The framework would look for a page's action in the form, and fail.
  if (!isPage && isMultipart(headers["content-type"] ?? ""))
    return { status: 415, code: "unsupported", message: "Send this as JSON or as a plain form." };
  if (checksOriginItself(path)) return null;
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, headers.host ?? null, publicUrl)) {
    return {
      status: 403,
      code: "forbidden",
      message: `This request did not come from ${publicUrl}. Open the page there, or set PARALLAX_URL to the address that people use.`,
    };
  }
  return null;
}

const foreignTarget: RequestRefusal = {
  status: 400,
  code: "malformed",
  message: "The request line must name a path of this installation.",
};

/**
 * Converts a request target in absolute form (`GET http://host/path`, RFC 9112 section 3.2.2) to its path and query if
 * the host is this installation. Returns any other target unchanged. The framework would use the host of the target in
 * redirects.
 */
export function toOriginForm(target: string, host: string | null, publicUrl: string): string {
  if (target.startsWith("/") || !URL.canParse(target)) return target;
  const { protocol, origin, pathname, search } = new URL(target);
  const isOwn = /^https?:$/.test(protocol) && isOwnOrigin(origin, host, publicUrl);
  return isOwn ? `${pathname}${search}` : target;
}

/** Whether the framework can parse its client router's state. It would respond with 500 to an invalid state. */
function hasReadableRouterState(header: string | string[] | undefined): boolean {
  try {
    parseRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/** Whether the framework can decode a path as UTF-8. It would respond with 500 to any other path. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a multipart form has no boundary in its content type and therefore cannot be parsed (RFC 7578). */
function lacksBoundary(type: string): boolean {
  return isMultipart(type) && !/;\s*boundary=(?:"[^"]+"|[^\s;"]+)/i.test(type);
}

function isMultipart(type: string): boolean {
  return /^\s*multipart\/form-data\b/i.test(type);
}

/** Whether the route checks the origin. Participants' posts may come from a sandboxed frame, whose origin is "null". */
function checksOriginItself(path: string): boolean {
  return path === "/api/v1/sessions" || path.startsWith("/api/v1/sessions/");
}
