import { UsageError } from "./io.ts";

/** The usage error for a path that cannot be read, as one sentence. */
export function cannotRead(path: string, cause: unknown): UsageError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const why = code === "EISDIR" ? "it is a folder, and a file is expected" : message;
  return new UsageError(`cannot read ${path}: ${why}`, { cause });
}
