import { describe, expect, it } from "vitest";
import published from "../fixtures/kste2025.json" with { type: "json" };
import { reproduceKste2025 } from "./kste-2025.ts";
import { unexplained } from "./published-check.ts";

const reproduction = reproduceKste2025(published);

describe("Yang et al. 2026", () => {
  it("has derived columns that follow from the others in every row but one", () => {
    expect(unexplained(reproduction)).toEqual([]);
    expect(reproduction.errors.map(({ where }) => where)).toEqual(["Table 2, Gemini-3-Pro fullCls"]);
  });

  it("agrees with the consistency that the published data were found to have", () => {
    const derived = reproduction.checks.filter(({ group }) => group.startsWith("Table 2"));
    expect(derived).toHaveLength(published.table2.length);
    derived.forEach(({ quantities }, row) => {
      const { fullClsConsistent, fullLocConsistent } = published.table2[row]!.checks;
      expect(quantities.map(({ agrees }) => agrees)).toEqual([fullClsConsistent, fullLocConsistent]);
    });
  });

  it("shows that a contradiction without a note would not pass", () => {
    const [first, ...others] = published.table2;
    const wrong = { ...first!, ikd: { ...first!.ikd, fullLoc: 0.5 } };
    expect(unexplained(reproduceKste2025({ ...published, table2: [wrong, ...others] }))).toHaveLength(1);
  });
});
