import { isOwnOrigin } from "@/lib/domain/network/own-origin.ts";
import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * Refuses cross-site requests that change something (CSRF).
 *
 * `Origin` must be the public address. Without `Origin` only `Sec-Fetch-Site: same-origin` is accepted, which no page
 * can forge. Next's own check of actions accepts requests without `Origin` and trusts `X-Forwarded-Host`.
 *
 * If the public address is this machine, which is the default, the page may have been opened under any of its names;
 * then `Origin` must equal the `Host` of the same request.
 */
export function assertSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) {
    throw new AppError(
      "forbidden",
      `This request did not come from ${environment().publicUrl}. Open the page there, or set PARALLAX_URL to the address that people use.`,
    );
  }
}

/**
 * Refuses a read with the cookie of a signed-in user that a page of another site started: it may compute for long, or
 * take a lease. `handler` checks this for every route of signed-in users. Programs other than browsers send no such
 * header.
 */
export function assertNotCrossSite(headers: Headers): void {
  if (isCrossSite(headers)) throw new AppError("forbidden", "This request came from another site.");
}

/** Whether the browser states that a page of another site, or of another host of this site, started the request. */
export function isCrossSite(headers: Headers): boolean {
  return ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
}

/**
 * Refuses a participant's post from another site. There is no cookie to misuse, so this only prevents other sites from
 * starting sessions for a visitor: a request without `Origin` and a recruiter's sandboxed frame, which sends `null`,
 * are accepted.
 */
export function assertNotForeign(headers: Headers): void {
  const origin = headers.get("origin");
  if (origin === null || origin === "null" || isOwnOrigin(origin, headers.get("host"), environment().publicUrl)) return;
  throw new AppError("invalid", "This form was sent from another site.");
}

function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  return isOwnOrigin(origin, headers.get("host"), environment().publicUrl);
}
