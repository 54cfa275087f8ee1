import { readFile } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import manifest from "@/package.json" with { type: "json" };
import { listFiles } from "./list-files.ts";
import { computeAccuracies, listNumbers, numbersSchema } from "./release-numbers.ts";
import { hashFile } from "./write-table.ts";

/** The result of the verification of a release. */
export interface ReleaseVerdict {
  files: number;
  /**
   * The number of recomputed numbers, and the files whose numbers cannot be recomputed at this level of the release.
   */
  numbers: number;
  notRecomputed: number;
  problems: string[];
}

/**
 * Verifies a release without a database or network. Every file must match its checksum, and no file may have been
 * added. Every number of `numbers.json` must be recomputable from the data: exactly with the same version of the
 * software, otherwise within 1e-9.
 */
export async function verifyRelease(folder: string): Promise<ReleaseVerdict> {
  const problems: string[] = [];
  const listedHashes = new Map<string, string>();
  for (const line of (await readFile(join(folder, "checksums.sha256"), "utf8")).split("\n")) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (sha256 && path) listedHashes.set(path, sha256);
  }
  const presentPaths = new Set(await listFiles(folder));
  presentPaths.delete("checksums.sha256");
  for (const [path, sha256] of listedHashes) {
    if (!presentPaths.delete(path)) problems.push(`${path} is missing`);
    else if ((await hashFile(folder, path)).sha256 !== sha256) problems.push(`${path} was changed`);
  }
  for (const path of presentPaths) problems.push(`${path} is not in checksums.sha256`);
  // Releases of benchmarks and collections contain no numbers about people.
  if (!listedHashes.has("numbers.json")) return { files: listedHashes.size, numbers: 0, notRecomputed: 0, problems };
  const publishedNumbers = numbersSchema.parse(JSON.parse(await readFile(join(folder, "numbers.json"), "utf8")));
  for (const path of Object.values(publishedNumbers.data))
    if (normalize(path).startsWith("..") || path.startsWith(sep))
      throw new RangeError(`${path} is outside the release`);
  const tolerance =
    publishedNumbers.software === `Parallax ${manifest.version}`
      ? publishedNumbers.tolerance.sameVersion
      : publishedNumbers.tolerance.otherVersions;
  const records = await computeAccuracies(folder, publishedNumbers.data, publishedNumbers.stage);
  const recomputedByKey = new Map(
    listNumbers(records).map(({ file, row, column, value }) => [`${file} ${row} ${column}`, value]),
  );
  for (const { file, row, column, value } of publishedNumbers.numbers) {
    const recomputedValue = recomputedByKey.get(`${file} ${row} ${column}`);
    if (recomputedValue === undefined) problems.push(`${file}, row ${row}, ${column}: no data for this number`);
    else if (Math.abs(recomputedValue - value) > tolerance)
      problems.push(`${file}, row ${row}, ${column}: ${value} published, ${recomputedValue} computed`);
  }
  return {
    files: listedHashes.size,
    numbers: publishedNumbers.numbers.length,
    notRecomputed: publishedNumbers.notRecomputed.length,
    problems,
  };
}
