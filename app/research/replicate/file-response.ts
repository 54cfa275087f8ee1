import type { ReplicationFile } from "@/lib/domain/replicate/table-files.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  tex: "text/plain; charset=utf-8",
};

/** Returns the file with this name as a response. Throws “not found” if it does not exist. */
export function replicationFileResponse(files: readonly ReplicationFile[], name: string): Response {
  const file = files.find((one) => one.name === name);
  if (!file) throw notFoundError();
  return new Response(file.content, {
    headers: { "content-type": types[file.name.split(".").at(-1) ?? ""] ?? "text/plain; charset=utf-8" },
  });
}
