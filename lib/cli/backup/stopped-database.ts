import { openEmbeddedDatabase } from "../../supervisor/embedded-database.ts";
import type { Settings } from "../../supervisor/settings.ts";
import type { CommandIo } from "../io.ts";

/**
 * Runs `work` on the database of a stopped Parallax: `DATABASE_URL`, otherwise the embedded database, which is started
 * for this purpose.
 */
export async function withStoppedDatabase<Result>(
  settings: Settings,
  io: CommandIo,
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  if (settings.databaseUrl) return await work(settings.databaseUrl);
  const database = await openEmbeddedDatabase(settings.dataFolder, {
    say: (sentence) => void io.stderr.write(`${sentence}\n`),
    during: (_sentence, work) => work(),
  });
  try {
    return await work(database.connectionString);
  } finally {
    await database.stop();
  }
}
