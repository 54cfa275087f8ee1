import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldJudgements } from "./fold-judgements.ts";
import { combineVerdicts, judgePrompt, judgeVerdicts, optionOfVerdict, readVerdict, toJudgedAnswer } from "./judge.ts";
import { type JudgedRow, reportAgreement, reportRuns } from "./judging-report.ts";

const item = {
  kind: "two-choice",
  story: { title: "", genre: "", text: "Mira hid the ticket while Jon was below deck." },
  text: "What does Jon do next?",
  options: ["He looks in the drawer.", "He looks under the bench."],
};

describe("a judge", () => {
  it("gets the paper's prompt with the answer alone, and each option in its place", () => {
    const answer = toJudgedAnswer(
      item,
      1,
      "<think>The bench?</think>\nReasoning: she hid it.\nAnswer: He checks the bench.",
    );
    expect(answer).toMatchObject({
      generated: "He checks the bench",
      correct: item.options[1],
      incorrect: item.options[0],
    });
    const prompt = judgePrompt(answer!);
    expect(prompt).toMatch(/^You are an accuracy evaluator\./);
    expect(prompt).toContain("Question Context: Mira hid the ticket");
    expect(prompt).toContain("Generated Answer: He checks the bench\nCorrect Answer: He looks under the bench.");
    expect(prompt).toMatch(/Output \(True\/False\/NA\):$/);
    expect(prompt).not.toContain("she hid it");
    expect(toJudgedAnswer(item, null, "anything")).toBeNull();
  });

  it.each([
    ["True", "true"],
    ["False.", "false"],
    ["NA", "na"],
    ["N/A", "na"],
    ["**NA**", "na"],
    ["Output (True/False/NA): True", "true"],
    ["Output (True/False/NA): NA", "na"],
    ["<think>True? No.</think>\nFalse", "false"],
    ["NA\nThe generated answer is about something else, neither true nor false.", "na"],
    ["The answer aligns with the correct answer.\n\nOutput: True", "true"],
    ["", null],
    ["I cannot say.", null],
    ["True or False", null],
  ] as const)("that writes %j says %s", (text, verdict) => {
    expect(readVerdict(text)).toBe(verdict);
  });

  it("is outvoted by people, and people who are divided say nothing", () => {
    expect(combineVerdicts([], "false")).toBe("false");
    expect(combineVerdicts(["true"], "false")).toBe("true");
    expect(combineVerdicts(["true", "na", "true"], "false")).toBe("true");
    expect(combineVerdicts(["true", "false"], "false")).toBeNull();
    expect([optionOfVerdict("true", 1), optionOfVerdict("false", 1), optionOfVerdict("na", 1)]).toEqual([
      "option-1",
      "option-0",
      null,
    ]);
  });
});

describe("what judges say of runs", () => {
  const row = (number: number, people: JudgedRow["people"], model?: JudgedRow["people"][number] | null): JudgedRow => ({
    runId: "run",
    story: `story ${number}`,
    isGroup: false,
    people,
    models: model === undefined ? {} : { judge: model },
  });

  it("counts what aligns with neither as wrong, and beside it leaves it out as in the paper", () => {
    const rows = [row(1, ["true"], "true"), row(2, ["false"], "na"), row(3, [], "true"), row(4, ["na"], null)];
    const [people, judge] = reportRuns(rows);
    expect(people).toMatchObject({ judge: null, judged: 3, right: 1, wrong: 1, neither: 1, unclear: 0 });
    expect(people?.accuracy.value).toBeCloseTo(1 / 3, 12);
    expect(people?.filtered.value).toBe(1 / 2);
    expect([judge?.accuracy.n, judge?.filtered.n]).toEqual([4, 2]);
    expect(judge).toMatchObject({ judge: "judge", judged: 4, right: 2, wrong: 0, neither: 1, unclear: 1 });
  });

  it("measures agreement on the answers that both judged, with n and an interval", () => {
    const rows = Array.from({ length: 20 }, (_, number) =>
      row(
        number,
        number < 16 ? [number % 2 === 0 ? "true" : "false"] : [],
        number === 0 ? "na" : number % 2 === 0 ? "true" : "false",
      ),
    );
    const [found] = reportAgreement(rows);
    expect(found).toMatchObject({ judge: "judge", n: 16, same: 15 });
    expect(found?.agreement.value).toBeCloseTo(15 / 16, 12);
    expect(found?.agreement.low).toBeLessThan(15 / 16);
    expect(found?.kappa.value).toBeGreaterThan(0.8);
    // Of 16 answers about 8 would differ by chance.
    expect(found?.kappa).toMatchObject({ low: null, reason: expect.stringContaining("too few items") });
    expect(reportAgreement([row(1, [], "true")])).toMatchObject([{ n: 0, same: 0 }]);
  });

  it("measures kappa over stories where there are five of them, and says so where there are fewer", () => {
    const over = (stories: number) =>
      reportAgreement(
        Array.from({ length: 48 }, (_, number) => ({
          ...row(number % stories, [number % 2 === 0 ? "true" : "false"], number % 7 === 0 ? "na" : "true"),
        })),
      )[0]!.kappa;
    const [many, few, single] = [over(6), over(3), over(48)];
    expect(many.value).toBe(few.value);
    expect(many.low).not.toBe(few.low);
    expect(many.reason).toBeNull();
    expect(few.reason).toBe("With 3 stories, answers are treated as independent.");
    expect([single.low, single.reason]).toEqual([few.low, null]);
  });

  it("rest on source groups where the items have them", () => {
    const rows = Array.from({ length: 24 }, (_, number) => ({
      ...row(number, [number % 3 === 0 ? "true" : "false"]),
      ...{ story: `group ${number % 6}`, isGroup: true },
    }));
    expect(reportRuns(rows)[0]!.accuracy.clusters).toEqual([{ one: "source group", many: "source groups", count: 6 }]);
  });

  it("are folded from single judgements, of which the last word of a model and every word of a person count", () => {
    const said = (
      prediction: string,
      person: string | null,
      judge: string | null,
      verdict: JudgedRow["people"][number],
    ) => ({
      ...{ prediction, runId: "run", story: "story", isGroup: false, person, judge, verdict },
    });
    const rows = [
      said("a", null, "judge", "false"),
      said("a", "one", null, "true"),
      said("a", null, "judge", "true"),
      said("b", "two", null, "na"),
      said("c", "one", null, "na"),
    ];
    const run = { id: "run", modelId: "m", model: "Model", source: "s", answers: 5 };
    const [whole, pieces] = [foldJudgements(), foldJudgements()];
    whole.add([{ run }, ...rows]);
    for (const one of [{ run }, ...rows]) pieces.add([one]);
    const found = whole.finish();
    expect(pieces.finish()).toEqual(found);
    expect(found).toMatchObject({
      runs: [run],
      people: 2,
      results: [
        { judge: null, judged: 3, right: 1, neither: 2 },
        { judge: "judge", judged: 1, right: 1 },
      ],
      agreement: [{ n: 1, same: 1 }],
    });
  });

  it("loses no answer, whatever is said", () => {
    const verdict = fc.constantFrom(...judgeVerdicts);
    const rows = fc.array(
      fc.record({
        runId: fc.constantFrom("a", "b"),
        story: fc.constantFrom("1", "2", "3", "4", "5", "6"),
        isGroup: fc.constant(false),
        people: fc.array(verdict, { maxLength: 3 }),
        models: fc.record({ x: fc.option(verdict) }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(rows, (all) => {
        for (const { judged, right, wrong, neither, unclear, accuracy, filtered } of reportRuns(all)) {
          expect(right + wrong + neither + unclear).toBe(judged);
          expect([accuracy.n, filtered.n]).toEqual([judged, right + wrong]);
        }
        for (const { n, same } of reportAgreement(all)) expect(same).toBeLessThanOrEqual(n);
      }),
    );
  });
});
