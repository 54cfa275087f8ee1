import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import { type CheckedRow, checkMindgamesRow, malformedLine } from "@/lib/domain/epistemic/mindgames/check-row.ts";
import { type CheckSummary, SetupSummaries } from "@/lib/domain/epistemic/mindgames/check-summary.ts";
import { type GoldSource, itemOf } from "@/lib/domain/epistemic/mindgames/item.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { parseMindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import type { ItemImportReport } from "@/lib/domain/interchange/import-report.ts";
import { importItems } from "../items/import-items.ts";
import type { ImportSource, TextLine } from "../items/import-lines.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";

export interface ProblemImport {
  projectId: string;
  benchmarkName: string;
  description?: string;
  /** Which label becomes the key: the row's own, or the one that the literal text deserves. */
  gold: GoldSource;
  /** Leaves out rows whose text does not match the formula or contradicts itself. */
  skipsMismatches: boolean;
  isDemo?: boolean;
  /** Why keys are corrected, for the studies that committed themselves to them. */
  reason?: string;
}

/** Something wrong with one row, in the words of the check. */
export interface ProblemFinding {
  line: number;
  index: number | null;
  setup: Setup | null;
  problems: string[];
}

export interface ProblemImportReport extends Omit<ItemImportReport, "balance"> {
  /** Rows left out because text and formula differ or the text contradicts itself. */
  skipped: number;
  check: CheckSummary;
  checkBySetup: { setup: Setup; check: CheckSummary }[];
  /** The first two hundred. */
  findings: ProblemFinding[];
}

const keptFindings = 200;

/**
 * Imports a file of MindGames rows into a benchmark, each row checked on its way: its label, its formula and its text
 * against each other. A row that is no row is rejected with line and field; one that only disagrees with itself is
 * imported and reported, unless `skipsMismatches`. The same file twice changes nothing.
 */
export async function importProblems(
  actor: Actor,
  request: ProblemImport,
  source: ImportSource,
): Promise<ProblemImportReport> {
  requireRight(actor, "research.write", request.projectId);
  const book = new FindingBook();
  const { balance: _, ...report } = await importItems({
    projectId: request.projectId,
    benchmarkName: request.benchmarkName,
    ...(request.description === undefined ? {} : { description: request.description }),
    ...(request.isDemo === undefined ? {} : { isDemo: request.isDemo }),
    fileName: source.fileName,
    lines: itemLines(source.lines, request, book),
    sha256: source.sha256,
    actorId: actor.userId,
    onKeysCorrected: (client, benchmarkId) => amendForKeys(client, benchmarkId, actor.userId, request.reason ?? ""),
  });
  return { ...report, skipped: book.skipped, ...book.summary() };
}

/** A line of an item file for each line of rows. A row that is left out becomes an empty line: line numbers stay. */
async function* itemLines(
  lines: AsyncIterable<TextLine>,
  { gold, skipsMismatches }: Pick<ProblemImport, "gold" | "skipsMismatches">,
  book: FindingBook,
): AsyncGenerator<TextLine> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (typeof line !== "string" || line.trim() === "") {
      if (typeof line !== "string") book.malformed(number, line.refused);
      yield line;
      continue;
    }
    const parsed = parseLine(line);
    if (!parsed.ok) {
      book.malformed(number, parsed.reason);
      yield { refused: parsed.reason };
      continue;
    }
    const { row } = parsed;
    const check = checkMindgamesRow(row);
    book.add(number, row.setup, { storedLabel: row.label, check });
    const isSound = check.text_matches_formula === true && check.text_contradictory === false;
    const item = itemOf(row, gold);
    if (skipsMismatches && !isSound) {
      book.skipped += 1;
      yield "";
    } else if (item === null) yield { refused: "the text cannot be read, so it gives no label" };
    else yield JSON.stringify(item);
  }
}

function parseLine(line: string): ReturnType<typeof parseMindgamesRow> {
  try {
    return parseMindgamesRow(parseBoundedJson(line));
  } catch {
    return { ok: false, reason: "is not JSON" };
  }
}

/** What the check found, as the rows go by. */
class FindingBook {
  skipped = 0;
  private readonly summaries = new SetupSummaries();
  private readonly findings: ProblemFinding[] = [];

  add(line: number, setup: Setup, checked: CheckedRow): void {
    this.summaries.add(setup, checked);
    const { index, problems } = checked.check;
    if (problems.length > 0) this.keep({ line, index, setup, problems });
  }

  malformed(line: number, reason: string): void {
    this.summaries.add(null, malformedLine(reason));
    this.keep({ line, index: null, setup: null, problems: [`the line is no row: ${reason}`] });
  }

  summary(): Pick<ProblemImportReport, "check" | "checkBySetup" | "findings"> {
    return { check: this.summaries.all, checkBySetup: this.summaries.bySetup(), findings: this.findings };
  }

  private keep(finding: ProblemFinding): void {
    if (this.findings.length < keptFindings) this.findings.push(finding);
  }
}
