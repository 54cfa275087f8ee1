import sharp from "sharp";
import { expect, it } from "vitest";
import { figureAsSvg } from "@/lib/domain/replicate/figure-svg.ts";
import { noFileOptions } from "@/lib/domain/results/figures/file-options.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { figureSvg } from "@/lib/domain/results/views/figure-svg.ts";
import type { ViewFigure } from "@/lib/domain/results/views/view.ts";
import { drawPng } from "./draw-png.ts";

const margin = 400;
const levels = ["2", "3", "at most as many announcements as persons"];
const series = [
  "People’s majority",
  `meta-llama/Llama-3.3-70B-Instruct-Turbo, ${"prompt=simplified, shots=5, ".repeat(5)}`,
];
const axis =
  "order of the statement, from the simplest to the most deeply nested one that was asked about in any condition";
const lines: ViewFigure = {
  name: "accuracy",
  title: `Accuracy ${"over the orders of statements ".repeat(6)}`,
  unit: "share",
  across: axis,
  marks: series.flatMap((label, index) =>
    levels.map((row) => ({
      row,
      series: label,
      side: index === 0 ? ("majority" as const) : ("model" as const),
      value: 0.6,
      low: 0.5,
      high: 0.7,
      n: 1234,
    })),
  ),
  lines: [{ label: `chance level ${"of the items that everyone answered ".repeat(6)}`, value: 0.5 }],
  notes: [`A note ${"about what is shown ".repeat(12)}`],
};
const { across: _, ...rows } = lines;
const narrow = { ...noFileOptions, widthMm: 85 };

it.each([
  { what: "lines over an axis", svg: figureSvg(lines, exploratory) },
  { what: "lines in one column of a paper", svg: figureSvg(lines, exploratory, narrow) },
  { what: "rows", svg: figureSvg(rows, exploratory) },
  { what: "rows in one column of a paper", svg: figureSvg(rows, exploratory, narrow) },
  { what: "a figure of a paper", svg: ofPaper() },
])("keeps every text of $what inside the picture", async ({ svg }) => {
  expect(await countPixelsOutside(svg)).toBe(0);
  expect((await sharp(await drawPng(svg)).stats()).isOpaque).toBe(true);
});

function ofPaper(): string {
  const cells = levels.map(() => ({ printed: 0.5, ours: 0.6, interval: [0.5, 0.7] as const, n: 9, why: null }));
  return figureAsSvg(
    {
      table: "figure-1",
      title: lines.title,
      head: "Model",
      columns: levels.map((name) => ({ name, label: name })),
      rows: series.map((row) => ({ row, hasPeople: false, cells })),
      unit: "share",
      figure: null,
    },
    { columns: levels, across: axis, up: `Accuracy ${"of all subjects, ".repeat(10)}` },
    exploratory,
  );
}

/** Dark pixels outside the edges of a drawing, which is drawn again on a larger sheet. */
async function countPixelsOutside(svg: string): Promise<number> {
  const [wide, tall] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.slice(1).map(Number) as [number, number];
  const sheet = { width: wide + 2 * margin, height: tall + 2 * margin };
  const larger = svg
    .replace(
      /viewBox="[^"]+" width="[^"]+" height="[^"]+"/,
      `viewBox="${-margin} ${-margin} ${sheet.width} ${sheet.height}" width="${sheet.width}" height="${sheet.height}"`,
    )
    .replace('<rect width="100%" height="100%" fill="#ffffff"/>', "");
  const pixels = await sharp(Buffer.from(larger)).flatten({ background: "#ffffff" }).greyscale().raw().toBuffer();
  let outside = 0;
  for (let index = 0; index < pixels.length; index += 1) {
    const x = (index % sheet.width) - margin;
    const y = Math.floor(index / sheet.width) - margin;
    if (pixels[index]! < 200 && (x < 0 || y < 0 || x >= wide || y >= tall)) outside += 1;
  }
  return outside;
}
