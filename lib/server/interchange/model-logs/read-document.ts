import { readFile, stat } from "node:fs/promises";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";

/**
 * Maximum length of a JSON document that spans many lines. Such a document is parsed as a whole, so a larger document
 * would not fit into memory.
 */
const maxDocumentLength = 256 * 1024 * 1024;

/** A whole text file as one string. Refused if the file is too large or not UTF-8. */
export async function readDocument(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > maxDocumentLength)
    throw new UnusableLogError(
      `it is one JSON document of more than ${maxDocumentLength / 1024 / 1024} MB; write it as JSON lines`,
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) throw new UnusableLogError("it is not UTF-8 text; save it as UTF-8");
    throw error;
  }
}
