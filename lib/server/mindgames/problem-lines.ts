import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import { type CheckedRow, checkMindgamesRow, createMalformedRow } from "@/lib/domain/epistemic/mindgames/check-row.ts";
import { type CheckSummary, SetupSummaries } from "@/lib/domain/epistemic/mindgames/check-summary.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { parseMindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { type GoldSource, itemOf } from "@/lib/domain/items/kinds/mindgames/mindgames-item.ts";
import type { TextLine } from "../items/import-lines.ts";

export interface ProblemSettings {
  /** The label that becomes the key: the row's own, or the one that follows from the literal text. */
  gold: GoldSource;
  /** Whether rows are excluded if their text does not match the formula or contradicts itself. */
  skipsMismatches: boolean;
}

/** A finding about one row. */
export interface ProblemFinding {
  line: number;
  index: number | null;
  setup: Setup | null;
  problems: string[];
}

/** The findings about a file. */
export interface ProblemCheckSummary {
  /** Number of rows that were excluded because text and formula differ or the text contradicts itself. */
  skipped: number;
  check: CheckSummary;
  checkBySetup: { setup: Setup; check: CheckSummary }[];
  /** The first two hundred findings. */
  findings: ProblemFinding[];
}

const maxFindings = 200;

/**
 * Returns a line of an item file for each line of MindGames rows, and compares label, formula and text of each row. An
 * excluded row becomes an empty line, so that line numbers do not change. The summary is complete after all lines have
 * been read.
 */
export function checkProblemLines(
  lines: AsyncIterable<TextLine>,
  settings: ProblemSettings,
): { lines: AsyncGenerator<TextLine>; summary: () => ProblemCheckSummary } {
  const findings = new FindingList();
  return { lines: checkedLines(lines, settings, findings), summary: () => findings.summary() };
}

async function* checkedLines(
  lines: AsyncIterable<TextLine>,
  { gold, skipsMismatches }: ProblemSettings,
  findings: FindingList,
): AsyncGenerator<TextLine> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (typeof line !== "string" || line.trim() === "") {
      if (typeof line !== "string") findings.addMalformed(number, line.refused);
      yield line;
      continue;
    }
    const parsed = parseLine(line);
    if (!parsed.ok) {
      findings.addMalformed(number, parsed.reason);
      yield { refused: parsed.reason };
      continue;
    }
    const { row } = parsed;
    const check = checkMindgamesRow(row);
    findings.add(number, row.setup, { storedLabel: row.label, check });
    const isConsistent = check.text_matches_formula === true && check.text_contradictory === false;
    const itemRow = itemOf(row, gold);
    if (skipsMismatches && !isConsistent) {
      findings.skipped += 1;
      yield "";
    } else if (itemRow === null) yield { refused: "the text cannot be read, so it gives no label" };
    else yield JSON.stringify(itemRow);
  }
}

function parseLine(line: string): ReturnType<typeof parseMindgamesRow> {
  try {
    return parseMindgamesRow(parseBoundedJson(line));
  } catch {
    return { ok: false, reason: "is not JSON" };
  }
}

/** The findings so far. */
class FindingList {
  skipped = 0;
  private readonly summaries = new SetupSummaries();
  private readonly findings: ProblemFinding[] = [];

  add(line: number, setup: Setup, checked: CheckedRow): void {
    this.summaries.add(setup, checked);
    const { index, problems } = checked.check;
    if (problems.length > 0) this.keep({ line, index, setup, problems });
  }

  addMalformed(line: number, reason: string): void {
    this.summaries.add(null, createMalformedRow(reason));
    this.keep({ line, index: null, setup: null, problems: [`the line is not a row: ${reason}`] });
  }

  summary(): ProblemCheckSummary {
    return {
      skipped: this.skipped,
      check: this.summaries.all,
      checkBySetup: this.summaries.bySetup(),
      findings: this.findings,
    };
  }

  private keep(finding: ProblemFinding): void {
    if (this.findings.length < maxFindings) this.findings.push(finding);
  }
}
