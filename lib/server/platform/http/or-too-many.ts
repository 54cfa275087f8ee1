import { AppError } from "../errors/app-error.ts";
import { recordRateLimit } from "../log/request-context.ts";

/**
 * Waits for the data of a page. If they were requested too often, returns the error, whose message the page shows; the
 * listener sends that page with 429 and `Retry-After`. Other errors are thrown.
 */
export async function catchTooMany<Value>(opening: Promise<Value>): Promise<Value | AppError> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "too-many") throw error;
    recordRateLimit(error);
    return error;
  }
}
