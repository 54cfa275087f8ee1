import { readFile } from "node:fs/promises";
import { minSharedKeyLength } from "../../domain/shared-key.ts";
import { UsageError } from "../io.ts";

/** Reads the shared key with which sites match people from a file; surrounding white space is removed. */
export async function readSharedKey(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${error.code ?? error.message}`);
  });
  const key = text.trim();
  if (key.length < minSharedKeyLength)
    throw new UsageError(
      `${file} has fewer than ${minSharedKeyLength} characters; make a key with "openssl rand -hex 32" and send it to the other sites`,
    );
  return key;
}
