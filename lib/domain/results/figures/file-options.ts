import * as z from "zod";
import type { AnalysisTable } from "../analysis/analysis-table.ts";
import type { ViewFigure, ViewTable } from "../views/view.ts";

/** Colours of people's majority, the mean person and models. "Okabe-Ito" is safe for colour-blind readers. */
export const palettes = {
  screen: { model: "#1f6aa5", majority: "#c2501f", person: "#e08a5e" },
  "okabe-ito": { model: "#0072b2", majority: "#d55e00", person: "#e69f00" },
  grey: { model: "#000000", majority: "#555555", person: "#999999" },
} as const;
export const paletteNames = ["screen", "okabe-ito", "grey"] as const satisfies readonly (keyof typeof palettes)[];

/** The limits of a printed width in millimetres and of a font size in points. */
export const printedWidth = { least: 50, most: 400, usual: 180 } as const;
export const printedFont = { least: 5, most: 18, usual: 9 } as const;

/** The options of one downloaded figure or table; without an option, the file is as on the screen. */
export const fileOptionsSchema = z.strictObject({
  /** The title of a figure, or the caption of a table. */
  title: z.string().max(400).optional(),
  /** The rows of a figure, or its lines, in this order; others are omitted. */
  rows: z.array(z.string().max(500)).min(1).max(500).optional(),
  /** Replacement labels by name, for the rows or lines of a figure or the columns of a table. */
  labels: z.record(z.string().max(500), z.string().max(200)).optional(),
  palette: z.enum(paletteNames).default("screen"),
  widthMm: z.number().min(printedWidth.least).max(printedWidth.most).optional(),
  fontPt: z.number().min(printedFont.least).max(printedFont.most).default(printedFont.usual),
  /** The columns of a table, in this order. */
  columns: z.array(z.string().max(500)).min(1).max(200).optional(),
  style: z.enum(["booktabs", "apa"]).default("booktabs"),
});
export type FileOptions = z.infer<typeof fileOptionsSchema>;

export const noFileOptions: FileOptions = fileOptionsSchema.parse({});

/** The options in an address, `?options={"palette":"grey"}`; null if they are not valid. */
export function parseFileOptions(text: string | null): FileOptions | null {
  if (text === null || text === "") return noFileOptions;
  try {
    return fileOptionsSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The names of the rows of a figure that can be chosen; in a line figure, the names of its lines. */
export function figureRows({ marks, across }: ViewFigure): string[] {
  return [...new Set(marks.map(({ row, series = "" }) => (across === undefined ? row : series)))];
}

/** A figure with the chosen rows in the chosen order, under the chosen labels. */
export function chooseFigure(figure: ViewFigure, { title, rows, labels = {} }: FileOptions): ViewFigure {
  const field = figure.across === undefined ? "row" : "series";
  const labelOf = (name: string) => labels[name]?.trim() || name;
  const chosenMarks = (rows ?? figureRows(figure)).flatMap((name) =>
    figure.marks.filter((mark) => (mark[field] ?? "") === name),
  );
  return {
    ...figure,
    title: title?.trim() || figure.title,
    marks: chosenMarks.map((mark) => ({ ...mark, [field]: labelOf(mark[field] ?? "") })),
  };
}

/** A table with the chosen columns in the chosen order, under the chosen names and caption. */
export function chooseColumns<T extends ViewTable | AnalysisTable>(
  table: T,
  { title, columns: chosen, labels = {} }: FileOptions,
): T {
  const { columns, rows } = table as { columns: readonly string[]; rows: readonly (readonly unknown[])[] };
  const columnIndices = (chosen ?? columns)
    .map((name) => columns.indexOf(name))
    .filter((columnIndex) => columnIndex >= 0);
  return {
    ...table,
    caption: title?.trim() || table.caption,
    columns: columnIndices.map((columnIndex) => labels[columns[columnIndex]!]?.trim() || columns[columnIndex]!),
    rows: rows.map((row) => columnIndices.map((columnIndex) => row[columnIndex])),
  };
}
