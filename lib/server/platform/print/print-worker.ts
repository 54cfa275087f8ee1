import PDFDocument from "pdfkit";
import SVGtoPDF from "svg-to-pdfkit";
import writeXlsx from "write-excel-file/universal";
import { serveThread } from "../threads/serve-thread.ts";

export type TableRow = (string | number | null)[];

/**
 * A drawing to be printed on a page of its own size, with its fonts; or a table to be written as a workbook, whose rows
 * arrive in pieces.
 */
export type PrintInput = { as: "pdf"; svg: string; font: Uint8Array; bold: Uint8Array } | { as: "xlsx" };

/** The bytes of a PDF or of an XLSX workbook. Both take longer than a request may block the event loop. */
export const script = serveThread<PrintInput, TableRow[], never, Uint8Array>(async (input, { pieces }) =>
  input.as === "pdf" ? printPdf(input) : printWorkbook(pieces),
);

/** Embeds the fonts, because the standard fonts of PDF have no minus sign. */
async function printPdf({ svg, font, bold }: Extract<PrintInput, { as: "pdf" }>): Promise<Uint8Array> {
  const [width, height] = sizeInPoints(svg);
  const page = new PDFDocument({ size: [width, height], margin: 0, font: "" });
  const bytes: Uint8Array[] = [];
  const writing = new Promise<void>((resolve, reject) => {
    page.on("data", (piece: Uint8Array) => bytes.push(piece));
    page.on("end", resolve);
    page.on("error", reject);
  });
  page.registerFont("normal", Buffer.from(font));
  page.registerFont("bold", Buffer.from(bold));
  SVGtoPDF(page as never, svg, 0, 0, {
    width,
    height,
    fontCallback: (_family: string, isBold: boolean) => (isBold ? "bold" : "normal"),
  });
  page.end();
  await writing;
  return Buffer.concat(bytes);
}

/** The size of a drawing: millimetres, or units that are printed as points. */
function sizeInPoints(svg: string): [number, number] {
  const [, width = "", height = ""] = /<svg [^>]*\bwidth="([^"]+)" height="([^"]+)"/.exec(svg) ?? [];
  const points = (length: string) => Number.parseFloat(length) * (length.endsWith("mm") ? 72 / 25.4 : 0.75);
  return [points(width), points(height)];
}

async function printWorkbook(pieces: AsyncIterable<TableRow[]>): Promise<Uint8Array> {
  const table: TableRow[] = [];
  for await (const rows of pieces) table.push(...rows);
  const [header = [], ...rows] = table;
  const head = header.map((value) => ({ value: String(value), fontWeight: "bold" as const }));
  const workbook = await writeXlsx([head, ...rows], { stickyRowsCount: 1 }).toBlob();
  return new Uint8Array(await workbook.arrayBuffer());
}
