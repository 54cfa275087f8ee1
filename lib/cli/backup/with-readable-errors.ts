import { BackupError } from "../../server/backup/backup-manifest.ts";
import { classifyDatabaseError } from "../../server/platform/database/classify-error.ts";
import { MigrationError } from "../../server/platform/database/migrate.ts";
import { StartError } from "../../supervisor/start-error.ts";
import { InputError, UsageError } from "../io.ts";

/** Runs `work` on a whole database. An expected failure becomes a message of one sentence. */
export async function withReadableErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw new UsageError(error.message, { cause: error });
    if (error instanceof BackupError || error instanceof MigrationError)
      throw new InputError(error.message, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC") throw new InputError("The disk is full; nothing was kept.", { cause: error });
    if (code === "EISDIR") throw new UsageError("The path is a folder; a file is expected.", { cause: error });
    if (code === "EACCES" || code === "EROFS")
      throw new InputError("The file cannot be written; choose another folder.", { cause: error });
    if (classifyDatabaseError(error) !== null)
      throw new InputError(`The database failed: ${(error as Error).message}`, { cause: error });
    throw error;
  }
}
