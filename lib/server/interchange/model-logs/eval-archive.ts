import { Decompress } from "fzstd";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import {
  isObject,
  type LogObject,
  type ReadRecord,
  UnusableLogError,
} from "@/lib/domain/interchange/model-logs/log-record.ts";
import { parsePythonJson } from "@/lib/domain/interchange/model-logs/parse-json.ts";
import { readInspectHeader, readInspectSample } from "@/lib/domain/interchange/model-logs/read-inspect.ts";
import { findOverlappingEntry } from "../check-archive.ts";
import { createGapRemarks, createUnfinishedRemarks, type LogOptions, type ModelLog } from "./model-log.ts";

/** Limits of an archive, far above those of real logs. A larger archive is a zip bomb or not a log. */
const maxEntries = 200_000;
const maxEntryBytes = 128 * 1024 * 1024;
const maxTotalBytes = 4 * 1024 * 1024 * 1024;
/**
 * Limit of the compression ratio, which is not checked for small entries. JSON with long repeated prompts is compressed
 * to a fiftieth of its size.
 */
const maxRatio = 400;
const minRatioCheckBytes = 8 * 1024 * 1024;

const tooLarge = "its unpacked size would far exceed the size of a log, so it was not opened";

const zstdMethod = 93;

/**
 * Opens a `.eval` log of Inspect: a zip archive with a header and one JSON file per sample, compressed with deflate or
 * zstd.
 */
export async function openEvalArchive(path: string, { isPartial = false }: LogOptions = {}): Promise<ModelLog> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw new UnusableLogError("it is a damaged zip archive: its directory at the end is missing or does not fit");
  });
  let isKept = false;
  try {
    const entries = await readDirectory(zip);
    // A run that was killed has written the start entry but no header.
    const headerEntry = entries.get("header.json") ?? entries.get("_journal/start.json");
    if (headerEntry === undefined) throw new UnusableLogError(describeOtherArchive([...entries.keys()]));
    const header = readInspectHeader(await readEntry(zip, headerEntry), isPartial);
    const samples = groupSamples(entries);
    if (samples.length === 0) throw new UnusableLogError("it contains the header of an Inspect log and no samples");
    isKept = true;
    return {
      format: "inspect-eval",
      model: header.model,
      records: sampleRecords(zip, samples, header),
      isLines: false,
      values: null,
      remarks: [...createUnfinishedRemarks(header.unfinished), ...createGapRemarks(header.declared, samples.length)],
      unfinished: header.unfinished,
    };
  } finally {
    if (!isKept) zip.close();
  }
}

/**
 * The archive's files by name. Throws for a name that occurs twice with different content, because programs differ in
 * which of the two they read.
 */
async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const allEntries: Entry[] = [];
  const duplicateEntries: [Entry, Entry][] = [];
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize;
      allEntries.push(entry);
      refuseZipBomb(entry, allEntries.length, total);
      if (entry.fileName.endsWith("/")) continue;
      const earlier = entries.get(entry.fileName);
      if (earlier) duplicateEntries.push([earlier, entry]);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof UnusableLogError) throw error;
    throw new UnusableLogError("it is a damaged zip archive: its directory cannot be read");
  }
  const overlapping = findOverlappingEntry(allEntries);
  if (overlapping !== null)
    throw new UnusableLogError(`it is not a valid zip archive: its entry ${overlapping} lies inside another`);
  for (const [one, other] of duplicateEntries)
    if (!(await readEntryBytes(zip, one)).equals(await readEntryBytes(zip, other)))
      throw new UnusableLogError(`its entry ${one.fileName} occurs twice with different content`);
  return entries;
}

function refuseZipBomb(entry: Entry, count: number, total: number): void {
  const isDense =
    entry.uncompressedSize > minRatioCheckBytes && entry.uncompressedSize > maxRatio * entry.compressedSize;
  if (count > maxEntries || total > maxTotalBytes || entry.uncompressedSize > maxEntryBytes || isDense)
    throw new UnusableLogError(tooLarge);
}

/** The location of one sample: an entry, or an entry for its header and entries for its parts. */
interface SampleEntries {
  head: Entry;
  metadata: Entry | null;
  /** The entries of a list, in order. Each of them contains a part of the list. */
  messages: Entry[];
  attachments: Entry[];
  isSplitOverEntries: boolean;
}

/**
 * The name of a part of a sample that is stored in several entries. A part of a list has the index of its first element
 * as name.
 */
const partName =
  /^(samples\/.+_epoch_\d+)\/(sample|metadata|skeleton|(?:messages|attachments|events|calls)\/\w+)\.json$/u;

/** The samples in the order of their headers in the archive. A sample ID may contain a slash. */
function groupSamples(entries: ReadonlyMap<string, Entry>): SampleEntries[] {
  const samples: SampleEntries[] = [];
  const parts = new Map<string, Map<string, Entry>>();
  for (const [name, entry] of entries) {
    if (!name.startsWith("samples/") || !name.endsWith(".json")) continue;
    const [, folder, part] = partName.exec(name) ?? [];
    if (folder === undefined || part === undefined)
      samples.push({ head: entry, metadata: null, messages: [], attachments: [], isSplitOverEntries: false });
    else parts.set(folder, (parts.get(folder) ?? new Map<string, Entry>()).set(part, entry));
  }
  for (const sampleParts of parts.values()) {
    const head = sampleParts.get("sample");
    if (head === undefined) continue;
    const metadata = sampleParts.get("metadata") ?? null;
    const [messages, attachments] = [
      listSortedParts(sampleParts, "messages/"),
      listSortedParts(sampleParts, "attachments/"),
    ];
    const size = [head, ...messages, ...attachments].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (size > maxEntryBytes) throw new UnusableLogError(tooLarge);
    samples.push({ head, metadata, messages, attachments, isSplitOverEntries: true });
  }
  return samples;
}

function listSortedParts(parts: ReadonlyMap<string, Entry>, folder: string): Entry[] {
  return [...parts]
    .filter(([part]) => part.startsWith(folder) && /^\d+$/u.test(part.slice(folder.length)))
    .sort(([one], [other]) => Number(one.slice(folder.length)) - Number(other.slice(folder.length)))
    .map(([, entry]) => entry);
}

async function* sampleRecords(
  zip: ZipFile,
  samples: readonly SampleEntries[],
  header: ReturnType<typeof readInspectHeader>,
): AsyncGenerator<ReadRecord> {
  try {
    for (const sample of samples) yield readInspectSample(await readSample(zip, sample), header);
  } finally {
    zip.close();
  }
}

/** A sample as one object. Intermediate events of a sample in several entries are omitted. */
async function readSample(
  zip: ZipFile,
  { head, metadata, messages, attachments, isSplitOverEntries }: SampleEntries,
): Promise<LogObject> {
  const sample = await readEntry(zip, head);
  if (!isSplitOverEntries) return sample;
  const attachmentTexts = await readList(zip, attachments);
  return {
    ...sample,
    messages: sample.message_refs,
    message_pool: await readList(zip, messages),
    // References name an attachment by its index.
    attachments: Object.fromEntries(attachmentTexts.entries()),
    ...(metadata && { metadata: await readEntry(zip, metadata) }),
  };
}

async function readList(zip: ZipFile, pieces: readonly Entry[]): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const entry of pieces) {
    const piece = await readJson(zip, entry);
    if (!Array.isArray(piece)) throw damagedEntryError(entry);
    for (const one of piece) list.push(one);
  }
  return list;
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<LogObject> {
  const value = await readJson(zip, entry);
  if (!isObject(value)) throw damagedEntryError(entry);
  return value;
}

function damagedEntryError(entry: Entry): UnusableLogError {
  return new UnusableLogError(`its entry ${entry.fileName} is damaged`);
}

/** The unpacked content of an entry. */
async function readEntryBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return (entry.compressionMethod === zstdMethod ? readZstdBytes(zip, entry) : readStoredBytes(zip, entry)).catch(
    () => {
      throw damagedEntryError(entry);
    },
  );
}

async function readJson(zip: ZipFile, entry: Entry): Promise<unknown> {
  const damagedError = damagedEntryError(entry);
  const bytes = await readEntryBytes(zip, entry);
  try {
    return parsePythonJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damagedError;
  }
}

/** yauzl compares the unpacked size with the declared one. */
async function readStoredBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Unpacks a zstd entry. Node 20 has no zstd, so fzstd unpacks the raw entry and stops at the declared size. */
async function readZstdBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const unpack = new Decompress((part) => {
    size += part.length;
    if (size > entry.uncompressedSize) throw new RangeError("more bytes than declared");
    parts.push(part.slice());
  });
  for await (const part of await zip.openReadStreamPromise(entry, { decodeFileData: false }))
    unpack.push(part as Buffer);
  unpack.push(new Uint8Array(0), true);
  if (size !== entry.uncompressedSize) throw new RangeError("fewer bytes than declared");
  return Buffer.concat(parts);
}

function describeOtherArchive(names: readonly string[]): string {
  if (names.includes("[Content_Types].xml")) return "it is an office document; save the sheet as CSV";
  if (names.some((name) => /(?:scenario_state|per_instance_stats|run_spec)\.json$/u.test(name)))
    return "it is an archive of a HELM run, a format that is not supported";
  return "it is a zip archive but not an Inspect log: header.json is missing";
}
