import { readFile } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import type { CsvRow } from "@/lib/domain/release/release-tally.ts";
import manifest from "@/package.json" with { type: "json" };
import { listFiles } from "./list-files.ts";
import {
  cellsPath,
  collectRows,
  computeNumbers,
  csvRows,
  numbersSchema,
  type PublishedNumbers,
} from "./release-numbers.ts";
import { hashFile } from "./write-table.ts";

type PublishedNumber = PublishedNumbers["numbers"][number];

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
 * added. Every number of `numbers.json` must be in its file and must be recomputable from the rows of the release: exactly
 * with the same version of the software, otherwise within 1e-9. No number of these files may be missing.
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
  // Releases of benchmarks and collections of earlier versions contain no numbers.
  if (!listedHashes.has("numbers.json")) return { files: listedHashes.size, numbers: 0, notRecomputed: 0, problems };
  const publishedNumbers = numbersSchema.parse(JSON.parse(await readFile(join(folder, "numbers.json"), "utf8")));
  const publishedFiles = new Set(publishedNumbers.numbers.map(({ file }) => file));
  for (const path of [...Object.values(publishedNumbers.data), ...publishedFiles])
    if (normalize(path).startsWith("..") || path.startsWith(sep))
      throw new RangeError(`${path} is outside the release`);
  const tolerance =
    publishedNumbers.software === `Parallax ${manifest.version}`
      ? publishedNumbers.tolerance.sameVersion
      : publishedNumbers.tolerance.otherVersions;
  const rowsByFile = new Map<string, CsvRow[]>();
  for (const file of publishedFiles) rowsByFile.set(file, await collectRows(csvRows(join(folder, file))));
  const recomputed = await computeNumbers(folder, publishedNumbers, rowsByFile.get(cellsPath) ?? []);
  const keyOf = ({ file, row, column }: PublishedNumber) => `${file}, row ${row}, ${column}`;
  const recomputedByKey = new Map(
    recomputed.numbers.filter(({ file }) => publishedFiles.has(file)).map((one) => [keyOf(one), one.value]),
  );
  for (const number of publishedNumbers.numbers) {
    const { file, row, column, value } = number;
    const cell = rowsByFile.get(file)?.[row - 1]?.[column];
    if (!cell || !(Math.abs(Number(cell) - value) <= tolerance))
      problems.push(`${keyOf(number)}: ${value} in numbers.json, ${cell || "nothing"} in the file`);
    const recomputedValue = recomputedByKey.get(keyOf(number));
    recomputedByKey.delete(keyOf(number));
    if (recomputedValue === undefined) problems.push(`${keyOf(number)}: no data for this number`);
    else if (Math.abs(recomputedValue - value) > tolerance)
      problems.push(`${keyOf(number)}: ${value} published, ${recomputedValue} computed`);
  }
  for (const key of recomputedByKey.keys()) problems.push(`${key} is not in numbers.json`);
  return {
    files: listedHashes.size,
    numbers: publishedNumbers.numbers.length,
    notRecomputed: publishedNumbers.notRecomputed.length,
    problems,
  };
}
