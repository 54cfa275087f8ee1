// npm run icons: draws the images in public/ (app icons and the link preview) from the logo, two slightly shifted
// circles. The images are committed; run this command again if the logo changes.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { register } from "tsx/esm/api";

register();
const { ensureBrowser } = await import("../lib/supervisor/ensure-browser.ts");
const folder = fileURLToPath(new URL("../public/", import.meta.url));
const paper = "#f8fafc";
const ink = "#1c2333";

const circles = `<g fill="none" stroke-width="3"><circle cx="12.5" cy="16" r="9" stroke="#d95926"/><circle cx="19.5" cy="16" r="9" stroke="#1b6fa8"/></g>`;

/** The logo on a background. `margin` keeps the logo inside a round mask; its unit is 1/32 of the logo's size. */
function icon(margin) {
  const side = 32 + 2 * margin;
  const box = `${-margin} ${-margin} ${side} ${side}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" fill="${paper}"/>${circles}</svg>`;
}

const share = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="${paper}"/>
  <g transform="translate(92 155) scale(10)">${circles}</g>
  <g font-family="Georgia, 'Liberation Serif', serif" fill="${ink}">
    <text x="470" y="300" font-size="104">Parallax</text>
    <text x="474" y="368" font-size="37">People and language models,</text>
    <text x="474" y="418" font-size="37">side by side on the same text</text>
  </g>
</svg>`;

const pictures = [
  { file: "icon-192.png", width: 192, height: 192, svg: icon(3) },
  { file: "icon-512.png", width: 512, height: 512, svg: icon(3) },
  { file: "icon-maskable-512.png", width: 512, height: 512, svg: icon(9) },
  { file: "apple-touch-icon.png", width: 180, height: 180, svg: icon(4) },
  { file: "share.png", width: 1200, height: 630, svg: share },
];

const found = await ensureBrowser(console.log);
if (!found.ok) throw new Error(found.reason);
const browser = await chromium.launch({ executablePath: found.path });
for (const { file, width, height, svg } of pictures) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  writeFileSync(`${folder}${file}`, await page.screenshot());
  await page.close();
  console.log(`${file}: ${width} x ${height}`);
}
await browser.close();
