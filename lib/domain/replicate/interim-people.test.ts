import { describe, expect, it } from "vitest";
import { exploratory, type ResultStatus } from "../results/plan/result-status.ts";
import type { Observations, ReplicatedAnswer, ReplicatedItem } from "./observation.ts";
import { getReplicatedPaper, replicate } from "./papers.ts";
import { createReport } from "./report.ts";
import { replicationFiles } from "./table-files.ts";

const interim: ResultStatus = { kind: "interim" };

const items = ["tom", "factual"].flatMap((type) =>
  Array.from({ length: 12 }, (_, index): ReplicatedItem => {
    const gold = index % 2 === 0;
    return {
      id: `${type}${index}`,
      kind: "true-false",
      text: "",
      options: [],
      attributes: { type, order: 2 + (index % 5), level: 2 + (index % 5) },
      story: { id: `s${index}`, title: "", genre: "", text: "A story." },
      gold,
      rightKeys: [String(gold)],
      cluster: `s${index}`,
    };
  }),
);

/** One answer in `every` is wrong; under both arms and orders of the words. */
function answersOf(person: string | null, every: number): ReplicatedAnswer[] {
  return items.flatMap(({ id, gold }, index) =>
    ["true-false", "false-true"].flatMap((questionOrder) =>
      ["no-story", "story"].map((story) => ({
        item: id,
        condition: { story, questionOrder },
        key: String(index % every === 0 ? !gold : gold),
        person,
        output: null,
        logprobs: null,
        spans: [],
      })),
    ),
  );
}

const observationsUnder = (peopleStatus: ResultStatus): Observations => ({
  items,
  subjects: [
    { name: "PaLM", isPeople: false, answers: answersOf(null, 2) },
    { name: "Flan-PaLM", isPeople: false, answers: answersOf(null, 4) },
    { name: "People", isPeople: true, answers: answersOf("a", 3) },
  ],
  peopleStatus,
});

const street = (status: ResultStatus) => replicate(getReplicatedPaper("street2024")!, observationsUnder(status), []);

const testColumns = ["p", "Z", "Q", "df", "chi-square"];
const isTest = ({ column, table }: { column: string; table: string }) => testColumns.includes(column) && table !== "2";

describe("people of an unfinished study in a replication", () => {
  const report = createReport(street(interim));
  const ofPeople = report.rows.filter(({ row, ours }) => /Humans/.test(row) && ours !== null);

  it("have estimates with intervals, marked interim in every row, and no test", () => {
    expect(ofPeople.length).toBeGreaterThan(10);
    expect(new Set(ofPeople.map(({ status }) => status))).toEqual(new Set(["interim, data not locked"]));
    expect(ofPeople.filter(isTest)).toEqual([]);
    expect(ofPeople.some(({ interval }) => interval !== null)).toBe(true);
    const withheld = report.rows.filter(
      (row) => isTest(row) && /Humans/.test(row.row) && row.why?.startsWith("Interim"),
    );
    expect(new Set(withheld.map(({ table }) => table))).toEqual(
      new Set(["7", "4.1-mcnemar", "4.1-mcnemar-order-5", "4.2-mcnemar", "4.1-orders", "4.3", "4.4", "A.6.1"]),
    );
    // Tests between models use no answers of people.
    const models = report.rows.filter((row) => isTest(row) && !/Humans/.test(row.row) && row.ours !== null);
    expect(models.length).toBeGreaterThan(3);
    expect(new Set(models.map(({ status }) => status))).toEqual(new Set(["exploratory"]));
    expect(report.missing).toContainEqual({ what: "Table 7, Humans: Z, p", why: expect.stringMatching(/^Interim/) });
  });

  it("are marked in every file", () => {
    const files = new Map(replicationFiles(street(interim)).map(({ name, content }) => [name, content]));
    const lineOf = (name: string, start: string) =>
      files
        .get(name)!
        .split(/\r?\n/)
        .find((line) => line.startsWith(start))!;
    expect(lineOf("table-4.3.csv", "Test")).toMatch(/,p printed,p ours,p low,p high,p n,status$/);
    expect(lineOf("table-4.3.csv", "Humans")).toMatch(/,[^,]+,,,,0,"interim, data not locked"$/);
    expect(lineOf("table-4.3.csv", "Flan-PaLM")).toMatch(/,[^,]+,[^,]+,,,96,exploratory$/);
    expect(lineOf("table-2.md", "| Humans")).toContain("| interim, data not locked |");
    expect(files.get("table-2.md")).toMatch(/Status of each row: .*interim, data not locked/);
    expect(files.get("table-2.tex")).toMatch(/Status of each row: .*interim, data not locked/);
    const latex = files.get("table-2.tex")!;
    expect(latex).not.toContain("& status");
    expect(latex).toMatch(/^ *Humans \(interim, data not locked\) & /mu);
    expect(files.get("table-7.tex")).toMatch(/textbf/u);
    expect(files.get("replication.md")).toContain("Status: interim, data not locked.");
    const drawing = files.get("figure-1.svg")!;
    expect(drawing).toContain("Humans (interim, data not locked)");
    expect(drawing).toContain("PaLM (exploratory)");
    expect(drawing).toContain("Status of each row: ");
  });

  it("are exploratory and tested when the data are locked, never confirmatory", () => {
    const { rows } = createReport(street(exploratory));
    const tests = rows.filter((row) => isTest(row) && /Humans/.test(row.row) && row.ours !== null);
    expect(tests.length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["exploratory"]));
  });
});
