import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInThread } from "../platform/threads/run-in-thread.ts";

/** A drawing as PDF, with letters as text and embedded fonts. */
export async function printFigure(svg: string): Promise<Uint8Array> {
  const [font, bold] = await Promise.all(["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map(readFont));
  const { printWorker } = await import("./print-worker.generated.ts");
  return runInThread(printWorker, { as: "pdf", svg, font: font!, bold: bold! });
}

/** A table as an XLSX workbook; its first row is the header. */
export async function printTable(rows: (string | number | null)[][]): Promise<Uint8Array> {
  const { printWorker } = await import("./print-worker.generated.ts");
  return runInThread(printWorker, { as: "xlsx", rows });
}

function readFont(file: string): Promise<Uint8Array> {
  return readFile(join(process.cwd(), "node_modules/dejavu-fonts-ttf/ttf", file));
}
