import { selectionOfText, splitOutsideQuotes, textOfSelection } from "../../items/item-selection.ts";
import { type PlannedTest, type PlannedTestKind, plannedTestKinds } from "./analysis-plan.ts";

/**
 * A planned test as one line of parts that are separated by ` | `, for example
 * `levels | of order | between 4, 6 | on type = tom | secondary | hypothesis TEXT`. The kind comes first; the other parts
 * are optional. `at ATTRIBUTE` repeats the test at each value of an attribute.
 */
export function formatTestLine({ kind, of, between, items, at, role, hypothesis }: PlannedTest): string {
  return [
    kind,
    of && `of ${of}`,
    between && `between ${between.join(", ")}`,
    items && `on ${textOfSelection(items)}`,
    at && `at ${at}`,
    role,
    hypothesis && `hypothesis ${JSON.stringify(hypothesis)}`,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" | ");
}

/** A planned test as text for readers: "levels (order, 6 minus 4; items with type = tom; secondary)". */
export function formatTest({ kind, of, between, items, at, role }: PlannedTest): string {
  const details = [
    of && (between ? `${of}, ${between[1]} minus ${between[0]}` : of),
    items && `items with ${textOfSelection(items)}`,
    at && `at each value of ${at}`,
    role === "secondary" && role,
  ].filter((part) => part);
  return `${kind.replaceAll("-", " ")}${details.length > 0 ? ` (${details.join("; ")})` : ""}`;
}

/**
 * Parses the test of a line (`formatTestLine`).
 *
 * @throws RangeError for an unknown kind or part, with a message for the user
 */
export function parseTestLine(line: string): PlannedTest {
  const [kind, ...parts] = splitOutsideQuotes(line, "|");
  if (!plannedTestKinds.some((one) => one === kind))
    throw new RangeError(`"${kind ?? ""}" is not a kind of test; the kinds are ${plannedTestKinds.join(", ")}.`);
  const test: PlannedTest = { kind: kind as PlannedTestKind, of: "", hypothesis: "" };
  for (const part of parts) readPart(test, part);
  return test;
}

function readPart(test: PlannedTest, part: string): void {
  const [word = ""] = part.split(/\s/, 1);
  const rest = part.slice(word.length).trim();
  switch (word) {
    case "of":
      test.of = rest;
      return;
    case "at":
      test.at = rest;
      return;
    case "on": {
      const items = selectionOfText(rest);
      if (items) test.items = items;
      return;
    }
    case "between": {
      const [first = "", second = "", ...more] = splitOutsideQuotes(rest, ",");
      if (second === "" || more.length > 0) throw new RangeError(`"${part}" needs two values: between 4, 6.`);
      test.between = [first, second];
      return;
    }
    case "hypothesis":
      test.hypothesis = hypothesisOf(rest);
      return;
    case "primary":
    case "secondary":
      test.role = word;
      return;
    default:
      throw new RangeError(
        `"${part}" is not a part of a test; the parts are of, between, on, at, primary, secondary and hypothesis.`,
      );
  }
}

function hypothesisOf(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
