import { formatCount } from "@/lib/domain/format/figures.ts";
import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";
import { boundedBytes } from "./bounded-bytes.ts";

const bytesPerMegabyte = 1024 * 1024;

/**
 * Yields the chunks of an upload. Throws an AppError as soon as they exceed the limit of the operator
 * (`PARALLAX_UPLOAD_MB`), which is the limit of every upload of a file.
 *
 * @param remedy what a person can do with a larger file
 */
export function limitUpload(stream: AsyncIterable<Uint8Array> | null, remedy: string): AsyncGenerator<Uint8Array> {
  const { maxUploadMegabytes } = environment();
  const sentence = `This file is larger than ${formatCount(maxUploadMegabytes)} MB. ${remedy}, or ask the operator to raise PARALLAX_UPLOAD_MB.`;
  return boundedBytes(stream, maxUploadMegabytes * bytesPerMegabyte, () => new AppError("too-large", sentence));
}
