import { UsageError } from "./io.ts";

/** Creates the usage error for a path that cannot be read. */
export function createReadError(path: string, cause: unknown): UsageError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code === "EISDIR" ? "the path is a folder; a file is expected" : message;
  return new UsageError(`cannot read ${path}: ${reason}`, { cause });
}
