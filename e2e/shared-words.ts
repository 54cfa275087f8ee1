import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Words that the processes of one run of the journeys share: a word that one process adds is visible to the others when
 * they read next. Global set-up creates the folder `PARALLAX_E2E_FOLDER`, in which each kind of words has a file.
 */
export class SharedWords {
  readonly #name: string;
  readonly #words = new Set<string>();
  #read = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** All words so far. Reads the words that were added since the last call. */
  all(): ReadonlySet<string> {
    const added = this.#fileContent().subarray(this.#read);
    // A line that is still being written is for the next time.
    const whole = added.subarray(0, added.lastIndexOf("\n") + 1);
    this.#read += whole.length;
    for (const line of whole.toString().split("\n")) if (line !== "") this.#words.add(JSON.parse(line));
    return this.#words;
  }

  add(words: readonly string[]): void {
    if (words.length > 0) appendFileSync(this.#file(), words.map((word) => `${JSON.stringify(word)}\n`).join(""));
  }

  #file(): string {
    const folder = process.env.PARALLAX_E2E_FOLDER;
    if (!folder)
      throw new Error("Global set-up, e2e/start-servers.ts, names the folder of a run; it has not been run.");
    return join(folder, `${this.#name}.jsonl`);
  }

  #fileContent(): Buffer {
    try {
      return readFileSync(this.#file());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
      throw error;
    }
  }
}
