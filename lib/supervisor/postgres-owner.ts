import { execFileSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { StartError } from "./start-error.ts";

/** The account that runs PostgreSQL, if it is not the current account. */
export interface Owner {
  uid: number;
  gid: number;
}

/**
 * Finds the account that must run PostgreSQL. PostgreSQL refuses to run as root, so root uses the account `postgres`,
 * which is created if it does not exist. Null for other users, who run PostgreSQL themselves.
 */
export function findOwner(): Owner | null {
  if (userInfo().uid !== 0) return null;
  try {
    return lookUpOwner();
  } catch {
    try {
      execFileSync("groupadd", ["--system", "postgres"], { stdio: "ignore" });
    } catch {
      // The group may exist without the account.
    }
    try {
      execFileSync("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"], { stdio: "ignore" });
      return lookUpOwner();
    } catch (cause) {
      throw new StartError(
        'PostgreSQL does not run as root and the account "postgres" could not be created; start Parallax as an ordinary user, or set DATABASE_URL.',
        { cause },
      );
    }
  }
}

function lookUpOwner(): Owner {
  const readId = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  return { uid: readId("-u"), gid: readId("-g") };
}

/** The first folder on a path that the account cannot traverse; null if the account can reach the path. */
export async function findBlockedFolder(owner: Owner, path: string): Promise<string | null> {
  const folders: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return null;
}
