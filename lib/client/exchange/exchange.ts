/** The outcome of a request. */
export type RequestOutcome =
  /** The server carried out the request, now or at an earlier attempt. */
  | { kind: "done"; body: unknown }
  /** The outcome is unknown or the failure is temporary: no network, a server error, too many requests. */
  | { kind: "later"; reason: "offline" | "server" | "signed-out"; retryAfterMs: number | null }
  /** The server refuses the request; a retry would not help. */
  | { kind: "refused"; status: number; code: string; field: string | null; message: string; body: unknown };

/** Longer than any response takes: a request without a response must not delay the following requests. */
const TIMEOUT_MS = 20_000;

/** Maximum length of a request that may outlive its page; browsers allow 64 KiB for all such requests together. */
const KEEPALIVE_CHARACTERS = 20_000;

/** Sends a request. A failure is returned as a value, not thrown. */
export async function exchange(
  method: "GET" | "POST" | "PUT",
  address: string,
  body?: unknown,
): Promise<RequestOutcome> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      ...(text === undefined ? {} : { body: text, headers: { "content-type": "application/json" } }),
      keepalive: text !== undefined && text.length <= KEEPALIVE_CHARACTERS,
      // Without a valid session, the request was redirected to the sign-in page.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    return { kind: "later", reason: "offline", retryAfterMs: null };
  }
  try {
    return toOutcome(response, await response.json());
  } catch {
    // The response is truncated or comes from a proxy, so the outcome of the request is unknown.
    return toOutcome(response, null, true);
  }
}

function toOutcome(response: Response, answer: unknown, isGarbled = false): RequestOutcome {
  if (response.ok && !isGarbled) return { kind: "done", body: answer };
  const { status } = response;
  if (status === 401 || response.type === "opaqueredirect")
    return { kind: "later", reason: "signed-out", retryAfterMs: null };
  if (response.ok || status >= 500 || status === 429 || status === 408) {
    const seconds = Number(response.headers.get("retry-after"));
    return { kind: "later", reason: "server", retryAfterMs: seconds > 0 ? seconds * 1000 : null };
  }
  const error = (answer as { error?: { code?: string; field?: string; message?: string } } | null)?.error;
  return {
    kind: "refused",
    status,
    code: error?.code ?? "unknown",
    field: error?.field ?? null,
    message: error?.message ?? "The server did not accept this change.",
    body: answer,
  };
}
