// Reads the numbers of passed tests from the reports of the test runners.

/**
 * Counts the tests in a vitest JSON report. A file that could not be loaded counts as one failure, and so does a run
 * that failed without reporting a failure.
 */
export function countVitest(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * Counts the tests in a Playwright JSON report. `repeated` is the number of passed tests that passed only at the second
 * attempt.
 */
export function countPlaywright(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected === 0 && exitCode !== 0 ? 1 : unexpected;
  return { passed: expected + flaky, failed, skipped, ...(flaky > 0 ? { repeated: flaky } : {}) };
}

/** Returns the title and the first lines of the page snapshot for each failed attempt in a Playwright JSON report. */
export function describeFailures(report, readText, maxLines = 80) {
  const failures = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? [])
      for (const { results } of spec.tests)
        for (const { status, attachments } of results) {
          const page = attachments.find(({ name, path }) => name === "error-context" && path);
          if (status === "passed" || !page) continue;
          const [, shown = ""] = readText(page.path).split("```yaml\n");
          failures.push([spec.title, ...shown.split("\n").slice(0, maxLines)].join("\n"));
        }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report?.suites ?? []) visit(suite);
  return failures;
}

export function sumUp(results) {
  return {
    passed: results.reduce((sum, result) => sum + result.passed, 0),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
  };
}
