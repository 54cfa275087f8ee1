import { createHash } from "node:crypto";
import sharp, { type Metadata } from "sharp";
import type { PreparedFile } from "./prepared-file.ts";

export const maxImageBytes = 10 * 2 ** 20;
const maxPixels = 50_000_000;

type ImageFormat = "jpeg" | "png" | "webp" | "gif";

/**
 * An uploaded image without its metadata (location, time, camera, comments), rotated as stated in its metadata. PNG and
 * GIF keep every pixel; JPEG and WebP are encoded again at quality 95. SVG is not accepted, because it can contain
 * scripts.
 *
 * @param format the format of the bytes, regardless of the file's name
 * @param isStored whether Parallax has stored the file before: its bytes are kept, and refused if they have metadata
 */
export async function prepareImage(
  bytes: Uint8Array,
  format: ImageFormat,
  isStored: boolean,
): Promise<PreparedFile | string> {
  if (bytes.byteLength > maxImageBytes) return "is larger than 10 MB";
  try {
    const isAnimatable = format === "gif" || format === "webp";
    const image = sharp(bytes, { animated: isAnimatable, limitInputPixels: maxPixels });
    if (isStored && hasMetadata(await image.metadata())) return "has metadata: give it another name";
    const rotated = isAnimatable ? image : image.autoOrient();
    const encoded = await rotated
      .toFormat(format, { quality: 95, ...(format === "png" ? { palette: false } : {}) })
      .toBuffer();
    const stored = isStored ? bytes : encoded;
    const sha256 = createHash("sha256").update(stored).digest("hex");
    return { sha256, type: `image/${format}`, bytes: stored, durationMs: null };
  } catch {
    return "cannot be read as an image, or has more than 50 million pixels";
  }
}

/**
 * The number of pixels that must be decoded for an image, in all of its frames. It is 0 for an image that is refused
 * because of its number of pixels, and for any other file. Reads only the headers.
 */
export async function countPixels(bytes: Uint8Array): Promise<number> {
  const format = detectImageFormat(bytes);
  if (format === null) return 0;
  const image = sharp(bytes, { animated: format === "gif" || format === "webp", limitInputPixels: false });
  const { width = 0, height = 0 } = await image.metadata().catch(() => ({ width: 0, height: 0 }));
  return width * height > maxPixels ? 0 : width * height;
}

function hasMetadata({ exif, icc, iptc, xmp, comments, orientation }: Metadata): boolean {
  return [exif, icc, iptc, xmp, comments].some((part) => part !== undefined) || (orientation ?? 1) !== 1;
}

/** The format of an image by its first bytes; null for any other file. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/u.test(start)) return "gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "webp" : null;
}
