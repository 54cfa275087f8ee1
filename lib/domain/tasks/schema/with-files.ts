import { isMedia } from "./stimulus-field.ts";
import type { TaskSchema } from "./task-schema.ts";

/** The files of an archive by path relative to the file of items: the stored file, or why it could not be stored. */
export type UploadedFiles = ReadonlyMap<string, { sha256: string; type: string } | { problem: string }>;

type ResolvedFiles =
  | { ok: true; fields: Readonly<Record<string, unknown>> }
  | { ok: false; field: string; message: string };

/** Replaces each `{"path", "alt"}` in the fields of a row by the archive's file at that path. */
export function resolveFiles(
  schema: Pick<TaskSchema, "stimulus">,
  fields: Readonly<Record<string, unknown>>,
  files: UploadedFiles,
): ResolvedFiles {
  const replaced: Record<string, unknown> = { ...fields };
  for (const { name } of schema.stimulus.filter(isMedia)) {
    const value = fields[name];
    if (value === null || typeof value !== "object" || !("path" in value)) continue;
    const { path, ...others } = value;
    const file = files.get(`${path}`.replaceAll("\\", "/").replace(/^(?:\.\/)+/u, ""));
    const problem =
      file === undefined
        ? "is not in the archive: upload the items and their files in one zip"
        : "problem" in file
          ? file.problem
          : null;
    if (problem !== null) return { ok: false, field: `fields.${name}`, message: `${path} ${problem}` };
    if (file && "sha256" in file) replaced[name] = { ...others, sha256: file.sha256, type: file.type };
  }
  return { ok: true, fields: replaced };
}
