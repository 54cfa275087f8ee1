import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { isWorkbook } from "../../platform/tables/open-table.ts";
import { openEvalArchive } from "./eval-archive.ts";
import { openJsonArray, openJsonLog } from "./json-log.ts";
import type { LogOptions, ModelLog, TotalsFile } from "./model-log.ts";
import { openTableLog } from "./table-log.ts";

/**
 * Opens a file with answers of models. The format is detected by content and never by the name. Throws an
 * UnusableLogError with a one-sentence message for a file that cannot be trusted or has an unknown format.
 */
export async function openLog(path: string, options: LogOptions = {}): Promise<ModelLog | TotalsFile> {
  const { size } = await stat(path);
  if (size === 0) throw new UnusableLogError("it is empty");
  const start = await readFirstBytes(path, 4_096);
  if (isWorkbook(start)) return openTableLog(createReadStream(path));
  if (start.subarray(0, 4).equals(Buffer.from("PK\x03\x04")) || start.subarray(0, 4).equals(Buffer.from("PK\x05\x06")))
    return openEvalArchive(path, options);
  refuseOtherContent(start);
  const text = start
    .toString("utf8")
    .replace(/^\uFEFF/u, "")
    .trimStart();
  if (text === "") throw new UnusableLogError("it is blank");
  if (text.startsWith("[")) return openJsonArray(path, () => createReadStream(path));
  if (text.startsWith("{")) return openJsonLog(path, () => createReadStream(path), options);
  return openTableLog(createReadStream(path));
}

/** The first bytes of a file. */
export async function readFirstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    if ((await file.stat()).isDirectory()) throw new UnusableLogError("it is a folder; name a file in it");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const signatures: [bytes: number[], what: string][] = [
  [[0xff, 0xfe], "it is UTF-16 text; save it as UTF-8"],
  [[0xfe, 0xff], "it is UTF-16 text; save it as UTF-8"],
  [[0x1f, 0x8b], "it is compressed with gzip; unpack it first"],
  [[0x28, 0xb5, 0x2f, 0xfd], "it is compressed with zstd; unpack it first"],
  [[...Buffer.from("PAR1")], "it is a Parquet file, which is not read; convert it to JSON lines"],
  [[...Buffer.from("ARROW1")], "it is an Arrow file, which is not read; convert it to JSON lines"],
  [[...Buffer.from("SQLite format 3")], "it is an SQLite database, a format that is not supported"],
  [[...Buffer.from("%PDF")], "it is a PDF document"],
  [[0x89, ...Buffer.from("PNG")], "it is a picture (PNG)"],
  [[0xff, 0xd8, 0xff], "it is a picture (JPEG)"],
  [[...Buffer.from("GIF8")], "it is a picture (GIF)"],
  [[...Buffer.from("RIFF")], "it is a picture, a sound or a video (RIFF)"],
  [[...Buffer.from("II*"), 0], "it is a picture (TIFF)"],
  [[...Buffer.from("OggS")], "it is a sound or a video (Ogg)"],
  [[...Buffer.from("ID3")], "it is a sound (MP3)"],
  [[0xd0, 0xcf, 0x11, 0xe0], "it is a document of an old office program, such as XLS; save it as XLSX or CSV"],
  [[0x80, 0x04, 0x95], "it is a Python pickle, which is never opened"],
];

/** Throws an UnusableLogError for content that is not text, or text of another format. */
export function refuseOtherContent(start: Buffer): void {
  const signature = signatures.find(([bytes]) => bytes.every((byte, index) => start[index] === byte));
  if (signature) throw new UnusableLogError(signature[1]);
  const text = start.toString("latin1");
  if (text.slice(4, 8) === "ftyp") throw new UnusableLogError("it is a picture, a sound or a video (MPEG-4)");
  if (text.startsWith("version https://git-lfs.github.com/spec/"))
    throw new UnusableLogError("it is a Git LFS pointer and not the file itself; fetch it with git lfs pull");
  if (/^\s*<(?:!doctype|html|\?xml)/iu.test(text))
    throw new UnusableLogError("it is a web page or XML and contains no answers");
  if (start.includes(0)) throw new UnusableLogError("it is not text: it contains zero bytes");
}
