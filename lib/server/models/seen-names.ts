import { createHash } from "node:crypto";

const wordsOfDigest = 2;
const maxLoadFactor = 0.7;

/**
 * The first occurrences of texts: 8 bytes of each text's SHA-256 and a small number. The two typed arrays need no
 * object per text, so the names of a million records fit into memory.
 */
export class SeenNames {
  private digests = new Uint32Array(1024 * wordsOfDigest);
  private values = new Uint16Array(1024);
  private count = 0;

  has(name: string): boolean {
    return this.values[this.slotOf(digestOf(name))] !== 0;
  }

  add(name: string): void {
    this.firstOf(name, 0);
  }

  /** The number stored with a text's first occurrence, from 0 to 65,534; the given number if the text is new. */
  firstOf(name: string, value: number): number {
    if (this.count >= this.values.length * maxLoadFactor) this.grow();
    const digest = digestOf(name);
    const slot = this.slotOf(digest);
    const known = this.values[slot] ?? 0;
    if (known !== 0) return known - 1;
    this.digests.set(digest, slot * wordsOfDigest);
    this.values[slot] = value + 1;
    this.count += 1;
    return value;
  }

  /** The slot that contains a digest, or the free slot for it. */
  private slotOf(digest: Uint32Array): number {
    const last = this.values.length - 1;
    let slot = (digest[0] ?? 0) & last;
    while (this.values[slot] !== 0 && !this.isAt(slot, digest)) slot = (slot + 1) & last;
    return slot;
  }

  private isAt(slot: number, digest: Uint32Array): boolean {
    for (let word = 0; word < wordsOfDigest; word += 1)
      if (this.digests[slot * wordsOfDigest + word] !== digest[word]) return false;
    return true;
  }

  private grow(): void {
    const [digests, values] = [this.digests, this.values];
    this.digests = new Uint32Array(digests.length * 2);
    this.values = new Uint16Array(values.length * 2);
    for (const [slot, value] of values.entries()) {
      if (value === 0) continue;
      const digest = digests.subarray(slot * wordsOfDigest, (slot + 1) * wordsOfDigest);
      const newSlot = this.slotOf(digest);
      this.digests.set(digest, newSlot * wordsOfDigest);
      this.values[newSlot] = value;
    }
  }
}

/**
 * Among a million names, two have equal digests in one of 37 million files; such a file is rejected. A deliberate
 * collision has no other effect.
 */
function digestOf(name: string): Uint32Array {
  const bytes = createHash("sha256").update(name).digest();
  const digest = new Uint32Array(wordsOfDigest);
  for (let word = 0; word < wordsOfDigest; word += 1) digest[word] = bytes.readUInt32LE(word * 4);
  return digest;
}
