import { createHash } from "node:crypto";
import sharp from "sharp";

/** A file as it is stored: without metadata, identified by its bytes. */
export interface PreparedFile {
  sha256: string;
  type: string;
  bytes: Uint8Array;
}

type Prepared = { ok: true; file: PreparedFile } | { ok: false; message: string };

export const largestImage = 10 * 2 ** 20;
const mostPixels = 50_000_000;

/**
 * An uploaded image without its metadata (place, time, camera, comments), turned as its metadata says. PNG and GIF
 * keep every pixel; JPEG and WebP are encoded again at quality 95. The type is that of the bytes, whatever the file's
 * name; SVG is refused, because it can contain scripts.
 */
export async function prepareImage(bytes: Uint8Array): Promise<Prepared> {
  if (bytes.byteLength > largestImage) return { ok: false, message: "is larger than 10 MB" };
  const format = formatOf(bytes);
  if (format === null) return { ok: false, message: "is not a JPEG, PNG, WebP or GIF image" };
  try {
    const isMoving = format === "gif" || format === "webp";
    const image = sharp(bytes, { animated: isMoving, limitInputPixels: mostPixels });
    const upright = isMoving ? image : image.autoOrient();
    const stored = await upright
      .toFormat(format, { quality: 95, ...(format === "png" ? { palette: false } : {}) })
      .toBuffer();
    const sha256 = createHash("sha256").update(stored).digest("hex");
    return { ok: true, file: { sha256, type: `image/${format}`, bytes: stored } };
  } catch {
    return { ok: false, message: "cannot be read as an image, or has more than 50 million pixels" };
  }
}

function formatOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/u.test(start)) return "gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "webp" : null;
}
