import { chmod, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "./start-error.ts";

/** The file with the installation secret in a data directory. */
export function secretPath(dataFolder: string): string {
  return join(dataFolder, "secret");
}

/**
 * Reads the secret from a file; null if the file does not exist. Removes the access of other accounts. Throws a
 * `StartError` if the file cannot be read or contains no secret.
 */
export async function readSecretFile(file: string): Promise<string | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
    const { mode } = await stat(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) await chmod(file, 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new StartError(`The file ${file} with the installation secret cannot be read.`, { cause });
  }
  const secret = text.trim();
  if (!/^\S{16,500}$/.test(secret))
    throw new StartError(`The file ${file} with the installation secret is damaged; replace it with a copy.`);
  return secret;
}

/**
 * Writes the secret to a temporary file that only its owner can read, and renames the file. A crash therefore leaves
 * either the whole file or none.
 */
export async function writeSecretFile(file: string, secret: string): Promise<void> {
  try {
    const draft = await open(`${file}.new`, "w", 0o600);
    try {
      await draft.writeFile(`${secret}\n`);
      await draft.sync();
    } finally {
      await draft.close();
    }
    await rename(`${file}.new`, file);
    const folder = await open(dirname(file), "r");
    await folder.sync().finally(() => folder.close());
  } catch (cause) {
    throw new StartError(
      `The installation secret cannot be written to ${file} (${(cause as NodeJS.ErrnoException).code}); make the directory writable, or set PARALLAX_SECRET.`,
      { cause },
    );
  }
}
