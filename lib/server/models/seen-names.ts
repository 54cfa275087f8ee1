import { createHash } from "node:crypto";

/** A set of texts that keeps 32 bytes of each: a log of a million records must not fill the memory with their names. */
export class SeenNames {
  private readonly digests = new Set<string>();

  has(name: string): boolean {
    return this.digests.has(digestOf(name));
  }

  add(name: string): void {
    this.digests.add(digestOf(name));
  }
}

/** Equal digests of different names are as likely as a broken disk; nobody gains anything by making some. */
function digestOf(name: string): string {
  return createHash("sha256").update(name).digest().toString("latin1");
}
