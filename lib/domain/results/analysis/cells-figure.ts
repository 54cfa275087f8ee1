import { escapeMarkup } from "../../format/escape.ts";
import { coordinate } from "../../format/figures.ts";
import type { CellGrid } from "../../survey/live/prepare-cells.ts";
import { palettes } from "../figures/file-options.ts";
import { type AnalysisFigure, drawing, specification } from "./analysis-figure.ts";

const side = 14;
const left = 140;
const heading = 26;

/**
 * The number of answers in each cell of a running study: a block for each condition, a square for each item, darker
 * with more answers.
 */
export function cellsFigure({ blocks, target }: CellGrid): AnalysisFigure {
  const columns = Math.max(1, ...blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells.length)));
  const title = `Answers in each cell, of ${target.low} to ${target.high}`;
  const parts: string[] = [];
  let y = 20;
  for (const block of blocks) {
    parts.push(`<text x="0" y="${y}" font-weight="bold">${escapeMarkup(block.label)}</text>`);
    for (const [place, row] of block.rows.entries()) {
      const top = y + 8 + place * side;
      parts.push(
        `<text x="${left - 8}" y="${top + 10}" text-anchor="end">${escapeMarkup(row.label.slice(0, 20))}</text>`,
      );
      for (const [column, { label, filled, share }] of row.cells.entries())
        parts.push(
          `<rect x="${left + column * side}" y="${top}" width="${side - 2}" height="${side - 2}" stroke="#d0d0d0" fill="${palettes.screen.majority}" fill-opacity="${coordinate(share, 3)}"><title>${escapeMarkup(label)}: ${filled}</title></rect>`,
        );
    }
    y += block.rows.length * side + heading;
  }
  return {
    name: "cells",
    svg: drawing(left + columns * side, y, title, null, parts),
    vegaLite: {
      ...specification(
        blocks.flatMap((block) =>
          block.rows.flatMap((row, place) =>
            row.cells.map(({ label, filled, open, share }, column) => ({
              condition: block.label,
              row: row.label || String(place + 1),
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
