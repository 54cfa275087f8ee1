import { Zip, ZipPassThrough } from "fflate";

/** The files of a folder of stories that are read: stories in any importable format. */
const storyFile = /\.(json|jsonl|ndjson|xml|txt)$/i;

/**
 * Chosen files and the files of a chosen folder as one upload. Null if a chosen file would be left out, or nothing of
 * the folder is read.
 */
export async function packFiles(
  files: readonly File[],
  folder: readonly File[],
  readFiles: RegExp,
): Promise<{ name: string; body: Blob } | null> {
  const all = [...files, ...folder];
  const [only] = all;
  if (only !== undefined && all.length === 1) return { name: only.name, body: only };
  return files.every(({ name }) => readFiles.test(name)) ? zipFolder(all, readFiles) : null;
}

/**
 * Packs the chosen files whose names match into one archive; null if no name matches. Reads the files in chunks.
 *
 * @param readFiles the pattern of the names; story files by default
 */
export async function zipFolder(
  files: readonly File[],
  readFiles = storyFile,
): Promise<{ name: string; body: Blob; count: number } | null> {
  const chosen = files.filter((file) => readFiles.test(file.name));
  if (chosen.length === 0) return null;
  // No compression: the same files give the same archive, and the browser is not blocked.
  const parts: Blob[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    // A browser may move the content of a blob to the disk.
    parts.push(new Blob([bytes as BlobPart]));
  });
  for (const file of chosen) {
    const entry = new ZipPassThrough(nameOf(file));
    entry.mtime = "1980-01-01T00:00:00";
    archive.add(entry);
    for await (const bytes of file.stream()) entry.push(bytes);
    entry.push(new Uint8Array(0), true);
  }
  archive.end();
  const folder = chosen[0] ? nameOf(chosen[0]).split("/")[0] : "folder";
  return { name: `${folder}.zip`, body: new Blob(parts, { type: "application/zip" }), count: chosen.length };
}

function nameOf(file: File): string {
  return file.webkitRelativePath || file.name;
}
