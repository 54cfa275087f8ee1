import { createElement } from "react";
import { expect, it } from "vitest";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { mark, shownView, textCell, type View } from "@/lib/domain/results/views/view.ts";
import { ViewTables } from "./view-tables.tsx";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const found = { value: 0.5, low: 0.4, high: 0.6, n: 9 };
const view: View = shownView(
  { id: "long", title: "Long", lead: "" },
  {
    figures: [
      ...numbers(14).map((number) => ({
        name: `figure-${number}`,
        title: `Figure ${number}`,
        unit: "share" as const,
        marks: (number === 1 ? numbers(130) : [1]).map((row) => mark(`row ${row}.`, "model" as const, found)),
        lines: [],
      })),
    ],
    tables: [
      { name: "rows", caption: "Rows", columns: ["What"], rows: numbers(41).map((row) => [textCell(`line ${row}.`)]) },
    ],
  },
);

async function shown(page: number) {
  const markup = await drawnMarkup(
    createElement(ViewTables, {
      view,
      status: null,
      page,
      fileHref: (file) => `/${file}`,
      pageHref: (number) => `?page=${number}`,
    }),
  );
  return {
    figures: markup.match(/data-drawn-as="[^"]+"/gu)?.length,
    rows: new Set(markup.match(/row \d+\./gu)).size,
    lines: markup.match(/line \d+\./gu)?.length,
    hasNext: markup.includes(`?page=${page + 1}`),
  };
}

it("draws so much of a long view as a page can carry, and the way to the rest", async () => {
  expect(await shown(1)).toEqual({ figures: 12, rows: 40, lines: 40, hasNext: true });
  expect(await shown(2)).toEqual({ figures: 2, rows: 1, lines: 1, hasNext: false });
  expect(await shown(3)).toEqual(await shown(2));
});
