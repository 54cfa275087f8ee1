import { UsageError } from "./io.ts";

/** The usage error for a path that cannot be read, as one sentence. */
export function createReadError(path: string, cause: unknown): UsageError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code === "EISDIR" ? "the path is a folder; a file is expected" : message;
  return new UsageError(`cannot read ${path}: ${reason}`, { cause });
}
