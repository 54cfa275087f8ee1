import { expect, it } from "vitest";
import { drawVega } from "../testing/draw-vega.ts";
import { figureSpecification } from "./figure-specification.ts";
import { figureSvg } from "./figure-svg.ts";
import type { ViewFigure } from "./view.ts";

const orders = ["2", "3", "4", "5", "6"];
const line = (series: string, side: "majority" | "model", from: number): ViewFigure["marks"] =>
  orders.map((row, index) => {
    const value = from - index * 0.05;
    return { row, side, series, value, low: value - 0.04, high: value + 0.04, n: 28 };
  });
const figure: ViewFigure = {
  name: "accuracy-1",
  title: "Theory of mind",
  unit: "share",
  across: "Order (the reader counts as order 1)",
  marks: [
    ...line("People’s majority", "majority", 0.95),
    ...line("Model A", "model", 0.9),
    ...line("Model B", "model", 0.7),
  ],
  lines: [{ label: "chance", value: 0.5 }],
};

it("draws one line for each subject over the orders, lines of one colour with different patterns", () => {
  const drawn = figureSvg(figure, null);
  const lines = [...drawn.matchAll(/<polyline points="([^"]+)"[^>]*stroke="([^"]+)"[^>]*stroke-dasharray="([^"]*)"/g)];
  expect(lines.map(([, points]) => points!.split(" ").length)).toEqual([5, 5, 5]);
  expect(new Set(lines.map(([, , ink, dash]) => `${ink} ${dash}`)).size).toBe(3);
  for (const text of ["People’s majority", "Model A", "Model B", figure.across!]) expect(drawn).toContain(`>${text}<`);
});

it("leaves out a value that is missing, and keeps the line of the others", () => {
  const marks = figure.marks.map((mark) => (mark.row === "4" ? { ...mark, value: null, low: null, high: null } : mark));
  expect(figureSvg({ ...figure, marks }, null)).not.toContain("NaN");
});

it("is drawn from its Vega-Lite specification", async () => {
  const { svg, complaints } = await drawVega(figureSpecification(figure, { kind: "exploratory" }));
  expect(complaints).toEqual([]);
  expect(svg).toContain("Order (the reader counts as order 1)");
  expect(svg).toContain("Model B");
});
