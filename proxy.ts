import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { environment, readVariable } from "@/lib/server/platform/environment.ts";

/**
 * Sets the content security policy of every page, with a nonce that Next adds to its own scripts. It checks no rights:
 * use cases do this where they read data.
 *
 * Participants' screens and the API are excluded: they set their own policy, and a large body that passes through this
 * function would be silently truncated.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = policyFor(nonce);
  // Replaced, not merged: values that a client sent under these names are discarded.
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  headers.set("x-parallax-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/((?!api/|s/|research/studies/[^/]+/preview|research/benchmarks/preview$|_next/static/|_next/image|icon[^/]*\\.(?:svg|png)|apple-touch-icon\\.png|share\\.png|site\\.webmanifest|robots\\.txt).*)",
  ],
};

function policyFor(nonce: string): string {
  const isDevelopment = readVariable("NODE_ENV") === "development";
  const isHttps = environment().publicUrl.startsWith("https:");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // The development overlay adds style elements.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Widths of bars and positions of marks in charts are style attributes; they cannot load resources.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    // The preview of a study shows the participant's screens in a frame.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "manifest-src 'self'",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
