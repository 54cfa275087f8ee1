import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Owner } from "./postgres-owner.ts";
import type { PostgresPrograms } from "./postgres-programs.ts";
import { StartError } from "./start-error.ts";

const run = promisify(execFile);

/**
 * Throws a `StartError` when the installed PostgreSQL cannot open the files of a database: they are of another major
 * version, or they belong to another account, as after a copy that did not keep owners. PostgreSQL's own messages do
 * not say what to do.
 */
export async function refuseForeignData(
  folder: string,
  programs: PostgresPrograms,
  owner: Owner | null,
): Promise<void> {
  const made = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => null))?.trim();
  if (!made) return;
  await refuseOtherOwner(folder, owner);
  const { stdout } = await run(programs.postgres, ["--version"], { ...owner, cwd: "/" });
  const brought = /\b(\d+)(?:\.\d+|devel|beta\d*|rc\d*)/.exec(stdout)?.[1];
  if (brought === undefined || brought === made) return;
  throw new StartError(
    `The database in ${folder} was made by PostgreSQL ${made}, and this Parallax brings PostgreSQL ${brought}, which cannot read it. Start the Parallax that made it, run "parallax backup FILE" there, move the folder away, start this one and run "parallax restore FILE".`,
  );
}

async function refuseOtherOwner(folder: string, owner: Owner | null): Promise<void> {
  const wanted = owner?.uid ?? userInfo().uid;
  // Windows has no such numbers.
  if (wanted < 0) return;
  for (const path of [folder, join(folder, "global")]) {
    const found = await stat(path).catch(() => null);
    if (!found || found.uid === wanted) continue;
    const name = owner ? "postgres" : userInfo().username;
    throw new StartError(
      `The database's files in ${folder} belong to another account (${found.uid}) than the one that PostgreSQL runs as (${name}, ${wanted}), as after a copy that did not keep owners; mend it with: chown -R ${name} ${folder}`,
    );
  }
}
