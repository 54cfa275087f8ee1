import type { JournalRecord, JournalStore } from "./journal-record.ts";
import type { SaveState } from "./save-state.ts";

/** The copy of a record on this device: written as the record is when its turn comes, one write at a time, the last one wins. */
export class DeviceCopy {
  state: SaveState["device"] = "saved";
  #store: JournalStore;
  #record: () => JournalRecord;
  #onWritten: () => void;
  #writing: Promise<void> | null = null;
  #isStale = false;

  /** @param onWritten called when the device has everything, or turned out to be unable to */
  constructor(store: JournalStore, { record, onWritten }: { record: () => JournalRecord; onWritten: () => void }) {
    this.#store = store;
    this.#record = record;
    this.#onWritten = onWritten;
  }

  write(): void {
    this.#isStale = true;
    if (this.#writing !== null) return;
    if (this.state !== "unable") this.state = "writing";
    this.#writing = this.#writeWhileStale();
  }

  /** Resolves when everything asked for so far is on the device (or the device cannot). */
  async idle(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #writeWhileStale(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        await this.#store.write(this.#record());
        this.state = "saved";
      } catch {
        this.state = "unable";
      }
    }
    // In the same breath as the last look, so that no write is asked for in between and forgotten.
    this.#writing = null;
    this.#onWritten();
  }
}
