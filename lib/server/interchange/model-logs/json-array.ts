import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { parsePythonJson } from "@/lib/domain/interchange/model-logs/parse-json.ts";
import { splitIntoChunks } from "../../platform/files/with-yields.ts";
import { strictText } from "./strict-text.ts";

/** Maximum length of an entry. Even samples with long contexts are shorter; longer entries are damaged or malicious. */
const maxEntryLength = 64 * 1024 * 1024;

/**
 * The entries of a JSON array, parsed one at a time, so that memory is bounded by the longest entry. Consecutive
 * arrays, such as one per line, are read as one. Throws an UnusableLogError if the text is not an array or is
 * truncated.
 */
export async function* arrayEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const splitter = new EntrySplitter();
  for await (const piece of splitIntoChunks(strictText(bytes))) {
    for (const entry of splitter.take(piece)) yield parseEntry(entry);
  }
  splitter.end();
}

function parseEntry(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    throw new UnusableLogError("it is not JSON");
  }
}

/** Splits a text at the commas between an array's entries. Does not check whether an entry is valid JSON. */
class EntrySplitter {
  /** Nesting depth: 0 outside an array, 1 between its entries, more inside one. */
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** Whether another entry must follow after a comma. */
  private isAsked = false;
  private entry = "";

  /** Adds the next part of the text, and returns the entries that end in it. */
  take(piece: string): string[] {
    const entries: string[] = [];
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const character = piece[at] as string;
      if (this.isInText) this.passText(character);
      else if (this.depth === 0) {
        this.begin(character);
        start = at + 1;
      } else if (character === '"') this.isInText = true;
      else if (character === "{" || character === "[") this.depth += 1;
      else if (this.depth > 1) this.depth -= character === "}" || character === "]" ? 1 : 0;
      else if (character === "," || character === "]") {
        entries.push(...this.finish(piece.slice(start, at), character));
        start = at + 1;
      }
    }
    if (this.depth > 0) this.entry += piece.slice(start);
    if (this.entry.length > maxEntryLength) throw new UnusableLogError("an entry of its list is too long");
    return entries;
  }

  end(): void {
    if (this.depth > 0) throw new UnusableLogError("it is truncated: its JSON has no end");
  }

  private passText(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (character === "\\") this.isEscaped = true;
    else if (character === '"') this.isInText = false;
  }

  private begin(character: string): void {
    if (character === "[") this.depth = 1;
    else if (!/[\s\uFEFF]/u.test(character)) throw new UnusableLogError("it is not JSON");
  }

  private finish(rest: string, character: "," | "]"): string[] {
    const text = (this.entry + rest).trim();
    const isMissing = text === "" && (character === "," || this.isAsked);
    if (isMissing) throw new UnusableLogError("it is not JSON");
    this.entry = "";
    this.isAsked = character === ",";
    if (character === "]") this.depth = 0;
    return text === "" ? [] : [text];
  }
}
