import { createElement } from "react";
import { expect, it } from "vitest";
import { drawnMarkup } from "@/components/testing/drawn-markup.ts";
import { DocumentText } from "./document-text.tsx";

it("gives each table of a section its own name", async () => {
  const table = (cell: string) => `| a | b |\n| --- | --- |\n| ${cell} | 1 |\n`;
  const text = `${table("first")}\nThen:\n\n${table("second")}`;
  const markup = await drawnMarkup(createElement(DocumentText, { text, document: "statistics", caption: "Tests" }));
  expect([...markup.matchAll(/aria-label="([^"]+)"/gu)].map(([, name]) => name)).toEqual(["Tests", "Tests, table 2"]);
});
