import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openPromise } from "yauzl";
import { storedZip } from "./stored-zip.ts";

const folder = mkdtempSync(join(tmpdir(), "parallax-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What another program reads from the archive. */
async function unpacked(pieces: readonly Uint8Array[]): Promise<Map<string, Buffer>> {
  const path = join(folder, "archive.zip");
  writeFileSync(path, Buffer.concat(pieces));
  const zip = await openPromise(path, { autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  zip.close();
  return files;
}

describe("an archive of files as they are", () => {
  it("is unpacked to the same names and bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.record({
            path: fc.stringMatching(/^[\p{L}\p{N}_-]{1,20}(\/[\p{L}\p{N}_ -]{1,20}){0,2}\.json$/u),
            bytes: fc.uint8Array({ maxLength: 300 }),
          }),
          { selector: ({ path }) => path, maxLength: 8 },
        ),
        async (files) => {
          const read = await unpacked(storedZip(files));
          expect([...read.keys()]).toEqual(files.map(({ path }) => path));
          for (const { path, bytes } of files) expect(read.get(path)?.equals(Buffer.from(bytes))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("has the checksum that every program expects", () => {
    // CRC-32 of "123456789" is the check value of the standard.
    const [local] = storedZip([{ path: "a", bytes: new TextEncoder().encode("123456789") }]);
    expect(Buffer.from(local as Uint8Array).readUInt32LE(14)).toBe(0xcbf43926);
  });

  it("refuses more files than the format can count", () => {
    const many = Array.from({ length: 65_536 }, () => ({ path: "a", bytes: new Uint8Array() }));
    expect(() => storedZip(many)).toThrow(RangeError);
  });
});
