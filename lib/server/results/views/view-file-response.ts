import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import {
  sentencesFile,
  type ViewFormat,
  type ViewStatus,
  viewFile,
  viewFormats,
  viewSentences,
} from "@/lib/domain/results/views/view-files.ts";
import { notThere } from "../../platform/errors/app-error.ts";

const contentTypes: Record<ViewFormat, string> = {
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  tex: "application/x-tex; charset=utf-8",
  svg: "image/svg+xml",
  "vl.json": "application/json",
};

/**
 * One table or figure of a view as a download, or the sentences of its tests; not found if it does not exist.
 *
 * @param status the status of its results; null for a view without results
 * @param dataHash the hash of the view's data, for its sentences
 */
export function viewFileResponse(
  view: View | null,
  file: string,
  status: ViewStatus,
  dataHash: string | null = null,
): Response {
  const format = viewFormats.find((one) => file.endsWith(`.${one}`));
  const isSentences = file === sentencesFile && dataHash !== null;
  const content =
    view && format
      ? isSentences
        ? viewSentences(view, dataHash, status)
        : viewFile(view, file.slice(0, -format.length - 1), format, status)
      : null;
  if (!view || !format || content === null) throw notThere();
  return new Response(content, {
    headers: {
      "Content-Type": contentTypes[format],
      "Content-Disposition": `attachment; filename="${view.id}-${file.replaceAll(/[^a-z0-9.-]/g, "")}"`,
    },
  });
}

/** One of several written files as a download; not found if it does not exist. */
export function analysisFileResponse(files: readonly AnalysisFile[] | null, name: string): Response {
  const file = files?.find((one) => one.name === name);
  if (!file) throw notThere();
  const format = viewFormats.find((one) => name.endsWith(`.${one}`));
  return new Response(file.content, {
    headers: {
      "Content-Type": format ? contentTypes[format] : "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.name}"`,
    },
  });
}
