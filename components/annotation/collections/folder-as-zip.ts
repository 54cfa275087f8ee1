import { storedZip } from "@/lib/domain/interchange/stored-zip.ts";

/** What is read from a chosen folder: stories in any form that can be imported. */
const storyFile = /\.(json|jsonl|ndjson|xml|txt)$/i;

/** The story files of a folder that was chosen in the browser as one archive; null when it has none. */
export async function folderAsZip(files: readonly File[]): Promise<{ name: string; body: Blob; count: number } | null> {
  const stories = files.filter((file) => storyFile.test(file.name));
  if (stories.length === 0) return null;
  const read = await Promise.all(
    stories.map(async (file) => ({
      path: file.webkitRelativePath || file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  const folder = read[0]?.path.split("/")[0] ?? "folder";
  return { name: `${folder}.zip`, body: new Blob(storedZip(read), { type: "application/zip" }), count: read.length };
}
