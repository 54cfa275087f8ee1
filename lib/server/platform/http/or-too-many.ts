import { AppError } from "../errors/app-error.ts";
import { recordRateLimit } from "../log/request-context.ts";

/**
 * Opens the data of a page. If it was opened too often, returns the error for the page's message; the listener sends
 * the page with 429 and `Retry-After`. Other errors are thrown.
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
