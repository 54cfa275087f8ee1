import type { JournalRecord, JournalStore } from "./journal-record.ts";
import type { SaveState } from "./save-state.ts";

/** The copy of a record on this device. Writes one state at a time, always the latest. */
export class DeviceCopy {
  state: SaveState["device"] = "saved";
  #store: JournalStore;
  #record: () => JournalRecord;
  #onWritten: () => void;
  #writing: Promise<void> | null = null;
  #isStale = false;

  /** @param onWritten called when everything is stored on the device, or storing failed */
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

  /** Resolves when everything requested so far is stored on the device (or storing failed). */
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
    // Set synchronously with the last check, so that no write that is requested in between is lost.
    this.#writing = null;
    this.#onWritten();
  }
}
