/** Every way in which a request may fail as expected, with its status. */
export const statusByCode = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupportedType: 415,
  invalid: 422,
  tooMany: 429,
  unavailable: 503,
} as const;

export type AppErrorCode = keyof typeof statusByCode;

/** A request that fails as expected. The message is for the person who made it. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** The input that the refusal is about, as the sender named it. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AppErrorCode, message: string, details: { field?: string; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** What a person may not see does not exist: one answer for "not there" and "not yours". */
export function notThere(): AppError {
  return new AppError("notFound", "There is nothing at this address.");
}
