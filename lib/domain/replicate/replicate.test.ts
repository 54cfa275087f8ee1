import { describe, expect, it } from "vitest";
import beliefCounts from "../beliefs/fixtures/published-counts.json" with { type: "json" };
import { reproduceEob2026 } from "../beliefs/published-eob.ts";
import kste2025 from "../statistics/fixtures/kste2025.json" with { type: "json" };
import mindgames2023 from "../statistics/fixtures/mindgames2023.json" with { type: "json" };
import street2024 from "../statistics/fixtures/street2024.json" with { type: "json" };
import { reproduceKste2025 } from "../statistics/published/kste-2025.ts";
import { reproduceMindGames2023 } from "../statistics/published/mindgames-2023.ts";
import type { Reproduction } from "../statistics/published/published-check.ts";
import { reproduceStreet2024 } from "../statistics/published/street-2024.ts";
import { getReplicatedPaper, replicate, replicatedPapers } from "./papers.ts";
import { reportOf } from "./report.ts";
import { replicationFiles } from "./table-files.ts";

const nothing = { items: [], subjects: [] };
const emptyReplication = (paper: string) => replicate(getReplicatedPaper(paper)!, nothing, []);

const reproductions: [string, Reproduction][] = [
  ["street2024", reproduceStreet2024(street2024)],
  ["mindgames2023", reproduceMindGames2023(mindgames2023)],
  ["eob2026", reproduceEob2026(beliefCounts)],
  ["kste2025", reproduceKste2025(kste2025)],
];

describe("the tables of a replication", () => {
  it.each(reproductions)("%s has a row for every printed value that reproduce recomputes", (paper, { checks }) => {
    const { rows } = reportOf(emptyReplication(paper));
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

  it("mindgames2023 draws the models by size, as the paper", () => {
    const names = ["Pythia 12B", "Other", "Pythia 1.4B", "curie", "Pythia 70M", "ada"];
    const subjects = names.map((name) => ({ name, isPeople: false, answers: [] }));
    const { tables } = replicate(getReplicatedPaper("mindgames2023")!, { items: [], subjects }, []);
    const columnsOf = (figure: string) => tables.find(({ table }) => table === figure)?.columns.map(({ name }) => name);
    expect(columnsOf("figure-1")).toEqual(["Pythia 70M", "Pythia 1.4B", "Pythia 12B", "Other"]);
    expect(columnsOf("figure-2")).toEqual(["ada", "curie"]);
  });

  it.each(replicatedPapers.map(({ id }) => id))("%s lists every printed value without ours as missing", (paper) => {
    const { rows, missing } = reportOf(emptyReplication(paper));
    expect(rows.length).toBeGreaterThan(0);
    for (const { row, column, ours, printed } of rows) {
      expect({ row, ours: ours === null || printed !== null }).toEqual({ row, ours: true });
      if (ours === null)
        expect(
          missing.some(({ what }) => what.includes(row) && what.includes(column)),
          `${row} ${column}`,
        ).toBe(true);
    }
    const names = replicationFiles(emptyReplication(paper)).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
