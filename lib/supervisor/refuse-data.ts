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
 * Throws a `StartError` if the included PostgreSQL cannot open the files of a database, because they have another major
 * version or belong to another account (after a copy that did not keep owners). PostgreSQL's own messages suggest no
 * remedy.
 */
export async function assertOwnData(folder: string, programs: PostgresPrograms, owner: Owner | null): Promise<void> {
  const dataVersion = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => null))?.trim();
  if (!dataVersion) return;
  await assertSameOwner(folder, owner);
  const { stdout } = await run(programs.postgres, ["--version"], { ...owner, cwd: "/" });
  const includedVersion = /\b(\d+)(?:\.\d+|devel|beta\d*|rc\d*)/.exec(stdout)?.[1];
  if (includedVersion === undefined || includedVersion === dataVersion) return;
  throw new StartError(
    `The database in ${folder} was created by PostgreSQL ${dataVersion}, but this Parallax includes PostgreSQL ${includedVersion}, which cannot read it. Start the Parallax version that created it, run "parallax backup FILE" there, move the folder away, start this one and run "parallax restore FILE".`,
  );
}

async function assertSameOwner(folder: string, owner: Owner | null): Promise<void> {
  const requiredUid = owner?.uid ?? userInfo().uid;
  // Windows has no such numbers.
  if (requiredUid < 0) return;
  for (const path of [folder, join(folder, "global")]) {
    const stats = await stat(path).catch(() => null);
    if (!stats || stats.uid === requiredUid) continue;
    const name = owner ? "postgres" : userInfo().username;
    throw new StartError(
      `The database's files in ${folder} belong to another account (${stats.uid}) than the one that PostgreSQL runs as (${name}, ${requiredUid}), as after a copy that did not keep owners; fix it with: chown -R ${name} ${folder}`,
    );
  }
}
