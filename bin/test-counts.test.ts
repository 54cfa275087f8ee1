import { describe, expect, it } from "vitest";
import { countPlaywright, countVitest, describeFailures, sumUp } from "./test-counts.js";

const file = (...statuses: string[]) => ({
  status: statuses.includes("failed") ? "failed" : "passed",
  assertionResults: statuses.map((status) => ({ status })),
});
const vitest = (passed: number, failed: number, ...testResults: object[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults,
});

describe("the sums at the end of npm test", () => {
  it("are those of the runners", () => {
    expect(countVitest(vitest(3, 1, file("passed"), file("failed")), 1)).toEqual({ passed: 3, failed: 1, skipped: 1 });
    expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }, 1)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 2,
      repeated: 1,
    });
    expect(
      sumUp([
        { passed: 3, failed: 1 },
        { passed: 4, failed: 0 },
      ]),
    ).toEqual({ passed: 7, failed: 1 });
  });

  it("count a file that cannot be loaded as a failure", () => {
    const broken = { status: "failed", assertionResults: [] };
    expect(countVitest(vitest(3, 0, file("passed"), broken), 1).failed).toBe(1);
  });

  it("never hide a run that ended badly", () => {
    expect(countVitest(null, 0).failed).toBe(1);
    expect(countVitest(vitest(3, 0, file("passed")), 1).failed).toBe(1);
    expect(countPlaywright(null, 0).failed).toBe(1);
    expect(countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } }, 1).failed).toBe(1);
  });

  it("are followed by what the page showed at each failed attempt", () => {
    const attachments = [
      { name: "screenshot", path: "a.png" },
      { name: "error-context", path: "a.md" },
    ];
    const results = [
      { status: "failed", attachments },
      { status: "passed", attachments: [] },
    ];
    const suites = [{ suites: [{ specs: [{ title: "an item is refined", tests: [{ results }] }] }] }];
    expect(describeFailures({ suites }, (path: string) => `Why\n\`\`\`yaml\n${path}\nheading\nbutton`, 2)).toEqual([
      "an item is refined\na.md\nheading",
    ]);
    expect(describeFailures(null, () => "")).toEqual([]);
  });
});
