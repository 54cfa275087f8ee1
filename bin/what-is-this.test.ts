import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { glossary } from "../lib/domain/glossary/terms.ts";
import { helpDocuments, splitDocument } from "../lib/domain/help/help-document.ts";

function listUses(pattern: RegExp): string[] {
  return ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".tsx"))
      .flatMap((path) => [...readFileSync(`${folder}/${path}`, "utf8").matchAll(pattern)].map(([, found]) => found!)),
  );
}

it("links of figures and settings to documents lead to sections that are there", () => {
  const sections = helpDocuments.flatMap((name) =>
    splitDocument(name, readFileSync(`docs/${name}.md`, "utf8")).sections.map(({ id }) => `${name}#${id}`),
  );
  const linked = listUses(/<WhatIsThis term="[^"]+" document="([^"]+)"/g);
  expect(linked.length).toBeGreaterThan(3);
  expect(linked.filter((section) => !sections.includes(section))).toEqual([]);
});

it("links of figures and settings lead to terms that the glossary has", () => {
  const terms = new Set(glossary.flatMap((group) => group.terms.map(({ term }) => term)));
  const named = listUses(/<WhatIsThis term="([^"]+)"(?: isInForm)? \/>/g);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((term) => !terms.has(term))).toEqual([]);
});
