import { generate } from "lean-qr";

/** A QR code for an SVG: `path` fills the dark modules of a square with sides of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

/** Width in modules of the light margin that scanners need around the code. */
const quietZone = 4;

/** Draws a text as a QR code with its quiet zone. */
export function drawQrCode(text: string): QrCode {
  const code = generate(text);
  const darkModules: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) darkModules.push(`M${x + quietZone} ${y + quietZone}h1v1h-1z`);
  }
  return { size: code.size + 2 * quietZone, path: darkModules.join("") };
}
