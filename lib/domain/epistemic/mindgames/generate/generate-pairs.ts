import { fingerprint } from "../../../fingerprint.ts";
import { type Random, shuffle } from "../../../random.ts";
import { premiseKey, problemKey } from "../premise-key.ts";
import { type Label, type Premise, premiseStructureKey, type Setup, type Statement, statementKey } from "../problem.ts";
import { formatRow, type MindgamesRow } from "../row.ts";
import { isContradictory, labelAfter, situationAfter } from "../solve.ts";
import { hypothesisText, premiseText } from "../verbalize.ts";
import { drawHypothesis, drawPremise, type PremiseCell } from "./draw-problem.ts";
import {
  divideBySplits,
  type GeneratorProgress,
  type GeneratorResult,
  type ShortCell,
  splitOfRows,
} from "./generator-result.ts";
import { drawNames } from "./names.ts";
import { type GeneratorSettings, rowsOfSetup } from "./settings.ts";

/** A cell of one split, to be filled with pairs. */
interface PairCell extends PremiseCell {
  split: string;
  depth: number;
  pairs: [MindgamesRow, MindgamesRow][];
  /** Number of failed attempts since the last pair. */
  failed: number;
}

/** The cells of one setup and split, which share a number of pairs. */
interface PairGroup {
  wanted: number;
  cells: PairCell[];
}

/** What was generated so far, by keys. */
interface KnownProblems {
  /** The split of each premise, independent of names. */
  splits: Map<string, string>;
  problems: Set<string>;
  texts: Set<string>;
  excluded: ReadonlySet<string>;
}

type BarePremise = Omit<Premise, "names">;

/** Number of attempts without a new pair after which a cell is considered exhausted. */
const maxFailedAttempts = 400;

/** Maximum number of draws until a premise is not contradictory. */
const maxPremiseDraws = 30;

/**
 * Generates problems in pairs. A pair has one hypothesis and two premises with the same persons, the same setup and the
 * same number of announcements, for which the hypothesis has opposite labels. Every hypothesis thus occurs with both
 * labels, and only the content of the premise decides between them.
 *
 * The pairs of a setup are divided equally over its cells (persons, announcements, depth). If a cell has no more pairs,
 * the other cells get its share and the cell is returned as short. Without further announcements, for example, only the
 * cards setup gives different premises.
 */
export function* generatePairs(
  settings: GeneratorSettings,
  random: Random,
  excluded: ReadonlySet<string>,
): Generator<GeneratorProgress, GeneratorResult> {
  const groups = createEmptyGroups(settings);
  const knownProblems: KnownProblems = { splits: new Map(), problems: new Set(), texts: new Set(), excluded };
  const wanted = groups.reduce((sum, group) => sum + 2 * group.wanted, 0);
  const progress = { found: 0, wanted, premisesDrawn: 0, contradictory: 0, oneSided: 0, exhausted: 0 };
  for (;;) {
    const cell = findNextCell(groups);
    if (cell === null) break;
    const pair = drawPair(cell, settings, knownProblems, progress, random);
    if (pair === null) cell.failed += 1;
    else {
      cell.failed = 0;
      cell.pairs.push(formatRows(pair, progress.found));
      progress.found += 2;
    }
    yield { ...progress };
  }
  const splits = settings.splits.map(([name]) => {
    const splitCells = groups.flatMap(({ cells }) => cells.filter(({ split }) => split === name));
    const rows = splitCells.flatMap(({ pairs }) => pairs.flat());
    return splitOfRows(settings, name, shuffle(rows, random));
  });
  const shortGroups = groups.filter((group) => countPairs(group) < group.wanted);
  if (shortGroups.length === 0) return { ok: true, splits, progress, shortCells: groups.flatMap(shortCellsOf) };
  return { ok: false, reason: "tooFewProblems", shortages: shortGroups.map(formatShortage), progress, splits };
}

function createEmptyGroups(settings: GeneratorSettings): PairGroup[] {
  const withPositiveWeight = (choices: readonly (readonly [number, number])[]) => [
    ...new Set(choices.filter(([, weight]) => weight > 0).map(([value]) => value)),
  ];
  const { announcements } = settings;
  const cellsOf = (split: string, setup: Setup): PairCell[] =>
    withPositiveWeight(settings.persons).flatMap((persons) =>
      (announcements === "up to persons" ? [...Array(persons + 1).keys()] : withPositiveWeight(announcements)).flatMap(
        (later) =>
          withPositiveWeight(settings.depths).map(
            (depth): PairCell => ({ split, setup, persons, announcements: later, depth, pairs: [], failed: 0 }),
          ),
      ),
    );
  return settings.setups.flatMap((setup) => {
    const shares = divideBySplits(settings, rowsOfSetup(settings, setup) / 2);
    return settings.splits.map(([split], index) => ({ wanted: shares[index]!, cells: cellsOf(split, setup) }));
  });
}

/** The cell with the fewest pairs in the group that is furthest behind; null if every group is full or exhausted. */
function findNextCell(groups: readonly PairGroup[]): PairCell | null {
  let next: PairCell | null = null;
  let lowestShare = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    const found = countPairs(group);
    if (found >= group.wanted || found / group.wanted >= lowestShare) continue;
    const openCells = group.cells.filter(isOpen);
    if (openCells.length === 0) continue;
    lowestShare = found / group.wanted;
    next = openCells.reduce((one, other) => (other.pairs.length < one.pairs.length ? other : one));
  }
  return next;
}

function isOpen({ failed }: PairCell): boolean {
  return failed < maxFailedAttempts;
}

function countPairs({ cells }: PairGroup): number {
  return cells.reduce((sum, { pairs }) => sum + pairs.length, 0);
}

/** Lists exhausted cells with fewer pairs than the fullest cell of their group. */
function shortCellsOf({ cells }: PairGroup): ShortCell[] {
  const most = Math.max(...cells.map(({ pairs }) => pairs.length));
  return cells
    .filter((cell) => !isOpen(cell) && cell.pairs.length < most)
    .map(({ split, setup, persons, announcements, depth, pairs }) => ({
      split,
      setup,
      persons,
      announcements,
      depth,
      found: 2 * pairs.length,
    }));
}

function formatShortage(group: PairGroup): string {
  const { split, setup } = group.cells[0]!;
  return `${split}: ${2 * countPairs(group)} of ${2 * group.wanted} ${setup} problems in pairs`;
}

type PairDraft = readonly { bare: BarePremise; names: string[]; hypothesis: Statement; label: Label }[];

/**
 * Makes one attempt to draw a pair: draws two premises, then tries hypotheses until one is new and has opposite labels.
 */
function drawPair(
  cell: PairCell,
  settings: GeneratorSettings,
  known: KnownProblems,
  progress: GeneratorProgress,
  random: Random,
): PairDraft | null {
  const [first, second] = [
    drawConsistent(cell, settings, progress, random),
    drawConsistent(cell, settings, progress, random),
  ];
  if (first === null || second === null || premiseStructureKey(first) === premiseStructureKey(second)) return null;
  const premises = [first, second];
  const situations = premises.map((bare) => situationAfter({ ...bare, names: [] }));
  const keys = premises.map(premiseKey);
  if (settings.splits.length > 1 && keys.some((key) => (known.splits.get(key) ?? cell.split) !== cell.split))
    return null;
  const depths: GeneratorSettings["depths"] = [[cell.depth, 1]];
  const triedHypotheses = new Set<string>();
  let isOpposite = false;
  for (let count = 0; count < settings.hypothesesPerPremise; count += 1) {
    const hypothesis = drawHypothesis(cell.persons, { ...settings, depths }, random);
    const key = statementKey(hypothesis);
    if (triedHypotheses.has(key)) continue;
    triedHypotheses.add(key);
    const labels = premises.map(({ sees }, index) => labelAfter(situations[index]!, { hypothesis, sees }));
    if (labels[0] === labels[1]) continue;
    isOpposite = true;
    const problems = premises.map((bare) => problemKey({ ...bare, hypothesis }));
    if (problems.some((problem) => known.problems.has(problem) || known.excluded.has(problem))) continue;
    const names = drawNames(cell.persons, random);
    const pair = premises.map((bare, index) => ({ bare, names, hypothesis, label: labels[index]! }));
    const texts = pair.map(({ bare }) => fingerprint(textOf({ ...bare, names, hypothesis })));
    if (texts.some((text) => known.texts.has(text))) continue;
    for (const text of texts) known.texts.add(text);
    for (const problem of problems) known.problems.add(problem);
    for (const premise of keys) known.splits.set(premise, cell.split);
    return pair;
  }
  progress[isOpposite ? "exhausted" : "oneSided"] += 1;
  return null;
}

/** Draws a premise that is not contradictory; null if several draws fail. */
function drawConsistent(
  cell: PairCell,
  settings: GeneratorSettings,
  progress: GeneratorProgress,
  random: Random,
): BarePremise | null {
  for (let attempt = 0; attempt < maxPremiseDraws; attempt += 1) {
    const premise = drawPremise(cell, settings, random);
    progress.premisesDrawn += 1;
    if (!isContradictory({ ...premise, names: [] })) return premise;
    progress.contradictory += 1;
  }
  return null;
}

function textOf(problem: Parameters<typeof premiseText>[0] & Parameters<typeof hypothesisText>[0]): string {
  return `${premiseText(problem)}\n${hypothesisText(problem)}`;
}

function formatRows(pair: PairDraft, first: number): [MindgamesRow, MindgamesRow] {
  const rows = pair.map(({ bare, names, hypothesis, label }, index) => ({
    ...formatRow({ ...bare, names, hypothesis }, label, first + index),
    pair: `pair-${first / 2}`,
  }));
  return [rows[0]!, rows[1]!];
}
