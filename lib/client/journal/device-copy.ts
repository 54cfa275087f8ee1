import type { JournalRecord, JournalStore } from "./journal-record.ts";
import type { SaveState } from "./save-state.ts";

/** Stores a record on this device. Writes one state at a time; the latest state is always written last. */
export class DeviceCopy {
  state: SaveState["device"] = "saved";
  #store: JournalStore;
  #record: () => JournalRecord;
  #onWritten: () => void;
  #writing: Promise<void> | null = null;
  #isStale = false;

  /** @param onWritten called when the latest state is stored on the device, or could not be stored */
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

  /** Resolves when all requested writes are done, even if they failed. */
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
    // Set together with the last check, without an `await` in between, so that no requested write is lost.
    this.#writing = null;
    this.#onWritten();
  }
}
