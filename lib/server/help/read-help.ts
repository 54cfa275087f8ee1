import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type HelpDocument, helpDocuments, splitDocument } from "@/lib/domain/help/help-document.ts";

let documents: Promise<HelpDocument[]> | null = null;

/** The documents of this version, read once per process, because they do not change while it runs. */
export function listHelpDocuments(): Promise<HelpDocument[]> {
  documents ??= Promise.all(
    helpDocuments.map(async (name) =>
      splitDocument(name, await readFile(join(process.cwd(), "docs", `${name}.md`), "utf8")),
    ),
  );
  return documents;
}

/** A document by its name; null if there is none. */
export async function getHelpDocument(name: string): Promise<HelpDocument | null> {
  return (await listHelpDocuments()).find((one) => one.name === name) ?? null;
}
