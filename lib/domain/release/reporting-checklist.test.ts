import { describe, expect, it } from "vitest";
import { releaseDescriptionSchema } from "./release-description.ts";
import { type ChecklistFacts, reportingChecklist } from "./reporting-checklist.ts";
import { releaseFacts } from "./testing/release-facts.ts";

const dataset = {
  description: releaseDescriptionSchema.parse({
    title: "Street | baseline",
    summary: "Adults judge statements.",
    version: "1.0.0",
    published: "2026-11-23",
    authors: [{ given: "Ann", family: "Example" }],
    licence: "CC-BY-4.0",
    ethics: { institution: "University", number: "12/3", date: "2026-01-02" },
  }),
  facts: releaseFacts,
  tables: [],
};
const study: ChecklistFacts = {
  items: 7,
  itemsPerSession: 1,
  screening: ["Do you live in the UK?"],
  training: [],
  checks: ["Attention"],
  asksReasons: true,
  layout: "story-then-question",
  dwellSeconds: 20,
  questions: ["Age"],
  plan: null,
};
const rows = (text: string) =>
  new Map(
    text
      .split("\n")
      .filter((line) => /^\| \d/.test(line))
      .map((line) => {
        const [, number = "", , answer = ""] = line.split(/(?<!\\)\|/).map((part) => part.trim());
        return [number, answer];
      }),
  );

describe("the reporting checklist", () => {
  it("answers by item number what the data and the study's documents show", () => {
    const found = rows(reportingChecklist(dataset, study));
    expect(found.get("0.1")).toBe("Street \\| baseline");
    expect(found.get("1.1")).toBe("12 started, 10 completed");
    expect(found.get("1.9")).toBe("University, 12/3, 2026-01-02");
    expect(found.get("2.3.2")).toBe("1 session");
    expect(found.get("3.2.1")).toBe("Attention");
    expect(found.get("2.6")).toBe("no");
    expect(found.get("5.1.5")).toBe("10 of 12");
  });

  it("has every number of the checklist once, in order, and leaves to the authors what is not known", () => {
    const text = reportingChecklist(dataset, study);
    const numbers = [...rows(text).keys()];
    expect(numbers).toHaveLength(71);
    expect([...numbers].sort((one, other) => one.localeCompare(other, "en", { numeric: true }))).toEqual(numbers);
    expect(rows(text).get("2.4")).toBe("*authors*");
    expect(rows(text).get("4.1")).toBe("*authors*");
  });
});
