import { openStoredArchive } from "@/lib/server/release/release-archive.ts";
import type { OpenRelease } from "@/lib/server/release/release-versions.ts";

/** The zip of a version as a download. */
export function archiveResponse({ id, bytes, fileName }: Pick<OpenRelease, "id" | "bytes" | "fileName">): Response {
  return new Response(openStoredArchive(id), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(bytes),
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
