import { describe, expect, it } from "vitest";
import { hasTests } from "../plan/test-status.ts";
import { cellViewTitles } from "../views/cell-views.ts";
import { viewTitles } from "../views/study-views.ts";
import { comparisonIndex } from "./comparison-index.ts";

describe("the list of comparisons", () => {
  it("leads to views that are there, and leaves out no view that tests", () => {
    const known = {
      tables: cellViewTitles.map(({ id }): string => id),
      analyses: viewTitles.map(({ id }): string => id),
    };
    for (const { page, place } of comparisonIndex) if (page !== "results") expect(known[page]).toContain(place);
    const listed = comparisonIndex.map(({ place }) => place);
    for (const { id } of cellViewTitles) if (hasTests(id)) expect(listed).toContain(id);
  });
});
