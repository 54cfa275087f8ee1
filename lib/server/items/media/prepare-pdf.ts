import { createHash } from "node:crypto";
import type { PreparedFile } from "./prepared-file.ts";

export const maxPdfBytes = 10 * 2 ** 20;

export const pdfType = "application/pdf";

/** An uploaded PDF with its bytes unchanged, or the reason why it cannot be stored. */
export function preparePdf(bytes: Uint8Array): PreparedFile | string {
  const text = (part: Uint8Array) => Buffer.from(part).toString("latin1");
  if (!text(bytes.subarray(0, 5)).startsWith("%PDF-")) return "is not a PDF";
  // ISO 32000: the last line of a complete file; readers accept bytes after it.
  if (!text(bytes.subarray(-1024)).includes("%%EOF")) return "is an incomplete PDF";
  return { sha256: createHash("sha256").update(bytes).digest("hex"), type: pdfType, bytes, durationMs: null };
}
