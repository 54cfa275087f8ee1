import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInThread } from "../threads/run-in-thread.ts";
import type { TableRow } from "./print-worker.ts";

/** A drawing as PDF, with letters as text and embedded fonts. */
export async function printFigure(svg: string): Promise<Uint8Array> {
  const [font, bold] = await Promise.all(["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map(readFont));
  const { printWorker } = await import("./print-worker.generated.ts");
  return runInThread(printWorker, { as: "pdf", svg, font: font!, bold: bold! });
}

/**
 * A table as an XLSX workbook; its first row is the header. The rows are copied to the thread in pieces, because one
 * copy of a large table would block the event loop.
 */
export async function printTable(rows: TableRow[]): Promise<Uint8Array> {
  const { printWorker } = await import("./print-worker.generated.ts");
  return runInThread(printWorker, { as: "xlsx" }, undefined, { pieces: inPieces(rows) });
}

const rowsPerPiece = 500;

async function* inPieces(rows: TableRow[]): AsyncGenerator<TableRow[]> {
  for (let start = 0; start < rows.length; start += rowsPerPiece) yield rows.slice(start, start + rowsPerPiece);
}

function readFont(file: string): Promise<Uint8Array> {
  return readFile(join(process.cwd(), "node_modules/dejavu-fonts-ttf/ttf", file));
}
