import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, expect, it } from "vitest";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { unpackArchive } from "./unpack-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "unpack-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeArchive(name: string, paths: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, zipSync(Object.fromEntries(paths.map((one) => [one, new Uint8Array([1])])), { level: 0 }));
  return path;
}

it("names an archive whose names cannot be files as the reason", async () => {
  const archives = { "twice.zip": ["a", "a/b"], "long.zip": ["a", `${"b".repeat(300)}.json`] };
  for (const [name, paths] of Object.entries(archives))
    await expect(unpackArchive(writeArchive(name, paths), join(folder, "out"))).rejects.toBeInstanceOf(
      UnusableLogError,
    );
});

it("ends with the reason of its signal", async () => {
  const archive = writeArchive("stopped.zip", ["a", "b"]);
  const reason = new Error("stopped");
  await expect(unpackArchive(archive, join(folder, "out"), AbortSignal.abort(reason))).rejects.toBe(reason);
});
