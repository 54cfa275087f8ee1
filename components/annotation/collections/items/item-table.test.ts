import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TickAll } from "@/components/ui/forms/tick-all.tsx";
import { CollectionItemTable } from "./item-table.tsx";

it("has one box in its head that ticks all of the page and takes all ticks away", () => {
  const table = createElement(CollectionItemTable, {
    items: [],
    hrefOf: () => "#",
    hasStories: true,
    sort: "order",
    isDown: false,
    hrefSorted: () => "#",
  });
  expect(renderToStaticMarkup(table)).toMatch(/<thead>.*<input type="checkbox" aria-label="Select all on this page"/u);
  const boxes = [{ checked: false }, { checked: true }];
  const inTable = { querySelectorAll: (which: string) => (which === 'input[name="items"]' ? boxes : []) };
  const { onChange } = TickAll({ name: "items", label: "All" }).props;
  for (const checked of [true, false]) {
    onChange({ target: { checked, closest: () => inTable } });
    expect(boxes).toEqual([{ checked }, { checked }]);
  }
});
