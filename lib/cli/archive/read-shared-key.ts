import { readFile } from "node:fs/promises";
import { UsageError } from "../io.ts";

/** Shortest key in characters: 128 random bits as hexadecimal digits. */
const minCharacters = 32;

/** Reads the key by which sites match people: the text of a file without surrounding white space. */
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
