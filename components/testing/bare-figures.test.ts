import { type ComponentProps, createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Stat } from "../ui/stat.tsx";
import { Table, Td, Th } from "../ui/table.tsx";
import { bareFigures } from "./bare-figures.ts";
import { figureTree } from "./figure-tree.ts";

const found = (element: ReactElement) => bareFigures(figureTree(renderToStaticMarkup(element)));
const say = (text: string) => found(createElement("p", null, text));
const row = (heads: string[], cells: string[], caption = "What was counted") =>
  found(
    createElement(
      Table,
      { caption } as ComponentProps<typeof Table>,
      createElement("thead", null, createElement("tr", null, ...heads.map((head) => createElement(Th, null, head)))),
      createElement("tbody", null, createElement("tr", null, ...cells.map((cell) => createElement(Td, null, cell)))),
    ),
  );

describe("a number of a page", () => {
  it("needs how many it rests on, and its interval or why there is none", () => {
    expect(say("92.9%")).toHaveLength(1);
    expect(say("92.9%, n = 28")).toHaveLength(1);
    expect(say("92.9% (87.2 to 96.4)")).toHaveLength(1);
    expect(say("92.9% (87.2 to 96.4), 26 of 28 cells")).toEqual([]);
    expect(say("92.9% of 28 cells, no interval below five stories")).toEqual([]);
    expect(say("\u22122.0 points")).toHaveLength(1);
  });

  it("that estimates nothing needs neither", () => {
    expect(say("It took 3.4 s and 1.2 MB, p = 0.034, for $0.02; limits 87.2 to 96.4.")).toEqual([]);
    expect(say("26 of 28 cells")).toEqual([]);
    expect(say("small at http://127.0.0.1:41907/v1, holm, 0.05, with a fee of 25.0% (section 5.2)")).toEqual([]);
  });

  it("is read with its row, its caption and the head of its column", () => {
    expect(row(["Right", "n"], ["92.9% (87.2 to 96.4)", "28"])).toEqual([]);
    expect(row(["Right", "Holm"], ["92.9% (87.2 to 96.4)", "0.034"])).toHaveLength(1);
    expect(row(["Right", "n"], ["50.0% (6.1 to 93.9)", "3 3 ties"])).toEqual([]);
    expect(row(["Right", "n", "p"], ["92.9%", "28", "0.034"], "Exact, without a sampling interval")).toEqual([]);
  });

  it("is read with what stands below it", () => {
    const stat = { label: "Right", value: "92.9", unit: "%" };
    expect(found(createElement(Stat, stat))).toHaveLength(1);
    expect(found(createElement(Stat, { ...stat, n: "26 of 28", interval: "87.2 to 96.4" }))).toEqual([]);
    expect(found(createElement(Stat, { ...stat, n: "26 of 28", note: "No interval: one story." }))).toEqual([]);
  });
});
