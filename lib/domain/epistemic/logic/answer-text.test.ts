import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFormula } from "../testing/arbitrary-formulas.ts";
import { answerText, type TextAnswers } from "./answer-text.ts";
import { formatFormula } from "./format-formula.ts";
import { parseSmcdel } from "./parse-input.ts";

interface Case {
  id: string;
  description: string;
  smcdel: string;
  expected: unknown;
}

const cases = readFileSync(new URL("../fixtures/smcdel-cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Case => JSON.parse(line));

describe("answers to SMCDEL texts", () => {
  it.each(cases)("are as expected for $id: $description", ({ smcdel, expected }) => {
    expect(summary(answerText(smcdel))).toEqual(expected);
  });

  it("cover 57 cases", () => expect(cases).toHaveLength(57));

  it("find that dining cryptographers stay anonymous, up to five of them and 16 atoms", () => {
    for (const count of [3, 4, 5]) {
      const answers = answerText(diningCryptographers(count));
      expect(summary(answers)).toMatchObject({ jobs: [{ result: true }, { result: true }] });
    }
  });

  it("say where the checker stops", () => {
    const atoms = Array.from({ length: 25 }, (_, index) => index + 1).join();
    expect(answerText(`VARS ${atoms} LAW Top OBS a: 1`)).toEqual({
      status: "limit_error",
      messages: ["This text has 25 atoms; the checker supports at most 24 atoms."],
    });
    const most = Array.from({ length: 24 }, (_, index) => index + 1).join();
    expect(answerText(`VARS ${most} LAW Top OBS a: 1 VALID? [a ! 1] 1`)).toMatchObject({ status: "limit_error" });
    const deep = `${"(".repeat(5000)}1${")".repeat(5000)}`;
    expect(answerText(`VARS 1 LAW Top OBS a: 1 VALID? ${deep}`)).toMatchObject({ status: "limit_error" });
    const chain = Array.from({ length: 5000 }, () => "1").join(" -> ");
    expect(answerText(`VARS 1 LAW Top OBS a: 1 VALID? ${chain}`)).toMatchObject({ status: "limit_error" });
  });

  it("take long and deep formulas up to that limit", () => {
    const long = Array.from({ length: 20_000 }, () => "1").join(" & ");
    const deep = `${"~".repeat(990)}1`;
    const parentheses = `${"(".repeat(450)}1${")".repeat(450)}`;
    const text = `VARS 1 LAW Top OBS a: 1 WHERE? ${long} WHERE? ${deep} WHERE? ${parentheses}`;
    expect(summary(answerText(text))).toMatchObject({
      jobs: [{ result: [[1]] }, { result: [[1]] }, { result: [[1]] }],
    });
  });
});

describe("the words of SMCDEL's text", () => {
  const head = "VARS 1,2,3 LAW Top OBS a: 1 b: 2 c: 3\n";
  const where = (formula: string) => summary(answerText(`${head}WHERE? ${formula}`));
  const place = (text: string) => {
    const { line, column, status } = summary(answerText(text)) as { line: number; column: number; status: string };
    return `${status} ${line},${column}`;
  };

  it.each([
    ["a knows whether (1 & 2, 3) | 1", "AND (a knows whether (1 & 2), a knows whether 3) | 1"],
    ["a knows whether (b, c comknow that 2) & 1", "(a knows whether ((b,c) comknow that 2)) & 1"],
    ["a knows whether (b,c) comknow that 2 & 1", "(a knows whether ((b,c) comknow that 2)) & 1"],
    [
      "a knows whether (b, c comknow that 2 | 1, 3)",
      "AND (a knows whether (((b,c) comknow that 2) | 1), a knows whether 3)",
    ],
    ["(a, b comknow that 1 & 2)", "((a,b) comknow that 1) & 2"],
    ["AND (1, a, b distknow that 2, 3)", "AND (1, (a,b) distknow that 2, 3)"],
    ["~ K a 1 | 2", "~ (K a (1 | 2))"],
    ["1 & Exists 2 2 -> 3", "1 & (Exists 2 (2 -> 3))"],
    ["a knows that K b 2 & 1 -> 3", "a knows that (K b ((2 & 1) -> 3))"],
    ["[ ! 1 ] < ?! 2 > ~ 1 | 2", "([ ! 1 ] (< ?! 2 > (~ 1))) | 2"],
    ["ForAll 1,2 3", "Forall 1,2 3"],
    ["1->2--3\n&3", "(1 -> (2 & 3))"],
    ["a comknow that 1 & 2", "((a) comknow that 1) & 2"],
    ["007 | 2", "7 | 2"],
  ])("read %s as %s", (short, long) => {
    const vars = "VARS 1,2,3,7 LAW Top OBS a: 1 b: 2 c: 3 WHERE? ";
    expect(summary(answerText(vars + short))).toEqual(summary(answerText(vars + long)));
    expect(summary(answerText(vars + short))).toMatchObject({ status: "ok" });
  });

  it("allow names that begin with keywords or are verbs", () => {
    const text = "VARS 1 LAW Top OBS Kate: 1 knows: 1 iffy: 1 TRUE: 1 VALID? knows knows that 1 | Kate knows whether 1";
    expect(summary(answerText(text))).toMatchObject({ status: "ok", jobs: [{ result: true }] });
  });

  it("want exactly one space inside a verb", () => {
    expect(where("a knows  that 1")).toEqual({ status: "parse_error", line: 2, column: 10 });
    expect(where("a knows\nthat 1")).toEqual({ status: "parse_error", line: 2, column: 10 });
    expect(where("a knows thatb comknow that 1")).toEqual(where("a knows that (b comknow that 1)"));
  });

  it("report the first place that cannot be read on, in characters and with tab stops", () => {
    expect(place(`${head}WHERE? (a, 1)`)).toBe("parse_error 2,12");
    expect(place(`${head}WHERE? (a) & 1`)).toBe("parse_error 2,12");
    expect(place(`${head}WHERE? a, b knows that 1`)).toBe("parse_error 2,13");
    expect(place(`${head}WHERE? AND ()`)).toBe("parse_error 2,13");
    expect(place(`${head}WHERE? [ a 1 ] 2`)).toBe("parse_error 2,12");
    expect(place(`${head}WHERE? ¬1 ∧ 2 £`)).toBe("lex_error 2,15");
    expect(place(`${head}\tWHERE? %`)).toBe("lex_error 2,16");
    expect(place(`${head}WHERE? 1 - 2`)).toBe("lex_error 2,10");
    expect(place(`${head}WHERE? ) #`)).toBe("lex_error 2,10");
    expect(place(`${head}WHERE? a_b knows that 1`)).toBe("lex_error 2,9");
    expect(place("VARS 1 LAW Top OBS K: 1")).toBe("parse_error 1,20");
    expect(place(`${head}TRUE? 1 1`)).toBe("parse_error 2,7");
    expect(place(`${head}WHERE? 99999999999999999999`)).toBe("lex_error 2,8");
  });

  it("answer TRUE? even where the law forbids the state", () => {
    const text = "VARS 1,2 LAW 1 OBS a: 1 TRUE? {2, 2} a knows that Bot TRUE? {} 1";
    expect(summary(answerText(text))).toMatchObject({
      initial_states: 2,
      jobs: [
        { state: [2], result: true },
        { state: [], result: false },
      ],
    });
  });

  it("refuse a law that speaks of knowledge", () => {
    expect(summary(answerText("VARS 1 LAW a knows that 1 OBS a: 1"))).toEqual({
      status: "sanity_error",
      messages: ["LAW is not a Boolean formula!"],
    });
  });

  it("are written so that they read the same again", () => {
    fc.assert(
      fc.property(anyFormula(5), (formula) => {
        const parsed = parseSmcdel(`VARS 1,2,3 LAW Top OBS ann: 1 WHERE? ${formatFormula(formula)}`);
        expect(parsed.ok && parsed.input.queries[0]?.formula).toEqual(formula);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The answers in the format of the expected ones. */
function summary(answers: TextAnswers): unknown {
  if (answers.status !== "ok") {
    if ("messages" in answers) return answers;
    return { status: answers.status, line: answers.line, column: answers.column };
  }
  const jobs = [...answers.jobs()].map((answer) => {
    if (answer.job === "WHERE?") return { job: answer.job, result: [...answer.states()] };
    const { formula: _, ...rest } = answer;
    return rest;
  });
  return { status: "ok", initial_states: answers.initialStates, jobs };
}

/** Each pair of diners shares a coin; 0 means the agency pays, 1 to n that this diner pays. */
function diningCryptographers(count: number): string {
  const diners = Array.from({ length: count }, (_, index) => index + 1);
  const pairs = diners.flatMap((one) => diners.filter((other) => other > one).map((other) => [one, other] as const));
  const coin = (diner: number) =>
    pairs.flatMap(([one, other], index) => (one === diner || other === diner ? [count + 1 + index] : []));
  const said = diners.map((diner) => `[?! XOR (${[diner, ...coin(diner)].join(",")})]`).join(" ");
  const anonymous = diners.flatMap((payer) =>
    diners.filter((other) => other !== payer).map((other) => `${payer} -> ~ c${other} knows that ${payer}`),
  );
  return `VARS ${Array.from({ length: 1 + count + pairs.length }, (_, index) => index).join(",")}
    LAW ONEOF (0,${diners.join(",")})
    OBS ${diners.map((diner) => `c${diner}: ${[diner, ...coin(diner)].join(",")}`).join(" ")}
    VALID? ${said} AND (${diners.map((diner) => `c${diner} knows whether 0`).join(",")})
    VALID? ${said} AND (${anonymous.join(",")})`;
}
