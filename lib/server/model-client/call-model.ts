import { type CallOutcome, type CallTarget, type ChatLimits, pauseBefore, postJson } from "./post-json.ts";
import { type ModelResponse, readResponse, type TokenCounts, tokenCounts } from "./read-response.ts";

/** One request to a model. */
export interface ModelCall {
  path: "/chat/completions" | "/completions";
  body: Record<string, unknown>;
  /** Names the question, the same until something was answered: endpoints that know such names do the work once. */
  name?: string;
}

/** What became of one attempt. */
export interface Attempt {
  attempt: number;
  /** "ok", or what went wrong as one word: "http-429", "network", "malformed". */
  outcome: string;
  /** Whether the endpoint worked and answered something, of use or not. */
  isAnswered: boolean;
  tokens: TokenCounts;
  elapsedMs: number;
}

/**
 * The one client of OpenAI-compatible endpoints, for everything that asks a model. Too many requests, faults of the server, a cut
 * connection, time-outs and unusable answers that may get better are tried again; a refused key or request is not.
 *
 * @param read what the caller needs of the answer
 * @param adapt the body as the endpoint wants it after a refusal (status 400) in its words; null to give up
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
