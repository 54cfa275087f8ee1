import { type CallOutcome, type CallTarget, type ChatLimits, postJson, waitBeforeAttempt } from "./post-json.ts";
import { type ModelResponse, readResponse, readTokenCounts, type TokenCounts } from "./read-response.ts";

/** One request to a model. */
export interface ModelCall {
  path: "/chat/completions" | "/completions";
  body: Record<string, unknown>;
  /**
   * Identifies the question. It is the same for all attempts, so that endpoints that support idempotency keys process
   * the question once.
   */
  name?: string;
}

/** The outcome of one attempt. */
export interface Attempt {
  attempt: number;
  /** "ok", or the failure as one word: "http-429", "network", "malformed". */
  outcome: string;
  /** Whether the endpoint responded, even if the response is not usable. */
  isAnswered: boolean;
  tokens: TokenCounts;
  elapsedMs: number;
}

/**
 * The only client of OpenAI-compatible endpoints. Rate limits, server errors, closed connections, timeouts, and
 * unusable responses that may improve are retried. A refused key or request is not retried.
 *
 * @param read extracts from the response what the caller needs
 * @param adapt changes the body after an error message (status 400); returns null to give up
 */
export async function callModel<Answer>(
  target: CallTarget,
  call: ModelCall,
  options: {
    read: (response: ModelResponse) => CallOutcome<Answer>;
    limits: ChatLimits;
    observe?: (attempt: Attempt) => Promise<void> | void;
    adapt?: (body: ModelCall["body"], refused: string) => ModelCall["body"] | null;
  },
): Promise<CallOutcome<Answer> & { attempts: number }> {
  const { read, limits, observe, adapt } = options;
  let { body } = call;
  let responseCount = 0;
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = performance.now();
    const name = call.name === undefined ? undefined : `${call.name}/${responseCount}`;
    const reply = await postJson(target, call.path, body, limits.maximumBytes, name);
    const response = reply.ok ? readResponse(call.path, reply.answer) : reply;
    const outcome = response.ok ? read(response.answer) : response;
    await observe?.({
      attempt,
      outcome: outcome.ok ? "ok" : outcome.error.kind,
      isAnswered: reply.ok,
      tokens: reply.ok ? readTokenCounts(reply.answer) : { prompt: null, completion: null },
      elapsedMs: performance.now() - startedAt,
    });
    if (reply.ok) responseCount += 1;
    if (outcome.ok) return { ...outcome, attempts: attempt };
    const adaptedBody = outcome.error.kind === "http-400" ? (adapt?.(body, outcome.error.message) ?? null) : null;
    if (adaptedBody !== null) {
      body = adaptedBody;
      continue;
    }
    if (!outcome.error.isTemporary || attempt >= limits.attempts) return { ...outcome, attempts: attempt };
    await waitBeforeAttempt(attempt, limits.pauseMs, outcome.retryAfterMs);
  }
}
