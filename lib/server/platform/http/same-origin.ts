import { isOwnOrigin } from "@/lib/domain/network/own-origin.ts";
import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";

/**
 * Rejects cross-site requests that change data (CSRF).
 *
 * `Origin` must be the public address. Without `Origin`, only `Sec-Fetch-Site: same-origin` is accepted, which no page
 * can forge. Next's own check of actions accepts requests without `Origin` and trusts `X-Forwarded-Host`.
 *
 * If the public address is this machine, which is the default, the page may have been opened under any of the machine's
 * names, so `Origin` must equal the `Host` of the same request.
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
 * Rejects a read with a signed-in user's cookie that a page of another site started, because it may start a long
 * computation or take a lease. `handler` checks this for every route of signed-in users. Programs other than browsers
 * do not send the header that is checked.
 */
export function assertNotCrossSite(headers: Headers): void {
  if (isCrossSite(headers)) throw new AppError("forbidden", "This request came from another site.");
}

/** Whether the browser states that a page of another site, or of another host of this site, started the request. */
export function isCrossSite(headers: Headers): boolean {
  return ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");
}

/**
 * Rejects a participant's POST request from another site. No cookie could be misused, so this only prevents other sites
 * from starting sessions for a visitor. Accepts requests without `Origin`, and requests with `null`, which a
 * recruiter's sandboxed frame sends.
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
