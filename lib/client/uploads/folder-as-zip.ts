import { zipSync } from "fflate";

/** The files of a chosen folder that are read: stories in any importable format. */
const storyFile = /\.(json|jsonl|ndjson|xml|txt)$/i;

/** The story files of a folder that was chosen in the browser as one archive; null if there are none. */
export async function zipFolder(files: readonly File[]): Promise<{ name: string; body: Blob; count: number } | null> {
  const stories = files.filter((file) => storyFile.test(file.name));
  if (stories.length === 0) return null;
  const entries = await Promise.all(
    stories.map(async (file): Promise<[string, Uint8Array]> => {
      return [file.webkitRelativePath || file.name, new Uint8Array(await file.arrayBuffer())];
    }),
  );
  // Stored without compression, so that the same files give the same archive and the browser is not blocked.
  const archive = zipSync(Object.fromEntries(entries), { level: 0, mtime: "1980-01-01T00:00:00" });
  const folder = entries[0]?.[0].split("/")[0] ?? "folder";
  return { name: `${folder}.zip`, body: new Blob([archive], { type: "application/zip" }), count: entries.length };
}
