import { randomBytes } from "node:crypto";
import { escapeMarkup } from "@/lib/domain/format/escape.ts";
import type { PendingProgress } from "../errors/pending-error.ts";

/** Seconds until a client should request a pending result again. */
export const retrySeconds = 2;

/** Whether a browser opened the address as a page. */
export function isNavigation(headers: Headers): boolean {
  return headers.get("sec-fetch-dest") === "document" || (headers.get("accept") ?? "").startsWith("text/html");
}

/**
 * The response to a request whose result is still being computed: 202 with `Location` (the same address) and
 * `Retry-After`. Programs receive the progress as JSON. Browsers show a page that reloads until the download starts.
 */
export function pendingResponse(request: Request, { share, doing }: PendingProgress): Response {
  const { pathname, search } = new URL(request.url);
  const headers = { Location: pathname + search, "Retry-After": String(retrySeconds), "Cache-Control": "no-store" };
  if (!isNavigation(request.headers)) {
    return Response.json({ state: "working", share, doing }, { status: 202, headers });
  }
  const percent = Math.floor(share * 100);
  const page = noticePage(
    "Preparing your download",
    `<p role="status">${escapeMarkup(doing)} (${percent}%)</p>
<progress max="100" value="${percent}" aria-label="Progress">${percent}%</progress>
<p>The download starts automatically when the file is ready. You can then close this page.</p>`,
  );
  page.headers.set("Refresh", String(retrySeconds));
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return new Response(page.body, { status: 202, headers: page.headers });
}

/** The response to a link from another site to a file or a computation: it requires a click on this site. */
export function crossSiteNotice(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const page = noticePage(
    "Opened from another site",
    `<p>You followed a link from another site. Nothing was computed or sent.</p>
<p><a href="${escapeMarkup(pathname + search)}">Continue</a></p>`,
  );
  return new Response(page.body, { status: 403, headers: page.headers });
}

/** A small page without scripts. `body` is HTML. */
function noticePage(title: string, body: string): Response {
  const nonce = randomBytes(16).toString("base64");
  const markup = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 3rem 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
progress { width: 100%; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
<p><a href="/research">Back to the research pages</a></p>
</main>
</body>
</html>
`;
  return new Response(markup, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
