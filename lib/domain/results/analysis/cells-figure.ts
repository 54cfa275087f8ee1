import { escapeMarkup } from "../../format/escape.ts";
import { formatCoordinate } from "../../format/figures.ts";
import type { CellGrid } from "../../survey/live/prepare-cells.ts";
import { palettes } from "../figures/file-options.ts";
import { type AnalysisFigure, buildVegaSpecification, renderDrawing } from "./analysis-figure.ts";

const squareSize = 14;
const leftMargin = 140;
const headingHeight = 26;

/**
 * The number of answers in each cell of a running study: a block for each condition, a square for each item, darker
 * with more answers.
 */
export function cellsFigure({ blocks, target }: CellGrid): AnalysisFigure {
  const columns = Math.max(1, ...blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells.length)));
  const title = `Answers per cell (target: ${target.low} to ${target.high})`;
  const parts: string[] = [];
  let y = 20;
  for (const block of blocks) {
    parts.push(`<text x="0" y="${y}" font-weight="bold">${escapeMarkup(block.label)}</text>`);
    for (const [rowIndex, row] of block.rows.entries()) {
      const top = y + 8 + rowIndex * squareSize;
      parts.push(
        `<text x="${leftMargin - 8}" y="${top + 10}" text-anchor="end">${escapeMarkup(row.label.slice(0, 20))}</text>`,
      );
      for (const [column, { label, filled, share }] of row.cells.entries())
        parts.push(
          `<rect x="${leftMargin + column * squareSize}" y="${top}" width="${squareSize - 2}" height="${squareSize - 2}" stroke="#d0d0d0" fill="${palettes.screen.majority}" fill-opacity="${formatCoordinate(share, 3)}"><title>${escapeMarkup(label)}: ${filled}</title></rect>`,
        );
    }
    y += block.rows.length * squareSize + headingHeight;
  }
  return {
    name: "cells",
    svg: renderDrawing(leftMargin + columns * squareSize, y, title, null, parts),
    vegaLite: {
      ...buildVegaSpecification(
        blocks.flatMap((block) =>
          block.rows.flatMap((row, rowIndex) =>
            row.cells.map(({ label, filled, open, share }, column) => ({
              condition: block.label,
              row: row.label || String(rowIndex + 1),
              place: column + 1,
              item: label,
              filled,
              open,
              share,
            })),
          ),
        ),
      ),
      title,
      mark: { type: "rect", tooltip: true },
      encoding: {
        row: { field: "condition", type: "nominal", sort: null, title: null },
        y: { field: "row", type: "nominal", sort: null, title: null },
        x: { field: "place", type: "ordinal", title: "item of the row" },
        color: {
          field: "filled",
          type: "quantitative",
          title: "answers (counts)",
          scale: { domain: [0, target.high] },
        },
      },
    },
  };
}
