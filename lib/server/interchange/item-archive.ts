import { basename, dirname, relative } from "node:path/posix";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { parseLayoutPath } from "@/lib/domain/interchange/kste/layout.ts";
import type { UploadedFiles } from "@/lib/domain/tasks/schema/with-files.ts";
import { maxFileBytes, prepareFile } from "../items/media/prepare-file.ts";
import { countPixels, maxImageBytes } from "../items/media/prepare-image.ts";
import type { PreparedFile } from "../items/media/prepared-file.ts";
import type { UploadedArchive } from "../items/media/store-files.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { boundedBytes, collectBytes } from "../platform/files/bounded-bytes.ts";
import { findOverlappingEntry } from "./check-archive.ts";
import { isHiddenEntry } from "./kste/source-file.ts";

/** The single file of items in a zip archive, with the images and recordings of the archive. */
export interface ItemArchive extends UploadedArchive {
  name: string;
  bytes: Uint8Array;
}

const maxEntries = 5_000;
const maxItemFileBytes = 64 * 2 ** 20;
const maxTotalBytes = 128 * 2 ** 20;
/**
 * Maximum number of pixels in all images of an archive together. A file of 2 kB can contain an image of 50 million
 * pixels, whose encoding takes seconds.
 */
const maxPixels = 1_000_000_000;

/**
 * Reads an archive of one file of items with its images and recordings, which are stored without metadata. For a file
 * that cannot be stored, the result contains the reason, with which rows that name the file are rejected.
 *
 * @param isItemFile whether a file contains items, by its name
 * @throws AppError "invalid" for an archive that cannot be read, is too large, or contains no or several files of items
 */
export async function readItemArchive(
  archive: Uint8Array,
  isItemFile: (name: string) => boolean,
): Promise<ItemArchive> {
  const zip = await fromBufferPromise(Buffer.from(archive)).catch(() => {
    throw archiveRefusal("is not a zip archive that can be read");
  });
  const entries = await listEntries(zip);
  const itemFiles = entries.filter(({ fileName }) => isItemFile(fileName));
  const [itemFile] = itemFiles;
  if (!itemFile || itemFiles.length > 1)
    throw archiveRefusal(`must have one file of items and has ${itemFiles.length}`);
  const files = new Map<string, UploadedFiles extends ReadonlyMap<string, infer One> ? One : never>();
  const preparedFiles = new Map<string, PreparedFile>();
  await refuseTooManyPixels(zip, entries);
  for (const entry of entries) {
    if (entry === itemFile) continue;
    const path = relative(dirname(itemFile.fileName), entry.fileName);
    const bytes = entry.uncompressedSize > maxFileBytes ? null : await unpack(zip, entry, maxFileBytes);
    const preparedFile = bytes ? await prepareFile(path, bytes) : "is larger than 32 MB";
    if (typeof preparedFile === "string") files.set(path, { problem: preparedFile });
    else {
      preparedFiles.set(preparedFile.sha256, preparedFile);
      files.set(path, { sha256: preparedFile.sha256, type: preparedFile.type });
    }
  }
  return {
    name: basename(itemFile.fileName),
    bytes: await unpack(zip, itemFile, maxItemFileBytes),
    files,
    prepared: preparedFiles,
  };
}

/** Refuses an archive whose images have too many pixels in total, before any of them is decoded. */
async function refuseTooManyPixels(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  let pixels = 0;
  for (const entry of entries) {
    if (entry.uncompressedSize > maxImageBytes) continue;
    pixels += await countPixels(await unpack(zip, entry, maxImageBytes));
    if (pixels > maxPixels) throw archiveRefusal("has images with more than 1,000 million pixels in total; divide it");
  }
}

/**
 * Whether an archive contains images or recordings of items, judged by file names. False for a file that is not an
 * archive, and for a release of stories (`parseLayoutPath`), because its repository contains a picture.
 */
export async function hasItemMedia(archive: Uint8Array): Promise<boolean> {
  const zip = await fromBufferPromise(Buffer.from(archive)).catch(() => null);
  const entries = zip ? await listEntries(zip).catch(() => []) : [];
  if (entries.filter(({ fileName }) => parseLayoutPath(fileName) !== null).length > 1) return false;
  return entries.some(({ fileName }) =>
    /\.(?:png|jpe?g|webp|gif|mp3|wav|m4a|mp4|webm|og[ag]|opus|flac)$/iu.test(fileName),
  );
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/") || isHiddenEntry(entry.fileName)) continue;
      entries.push(entry);
      total += entry.uncompressedSize;
      if (entries.length > maxEntries) throw archiveRefusal("has more than 5,000 files; divide it");
      if (total > maxTotalBytes) throw archiveRefusal("unpacks to more than 128 MB; divide it");
      if (entry.isEncrypted()) throw archiveRefusal(`is encrypted (${entry.fileName})`);
    }
  } catch (error) {
    throw error instanceof AppError ? error : archiveRefusal("is not a valid zip archive");
  }
  const overlapping = findOverlappingEntry(entries);
  if (overlapping !== null) throw archiveRefusal(`contains overlapping entries (${overlapping})`);
  return entries;
}

async function unpack(zip: ZipFile, entry: Entry, maximum: number): Promise<Uint8Array> {
  const tooLarge = () => archiveRefusal(`has a file that is too large (${entry.fileName})`);
  try {
    return await collectBytes(boundedBytes(await zip.openReadStreamPromise(entry), maximum, tooLarge));
  } catch (error) {
    throw error instanceof AppError ? error : archiveRefusal(`has a file that cannot be unpacked (${entry.fileName})`);
  }
}

function archiveRefusal(reason: string): AppError {
  return new AppError("invalid", `The archive ${reason}.`, "file");
}
