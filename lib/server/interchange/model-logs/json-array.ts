import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { parsePythonJson } from "@/lib/domain/interchange/model-logs/parse-json.ts";
import { splitIntoChunks } from "../../platform/files/with-yields.ts";
import { strictText } from "./strict-text.ts";

/** Samples of benchmarks with long contexts are shorter. Longer entries are damaged or malicious. */
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
      const sign = piece[at] as string;
      if (this.isInText) this.passText(sign);
      else if (this.depth === 0) {
        this.begin(sign);
        start = at + 1;
      } else if (sign === '"') this.isInText = true;
      else if (sign === "{" || sign === "[") this.depth += 1;
      else if (this.depth > 1) this.depth -= sign === "}" || sign === "]" ? 1 : 0;
      else if (sign === "," || sign === "]") {
        entries.push(...this.finish(piece.slice(start, at), sign));
        start = at + 1;
      }
    }
    if (this.depth > 0) this.entry += piece.slice(start);
    if (this.entry.length > maxEntryLength) throw new UnusableLogError("an entry of its list is too long");
    return entries;
  }

  end(): void {
    if (this.depth > 0) throw new UnusableLogError("it breaks off: its JSON has no end");
  }

  private passText(sign: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (sign === "\\") this.isEscaped = true;
    else if (sign === '"') this.isInText = false;
  }

  private begin(sign: string): void {
    if (sign === "[") this.depth = 1;
    else if (!/[\s\uFEFF]/u.test(sign)) throw new UnusableLogError("it is not JSON");
  }

  private finish(rest: string, sign: "," | "]"): string[] {
    const text = (this.entry + rest).trim();
    const isMissing = text === "" && (sign === "," || this.isAsked);
    if (isMissing) throw new UnusableLogError("it is not JSON");
    this.entry = "";
    this.isAsked = sign === ",";
    if (sign === "]") this.depth = 0;
    return text === "" ? [] : [text];
  }
}
