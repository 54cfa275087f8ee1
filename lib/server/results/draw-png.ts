import sharp from "sharp";

/** Dots per inch: three times the size of a figure on a screen. */
const density = 288;

/**
 * A drawing as PNG, for papers and slides. The same drawing produces the same bytes on the same machine; the machine's
 * fonts are used.
 */
export async function drawPng(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg), { density }).flatten({ background: "#ffffff" }).png().toBuffer();
}
