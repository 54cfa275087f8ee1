import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PaperCell } from "@/lib/domain/replicate/paper-table.ts";
import { exploratory } from "@/lib/domain/results/plan/result-status.ts";
import { ReplicationTables } from "./replication-tables.tsx";

const cell = (ours: number, interval: PaperCell["interval"]): PaperCell => ({
  ours,
  n: 12,
  interval,
  why: null,
  printed: null,
});

it("shows each value with its interval, or that it has none, and its n", () => {
  const table = {
    table: "2",
    title: "IKD and KNP",
    head: "Model",
    columns: ["posCls", "negCls"].map((name) => ({ name, label: name })),
    rows: [{ row: "Owl", hasPeople: false, cells: [cell(0.42, [0.19, 0.68]), cell(0.5, null)] }],
    unit: "share" as const,
    figure: null,
  };
  const html = renderToStaticMarkup(
    createElement("div", null, ReplicationTables({ tables: [table], people: exploratory, files: null })),
  );
  expect(html).toContain("0.19 to 0.68, n = 12");
  expect(html).toContain("no interval, n = 12");
});

it("draws a figure only if it has a value", () => {
  const draw = (value: PaperCell) => {
    const table = {
      ...{ table: "figure-3", title: "Accuracy", head: "Model", unit: "share" as const },
      columns: [{ name: "kids", label: "Kids" }],
      rows: [{ row: "Owl", hasPeople: false, cells: [value] }],
      figure: { columns: ["kids"], across: "genre", up: "accuracy" },
    };
    return renderToStaticMarkup(
      createElement("div", null, ReplicationTables({ tables: [table], people: exploratory, files: "/files" })),
    );
  };
  expect(draw(cell(0.42, null))).toContain("figure-3.svg");
  expect(draw({ ...cell(0, null), ours: null, printed: 0.5 })).not.toContain("figure-3.svg");
});

it("states the status of each row: that of people’s data, or exploratory", () => {
  const rows = [
    { row: "Owl", hasPeople: false, cells: [cell(0.42, null)] },
    { row: "Human", hasPeople: true, cells: [cell(0.9, [0.8, 0.95])] },
  ];
  const columns = [{ name: "knp", label: "KNP" }];
  const table = { table: "2", title: "KNP", head: "Model", columns, rows, unit: "share" as const, figure: null };
  const html = renderToStaticMarkup(
    createElement("div", null, ReplicationTables({ tables: [table], people: { kind: "interim" }, files: null })),
  );
  expect(html).toMatch(/Owl.*>exploratory<.*Human.*>interim, data not locked</s);
});
