/** The codes of all expected failures of a request, with their HTTP status. */
const statusByCode = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  gone: 410,
  "too-large": 413,
  unsupported: 415,
  invalid: 422,
  "too-many": 429,
  unavailable: 503,
} as const;

export type AppErrorCode = keyof typeof statusByCode;

/** The default delay of a `too-many` error: every 429 states when to try again. */
const defaultRetrySeconds = 60;

/** An expected failure of a request. The message is for the user who sent it. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** The field that the error is about, with the name that the sender used. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AppErrorCode, message: string, field?: string, retryAfterSeconds?: number) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds ?? (code === "too-many" ? defaultRetrySeconds : undefined);
  }

  get status(): number {
    return statusByCode[this.code];
  }
}

/** The same error for an object that does not exist and for an object that the user may not see. */
export function notFoundError(): AppError {
  return new AppError("not-found", "There is nothing at this address.");
}
