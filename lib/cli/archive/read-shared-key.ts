import { readFile } from "node:fs/promises";
import { UsageError } from "../io.ts";

/** Minimum length of a key in characters: 128 random bits as hexadecimal digits. */
const minCharacters = 32;

/** Reads the shared key with which sites match people from a file; surrounding white space is removed. */
export async function readSharedKey(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${error.code ?? error.message}`);
  });
  const key = text.trim();
  if (key.length < minCharacters)
    throw new UsageError(
      `${file} has fewer than ${minCharacters} characters; make a key with "openssl rand -hex 32" and send it to the other sites`,
    );
  return key;
}
