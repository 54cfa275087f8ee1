import { type CallOutcome, type CallTarget, type ChatLimits, pauseBefore, postJson } from "./post-json.ts";
import { type ModelResponse, readResponse, type TokenCounts, tokenCounts } from "./read-response.ts";

/** One request to a model. */
export interface ModelCall {
  path: "/chat/completions" | "/completions";
  body: Record<string, unknown>;
  /**
   * Identifies the question and is the same for all attempts, so that endpoints that support idempotency keys do the
   * work once.
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
 * The only client of OpenAI-compatible endpoints. Rate limits, server errors, closed connections, timeouts and unusable
 * responses that may improve are retried; a refused key or request is not.
 *
 * @param read extracts what the caller needs from the response
 * @param adapt changes the body after an error message (status 400); null to give up
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
  let answers = 0;
  for (let attempt = 1; ; attempt += 1) {
    const began = performance.now();
    const name = call.name === undefined ? undefined : `${call.name}/${answers}`;
    const posted = await postJson(target, call.path, body, limits.maximumBytes, name);
    const response = posted.ok ? readResponse(call.path, posted.answer) : posted;
    const outcome = response.ok ? read(response.answer) : response;
    await observe?.({
      attempt,
      outcome: outcome.ok ? "ok" : outcome.error.kind,
      isAnswered: posted.ok,
      tokens: posted.ok ? tokenCounts(posted.answer) : { prompt: null, completion: null },
      elapsedMs: performance.now() - began,
    });
    if (posted.ok) answers += 1;
    if (outcome.ok) return { ...outcome, attempts: attempt };
    const wanted = outcome.error.kind === "http-400" ? (adapt?.(body, outcome.error.message) ?? null) : null;
    if (wanted !== null) {
      body = wanted;
      continue;
    }
    if (!outcome.error.isTemporary || attempt >= limits.attempts) return { ...outcome, attempts: attempt };
    await pauseBefore(attempt, limits.pauseMs, outcome.retryAfterMs);
  }
}
