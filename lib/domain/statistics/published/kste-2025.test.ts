import { describe, expect, it } from "vitest";
import published from "../fixtures/kste2025.json" with { type: "json" };
import { reproduceKste2025 } from "./kste-2025.ts";
import { findUnexplained } from "./published-check.ts";

const reproduction = reproduceKste2025(published);

describe("Yang et al. 2026", () => {
  it("has derived columns that follow from the others in every row but three", () => {
    expect(findUnexplained(reproduction)).toEqual([]);
    expect(reproduction.errors.map(({ where }) => where)).toEqual([
      "Table 2, LLaMA3.3-70B fullLoc",
      "Table 2, DeepSeek-V3.2 fullCls",
      "Table 2, Gemini-3-Pro fullCls",
    ]);
  });

  it("says between which values a contradicted mean must lie", () => {
    const deepSeek = reproduction.errors.find(({ id }) => id === "T2-DEEPSEEK-V3.2-FULLCLS");
    expect(deepSeek).toMatchObject({ printed: "0.58", correct: "between 0.5860 and 0.5940" });
    const llama = reproduction.errors.find(({ id }) => id === "T2-LLAMA3.3-70B-FULLLOC");
    expect(llama).toMatchObject({ printed: "0.37", correct: "between 0.3755 and 0.3845" });
  });

  it("takes no contradiction for granted: a changed column is an error of its own", () => {
    const [first, ...others] = published.table2;
    const wrong = { ...first!, ikd: { ...first!.ikd, fullLoc: 0.5 } };
    expect(reproduceKste2025({ ...published, table2: [wrong, ...others] }).errors).toHaveLength(4);
  });
});
