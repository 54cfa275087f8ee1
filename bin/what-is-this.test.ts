import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { glossary } from "../lib/domain/glossary/terms.ts";

it("links of figures and settings lead to terms that the glossary has", () => {
  const terms = new Set(glossary.flatMap((group) => group.terms.map(({ term }) => term)));
  const named = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".tsx"))
      .flatMap((path) =>
        [...readFileSync(`${folder}/${path}`, "utf8").matchAll(/<WhatIsThis term="([^"]+)"/g)].map(([, term]) => term),
      ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((term) => term !== undefined && !terms.has(term))).toEqual([]);
});
