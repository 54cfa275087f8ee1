import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyProblem } from "../testing/arbitrary-problems.ts";
import { releasedRows } from "../testing/fixture-rows.ts";
import { formatProblem } from "./formula-text.ts";
import { fixedObservations } from "./problem.ts";
import { parseNames, readPastedEnglish, readPastedFormula, toProblemQuery } from "./read-pasted.ts";

describe("a pasted problem", () => {
  it("comes back from its address, whatever it is", () => {
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const { premise, hypothesis, names } = toProblemQuery(problem);
        expect(readPastedEnglish(premise, hypothesis, parseNames(names))).toEqual({ ok: true, problem });
      }),
      { numRuns: 200 },
    );
  });

  it("may be broken into lines and leave the names out", () => {
    for (const { premise, hypothesis } of releasedRows.slice(0, 50)) {
      const broken = premise.replaceAll(". ", ".\n  ");
      expect(readPastedEnglish(broken, ` ${hypothesis}\n`).ok).toBe(true);
    }
  });

  it("as a formula finds its persons and its setup", () => {
    for (const row of releasedRows.filter(({ setup }) => setup !== "explicit")) {
      const read = readPastedFormula(row.smcdel_problem);
      if (!read.ok) throw new Error(read.reason);
      const { problem } = read;
      expect(problem.setup).toBe(row.setup);
      expect(problem.names).toHaveLength(row.names.length);
      expect(problem.sees).toEqual(fixedObservations(problem.setup, problem.names.length));
      expect(formatProblem(problem)).toBe(row.smcdel_problem);
    }
  });

  it("as a formula keeps the names and the setup that it is given", () => {
    const text = "VARS 1,2 LAW Top OBS Agenta:2 Agentb:1 VALID? [ ! (1|2) ] (Agenta knows whether 2)";
    const read = readPastedFormula(text, ["Zoe", "Yan"], "explicit");
    expect(read).toMatchObject({ ok: true, problem: { names: ["Zoe", "Yan"], setup: "explicit" } });
  });

  it("says what is wrong with a text that is no problem", () => {
    expect(readPastedFormula("VARS 1,2 LAW Top OBS Agenta:2 Agentb:1 VALID? 1 &")).toEqual({
      ok: false,
      reason: expect.stringContaining("parse error at line"),
    });
    expect(readPastedEnglish("It rains.", "Ann is thirsty.")).toMatchObject({ ok: false });
  });

  it("has its names between commas", () => {
    expect(parseNames(" Ann, Bob ,,Eve")).toEqual(["Ann", "Bob", "Eve"]);
  });
});
