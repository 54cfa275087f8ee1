import { describe, expect, it } from "vitest";
import published from "../fixtures/street2024.json" with { type: "json" };
import { findUnexplained } from "./published-check.ts";
import { reproduceStreet2024 } from "./street-2024.ts";

const reproduction = reproduceStreet2024(published);
const quantities = reproduction.checks.flatMap(({ group, label, quantities: list }) =>
  list.map((quantity) => ({ ...quantity, group, label })),
);

describe("Street et al. 2024", () => {
  it("is reproduced: what differs is a named misprint", () => {
    expect(findUnexplained(reproduction)).toEqual([]);
    const misprints = quantities.filter(({ agrees }) => !agrees).map(({ misprint }) => misprint);
    expect(misprints.sort()).toEqual([
      "A61-SIGN",
      "A61-SIGN",
      "ANCHOR-HUM-Z",
      "PALM-ANCHOR",
      "T2-LAMDA-6",
      "T7-FLAN-MEAN",
      "T7-FLAN-Z",
      "T7-P-ROUND",
      "T7-P-ROUND",
    ]);
  });

  it("is recomputed in full: every test that the data mark, with every value that is printed", () => {
    const tests = published.tests.length + published.binomialTests.length + published.cochranQ.length;
    const groups = /binomial|Cochran|McNemar|Two proportions/;
    expect(reproduction.checks.filter(({ group }) => groups.test(group))).toHaveLength(tests);
    const statistics = quantities.filter(({ name }) => name === "chi-square");
    expect(statistics).toHaveLength(22);
    const sizes = [...published.tests, ...published.cochranQ].filter(({ printed }) => printed.N !== null);
    expect(quantities.filter(({ name }) => name === "N")).toHaveLength(sizes.length);
    const table2 = quantities.filter(({ group }) => group.startsWith("Table 2"));
    expect(table2).toHaveLength(published.table2.reduce((sum, { orders }) => sum + Object.keys(orders).length + 1, 0));
  });

  it("names only errors that the list explains", () => {
    const known = new Set(reproduction.errors.map(({ id }) => id));
    for (const { misprint } of quantities) if (misprint !== null) expect(known).toContain(misprint);
  });

  it("refuses the unpaired tests on the same statements and gives the range of the paired p beside them", () => {
    const refused = reproduction.checks.filter((check) => check.refused !== null);
    expect(refused.map(({ group }) => group.split(" ")[0])).toEqual([
      ...new Array(5).fill("4.4"),
      ...new Array(12).fill("A.6.1"),
    ]);
    for (const { beside } of refused) expect(beside).toContain("McNemar's mid-p");
  });

  it("puts Holm's correction beside the tests that the paper leaves uncorrected", () => {
    const humansAndFlan = reproduction.checks.find(({ label }) =>
      label.startsWith("Humans vs Flan-PaLM (only the first right: 31"),
    );
    expect(humansAndFlan?.beside).toContain("Holm over 12 printed tests p = 0.102");
  });
});
