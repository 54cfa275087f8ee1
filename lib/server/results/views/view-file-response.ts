import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import { type AnalysisTable, workbookRows } from "@/lib/domain/results/analysis/analysis-table.ts";
import { type PageParts, pageFile } from "@/lib/domain/results/analysis/page-parts.ts";
import { chooseColumns, type FileOptions, parseFileOptions } from "@/lib/domain/results/figures/file-options.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import {
  sentencesFile,
  type ViewFormat,
  type ViewStatus,
  viewFile,
  viewFormats,
  viewSentences,
  viewWorkbookTable,
} from "@/lib/domain/results/views/view-files.ts";
import { readCsvText } from "@/lib/domain/tables/read-csv.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { printFigure, printTable } from "../../platform/print/print-files.ts";
import { drawPng } from "../draw-png.ts";

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson",
  md: "text/markdown; charset=utf-8",
  tex: "application/x-tex; charset=utf-8",
  svg: "image/svg+xml",
  "vl.json": "application/json",
  "parts.json": "application/json",
  png: "image/png",
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** A file's text by its format, and its table for a workbook. */
interface FileSource {
  id: string;
  text(name: string, format: ViewFormat, options: FileOptions): string | null;
  table(name: string, options: FileOptions): AnalysisTable | null;
}

/**
 * One table or figure of a view as a download, or the sentences of its tests; "not found" if it does not exist. The
 * parameter `options` of the request contains the user's format options (`FileOptions`).
 *
 * @param status the status of its results; null for a view without results
 * @param dataHash the hash of the view's data, for its sentences
 */
export async function viewFileResponse(
  request: Request,
  view: View | null,
  file: string,
  status: ViewStatus,
  dataHash: string | null = null,
): Promise<Response> {
  if (!view) throw notFoundError();
  return fileResponse(request, file, {
    id: view.id,
    text: (name, format, options) =>
      `${name}.${format}` === sentencesFile
        ? dataHash === null
          ? null
          : viewSentences(view, dataHash, status)
        : viewFile(view, name, format, status, options),
    table: (name, options) => viewWorkbookTable(view, name, status, options),
  });
}

/** Like `viewFileResponse`, for a part of a results page. */
export async function pageFileResponse(request: Request, parts: PageParts | null, file: string): Promise<Response> {
  if (!parts) throw notFoundError();
  return fileResponse(request, file, {
    id: "results",
    text: (name, format, options) => pageFile(parts, name, format, options),
    table: (name, options) => {
      const table = parts.tables.find((one) => one.name === name);
      return table ? chooseColumns(table, options) : null;
    },
  });
}

async function fileResponse(request: Request, file: string, source: FileSource): Promise<Response> {
  const options = parseFileOptions(new URL(request.url).searchParams.get("options"));
  if (!options)
    throw new AppError(
      "invalid",
      "These options are not valid. Choose them again on the page of this file.",
      "options",
    );
  const format = findFormat(file);
  const content = format && (await buildContent(file.slice(0, -format.length - 1), format, options, source));
  if (!format || content === null) throw notFoundError();
  return new Response(content as BodyInit, {
    headers: {
      "Content-Type": contentTypes[format],
      "Content-Disposition": `attachment; filename="${source.id}-${file.replaceAll(/[^a-z0-9.-]/g, "")}"`,
    },
  });
}

type FileFormat = keyof typeof contentTypes;

function findFormat(file: string): FileFormat | undefined {
  return ([...viewFormats, "png", "pdf", "xlsx"] as const).find((one) => file.endsWith(`.${one}`));
}

async function buildContent(
  name: string,
  format: FileFormat,
  options: FileOptions,
  source: FileSource,
): Promise<string | Uint8Array | null> {
  if (format === "xlsx") {
    const table = source.table(name, options);
    return table ? printTable(workbookRows(table)) : null;
  }
  if (format !== "png" && format !== "pdf") return source.text(name, format, options);
  const svg = source.text(name, "svg", options);
  return svg === null ? null : format === "png" ? drawPng(svg) : printFigure(svg);
}

/** The cells of a CSV table; numeric cells become numbers. */
function parseCells(csv: string): (string | number | null)[][] {
  return readCsvText(csv).map(({ cells }) =>
    (cells ?? []).map((cell) => (cell === "" ? null : /^-?\d+(\.\d+)?(e-?\d+)?$/.test(cell) ? Number(cell) : cell)),
  );
}

async function convert(content: string, format: FileFormat | undefined): Promise<string | Uint8Array> {
  switch (format) {
    case "png":
      return drawPng(content);
    case "pdf":
      return printFigure(content);
    case "xlsx":
      return printTable(parseCells(content));
    default:
      return content;
  }
}

/**
 * One of several written files as a download, unchanged or converted to an image or a workbook. Throws "not found" for
 * an unknown name.
 *
 * @param files the files, or a function that reads the file with a given name
 */
export async function analysisFileResponse(
  files: readonly AnalysisFile[] | null | ((name: string) => Promise<AnalysisFile | null>),
  name: string,
): Promise<Response> {
  const source = name.replace(/\.(png|pdf)$/, ".svg").replace(/\.xlsx$/, ".csv");
  const file = typeof files === "function" ? await files(source) : files?.find((one) => one.name === source);
  if (!file) throw notFoundError();
  const format = findFormat(name);
  const content = await convert(file.content, format);
  return new Response(content as BodyInit, {
    headers: {
      "Content-Type": format ? contentTypes[format] : "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
