import { type Actor, installation } from "../../lib/server/platform/access/access.ts";
import { exportStudy, requireExportableStudy } from "../../lib/server/studies/export/export-study.ts";
import type { MadeStudy } from "./make-study.ts";

/** The lines of a table of a study's coded JSONL export, and all files of the export that a viewer receives. */
export async function exportTables(
  study: Pick<MadeStudy, "id" | "projectId">,
): Promise<{ files: Record<string, string>; lines: (file: string) => Record<string, unknown>[] }> {
  const viewer: Actor = {
    ...installation,
    isOwner: false,
    memberships: [{ projectId: study.projectId, role: "viewer" }],
  };
  const files: Record<string, string> = {};
  const exportable = await requireExportableStudy(viewer, study.id, "coded");
  await exportStudy(
    exportable,
    { format: "jsonl", level: "coded", forSpreadsheet: false },
    async ({ name, chunks }) => {
      for await (const chunk of chunks) files[name] = (files[name] ?? "") + Buffer.from(chunk).toString();
    },
  );
  const lines = (file: string) =>
    (files[file] ?? "")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { files, lines };
}
