import { describe, expect, it } from "vitest";
import beliefCounts from "../beliefs/fixtures/published-counts.json" with { type: "json" };
import { reproduceEob2026 } from "../beliefs/published-eob.ts";
import { exploratory } from "../results/plan/result-status.ts";
import kste2025 from "../statistics/fixtures/kste2025.json" with { type: "json" };
import mindgames2023 from "../statistics/fixtures/mindgames2023.json" with { type: "json" };
import street2024 from "../statistics/fixtures/street2024.json" with { type: "json" };
import { reproduceKste2025 } from "../statistics/published/kste-2025.ts";
import { reproduceMindGames2023 } from "../statistics/published/mindgames-2023.ts";
import type { Reproduction } from "../statistics/published/published-check.ts";
import { reproduceStreet2024 } from "../statistics/published/street-2024.ts";
import type { ReplicatedAnswer, ReplicatedItem } from "./observation.ts";
import { getReplicatedPaper, replicate, replicatedPapers } from "./papers.ts";
import { createReport } from "./report.ts";
import { replicationFiles } from "./table-files.ts";

const nothing = { items: [], subjects: [], peopleStatus: exploratory };
const emptyReplication = (paper: string) => replicate(getReplicatedPaper(paper)!, nothing, []);

const reproductions: [string, Reproduction][] = [
  ["street2024", reproduceStreet2024(street2024)],
  ["mindgames2023", reproduceMindGames2023(mindgames2023)],
  ["eob2026", reproduceEob2026(beliefCounts)],
  ["kste2025", reproduceKste2025(kste2025)],
];

/** Values of which the papers release no data: the other benchmarks in Table 1 of Yang et al. */
const isOutside = (table: string, row: string) => table === "1" && !["IKD Classification", "KNP"].includes(row);

/** An item of `kste2025` with two sentences; the second one is its error, if it has one. */
function storyItem(id: string, hasError: boolean): ReplicatedItem {
  const gold = hasError ? { consistent: false, spans: [[4, 7]] } : { consistent: true, spans: [] };
  return {
    id,
    kind: "consistency",
    text: "",
    options: [],
    attributes: {},
    story: { id, title: "", genre: "", text: "Ana hid the key. Ben took it." },
    gold,
    rightKeys: [hasError ? "error" : "consistent"],
    cluster: id,
  };
}

function answerTo(item: string, key: string, own: Partial<ReplicatedAnswer>): ReplicatedAnswer {
  return { item, key, condition: {}, person: null, output: null, logprobs: null, spans: [], ...own };
}

describe("the tables of a replication", () => {
  it.each(reproductions)("%s has a row for every printed value that reproduce recomputes", (paper, { checks }) => {
    const { rows } = createReport(emptyReplication(paper));
    const printed = new Set(rows.flatMap((row) => (typeof row.printed === "number" ? [row.printed] : [])));
    const texts = new Set(rows.map((row) => String(row.printed)));
    const quantities = checks.flatMap((check) => check.quantities.map((one) => ({ ...one, label: check.label })));
    const lacking = quantities.filter(({ printed: text }) => {
      const number = Number(text.replace("−", "-"));
      const isNumber = Number.isFinite(number);
      return isNumber
        ? ![number, Math.round(number * 1e4) / 1e6].some((value) => printed.has(value))
        : !texts.has(text);
    });
    expect(lacking).toEqual([]);
  });

  it("kste2025 prints our best share of each column in bold, and explains the cells once below the table", () => {
    const item = (id: string) => ({
      id,
      kind: "two-choice",
      text: "What next?",
      options: ["a", "b"],
      attributes: {},
      story: { id, title: "", genre: "", text: "A story." },
      gold: 0,
      rightKeys: ["0"],
      cluster: id,
    });
    const answer = (one: string, key: string) => ({
      item: one,
      condition: { prompt: "knp" },
      key,
      person: null,
      output: null,
      logprobs: null,
      spans: [],
    });
    const observations = {
      peopleStatus: exploratory,
      items: [item("one"), item("two")],
      subjects: [
        { name: "GPT-4o", isPeople: false, answers: [answer("one", "0"), answer("two", "1")] },
        { name: "Claude-4.5-Opus", isPeople: false, answers: [answer("one", "0"), answer("two", "0")] },
      ],
    };
    const files = replicationFiles(replicate(getReplicatedPaper("kste2025")!, observations, []));
    const latex = files.find(({ name }) => name === "table-2.tex")!.content;
    // Wilson: 2 / (2 + 1.96²) = 0.34.
    expect(latex.match(/textbf\{[^}]*\}/g)).toEqual(["textbf{1.00 [0.34, 1.00] / 0.71}"]);
    expect(latex.match(/printed value after a slash/g)).toHaveLength(1);
    expect(latex.indexOf("printed value after a slash")).toBeGreaterThan(latex.indexOf("end{tabular}"));
    const markdown = files.find(({ name }) => name === "table-2.md")!.content;
    expect(markdown).toContain("printed value after a slash. Status: exploratory.");
  });

  it("street2024 names the sections of tests, and prints p values with three decimals", () => {
    const files = replicationFiles(emptyReplication("street2024"));
    const textOf = (file: string) => files.find(({ name }) => name === file)!.content;
    expect(textOf("table-4.1-orders.md")).toMatch(/^Section 4\.1 \(orders\)\. /);
    expect(textOf("table-4.1-orders.md")).toContain(
      "| GPT-4 order 3 vs 4 | – / 112 | – / 0.95 | – / 0.73 | – / 3.09 | – / 0.002 |",
    );
    expect(textOf("table-2.md")).toMatch(/^Table 2\. /);
  });

  it("mindgames2023 draws the models by size, as the paper", () => {
    const names = ["Pythia 12B", "Other", "Pythia 1.4B", "curie", "Pythia 70M", "ada"];
    const subjects = names.map((name) => ({ name, isPeople: false, answers: [] }));
    const { tables } = replicate(
      getReplicatedPaper("mindgames2023")!,
      { items: [], subjects, peopleStatus: exploratory },
      [],
    );
    const columnsOf = (figure: string) => tables.find(({ table }) => table === figure)?.columns.map(({ name }) => name);
    expect(columnsOf("figure-1")).toEqual(["Pythia 70M", "Pythia 1.4B", "Pythia 12B", "Other"]);
    expect(columnsOf("figure-2")).toEqual(["ada", "curie"]);
  });

  it("kste2025 gives people who find no error in an erroneous story a localisation of 0", () => {
    const items = [storyItem("one", true), storyItem("two", true)];
    const found = answerTo("one", "error", { person: "a", spans: [[4, 7]] });
    const missed = answerTo("two", "consistent", { person: "a" });
    const localisation = (answers: ReplicatedAnswer[]) => {
      const observations = {
        items,
        subjects: [{ name: "People", isPeople: true, answers }],
        peopleStatus: exploratory,
      };
      const { rows, missing } = createReport(replicate(getReplicatedPaper("kste2025")!, observations, []));
      expect(missing.filter(({ why }) => why.includes("quotes"))).toEqual([]);
      return rows.find(({ table, row, column }) => table === "2" && /human/i.test(row) && column === "negLoc");
    };
    expect(localisation([found, missed])).toMatchObject({ ours: 0.5, n: 2 });
    expect(localisation([missed])).toMatchObject({ ours: 0, n: 1 });
  });

  it("reports the reason of every value that is neither computed nor missing", () => {
    const items = [storyItem("one", true)];
    // The paper has no such model; its reply states no error, so that it has no localisation.
    const silent = answerTo("one", "error", { output: "Conclusion: Yes" });
    const subjects = [{ name: "Our model", isPeople: false, answers: [silent] }];
    const replication = replicate(getReplicatedPaper("kste2025")!, { items, subjects, peopleStatus: exploratory }, []);
    const { rows, missing } = createReport(replication);
    const own = rows.find(({ table, row, column }) => table === "2" && row === "Our model" && column === "negLoc");
    expect(own).toMatchObject({ printed: null, ours: null, why: "no reply quotes words as its logical error" });
    expect(missing.filter(({ what }) => what.includes("Table 2, Our model"))).toEqual([]);
    const outside = rows.filter(({ table, row }) => isOutside(table, row));
    expect(outside.length).toBeGreaterThan(0);
    for (const row of outside)
      expect(row).toMatchObject({ ours: null, why: expect.stringContaining("another benchmark") });
    for (const { ours, why } of rows) expect(why === undefined).toBe(ours !== null);
    const text = replicationFiles(replication).find(({ name }) => name === "replication.md")!.content;
    // Report files name columns by their keys; texts for readers use the headings.
    expect(text).toContain("Table 2, Qwen3-8B: IKD Pos Cls, IKD Neg Cls");
    expect(missing.some(({ what }) => what.startsWith("Table 2, Qwen3-8B: posCls, negCls"))).toBe(true);
    const explained = text.slice(text.indexOf("## Intentionally not computed"));
    for (const part of ["Table 1, FANTOM", "Table 2, Our model: IKD Neg Loc"]) expect(explained).toContain(part);
  });

  it.each(replicatedPapers.map(({ id }) => id))("%s lists every printed value without ours as missing", (paper) => {
    const { rows, missing } = createReport(emptyReplication(paper));
    expect(rows.length).toBeGreaterThan(0);
    for (const { table, row, column, ours, printed } of rows) {
      expect({ row, ours: ours === null || printed !== null }).toEqual({ row, ours: true });
      if (ours === null && !isOutside(table, row))
        expect(
          missing.some(({ what }) => what.includes(row) && what.includes(column)),
          `${row} ${column}`,
        ).toBe(true);
    }
    const names = replicationFiles(emptyReplication(paper)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
