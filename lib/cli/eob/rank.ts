import { extname } from "node:path";
import { Option } from "commander";
import * as z from "zod";
import { answerRules, type WordRule } from "../../domain/beliefs/scoring/classify.ts";
import { formatRanking, ruleNames } from "../../domain/beliefs/scoring/format-score.ts";
import { type RankedCell, type Ranking, type RankMethod, rankCategories } from "../../domain/beliefs/scoring/rank.ts";
import { formatNumber, formatP } from "../../domain/format/figures.ts";
import { seededRandom } from "../../domain/random.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { readInputJson } from "./content.ts";
import { reportDropped, scoreFiles } from "./score-files.ts";
import { wholeNumber } from "./tuples.ts";

interface RankOptions {
  exact: boolean;
  monteCarlo: boolean;
  permutations: string;
  seed: string;
  alpha: string;
  rule: WordRule;
  include?: string;
  exclude?: string;
  items?: string;
  json: boolean;
}

/** `parallax eob rank`: ranks categories by how consistently models follow them. */
export const addRank: AddCommand = (eob, io, finish) => {
  eob
    .command("rank")
    .description(
      "Mean-rank permutation test over models, with Benjamini-Hochberg: which categories are followed more or less than the others. Exact unless --monte-carlo is given.",
    )
    .argument(
      "[files...]",
      'answers as for "eob score", the JSON that "eob score --json" writes, or a JSON list of {"model","category","context","memory"}; "-", or nothing, reads such JSON from standard input',
    )
    .addOption(
      new Option("--exact", "the whole permutation distribution (default)").default(false).conflicts("monteCarlo"),
    )
    .option("--monte-carlo", "use random permutations instead of all", false)
    .option("--permutations <n>", "monte-carlo: number of permutations", "5000")
    .option("--seed <seed>", "monte-carlo: seed of the permutations", "0")
    .option("--alpha <level>", "false-discovery rate to call a category significant", "0.05")
    .addOption(
      new Option("--rule <rule>", "the rule for reading answers").choices([...answerRules]).default("first-word"),
    )
    .option("--include <pattern>", "only models whose name matches this regular expression")
    .option("--exclude <pattern>", "exclude models whose name matches this regular expression")
    .option("--items <file>", "item file that prediction lines refer to")
    .option("--json", "one JSON object instead of a table", false)
    .action(async (files: string[], options: RankOptions) => {
      const method: RankMethod = options.monteCarlo
        ? {
            kind: "monte-carlo",
            permutations: wholeNumber("--permutations", options.permutations),
            random: seededRandom(options.seed),
          }
        : { kind: "exact" };
      const { cells, refused } = await readCells(files.length === 0 ? ["-"] : files, options, io);
      const result = rankCategories(selectModels(cells, options), method, parseAlpha(options.alpha));
      if (!result.ok) throw new InputError(reasons[result.reason]);
      if (options.json) await writeLine(io.stdout, JSON.stringify(formatRanking(result.ranking), null, 1));
      else await printRanking(result.ranking, io);
      finish(refused === 0 ? 0 : 1);
    });
};

const reasons = {
  noModels: "no model with enough known facts is left to rank",
  repeatedCell: "a model has two rates for one category",
} as const;

async function readCells(
  files: readonly string[],
  options: RankOptions,
  io: CommandIo,
): Promise<{ cells: RankedCell[]; refused: number }> {
  const isCountsFile = (file: string) => file === "-" || extname(file).toLowerCase() === ".json";
  const cells: RankedCell[] = [];
  for (const file of files.filter(isCountsFile))
    cells.push(...parseCells(await readInputJson(file, io), file, options.rule));
  const answerFiles = files.filter((file) => !isCountsFile(file));
  if (answerFiles.length === 0) return { cells, refused: 0 };
  const { scores, refused } = await scoreFiles(answerFiles, [options.rule], options.items, io);
  const list = scores.get(options.rule) ?? [];
  await reportDropped(list, io);
  for (const score of list.filter((candidate) => candidate.enters)) {
    for (const [category, { rate }] of score.byCategory) cells.push({ model: score.observer, category, rate });
  }
  return { cells, refused };
}

const count = z.number().nonnegative();
const countsSchema = z.array(z.object({ model: z.string(), category: z.string(), context: count, memory: count }));
const scoresSchema = z.record(
  z.string(),
  z.record(
    z.string(),
    z.object({
      enters: z.boolean().default(true),
      by_category: z.record(z.string(), z.object({ context: count, memory: count })),
    }),
  ),
);

/** Parses the cells of a JSON file: a list of counts, or the output of `eob score --json`. */
function parseCells(value: unknown, file: string, rule: WordRule): RankedCell[] {
  const counts = countsSchema.safeParse(value);
  if (counts.success)
    return counts.data.map(({ model, category, ...of }) => ({ model, category, rate: computeRate(of) }));
  const scores = scoresSchema.safeParse(value);
  if (!scores.success) throw new InputError(`${file} is neither a list of counts nor the output of "eob score --json"`);
  return Object.entries(scores.data).flatMap(([model, byRule]) => {
    const score = byRule[ruleNames[rule]];
    if (!score?.enters) return [];
    return Object.entries(score.by_category).map(([category, of]) => ({ model, category, rate: computeRate(of) }));
  });
}

function computeRate({ context, memory }: { context: number; memory: number }): number | null {
  return context + memory === 0 ? null : context / (context + memory);
}

function selectModels(cells: readonly RankedCell[], options: RankOptions): RankedCell[] {
  const include = parsePattern("--include", options.include);
  const exclude = parsePattern("--exclude", options.exclude);
  return cells.filter(({ model }) => (include?.test(model) ?? true) && !(exclude?.test(model) ?? false));
}

function parsePattern(option: string, text: string | undefined): RegExp | null {
  if (text === undefined) return null;
  try {
    return new RegExp(text, "u");
  } catch {
    throw new UsageError(`${option} is not a regular expression: ${text}`);
  }
}

function parseAlpha(text: string): number {
  const alpha = Number(text);
  if (!(alpha > 0 && alpha < 1)) throw new UsageError(`--alpha must be between 0 and 1, not "${text}"`);
  return alpha;
}

async function printRanking(ranking: Ranking, io: CommandIo): Promise<void> {
  const say = (line: string) => writeLine(io.stdout, line);
  const method = ranking.permutations === null ? "exact" : `${ranking.permutations} permutations`;
  await say(`${ranking.models.length} models, ${ranking.categories} categories, ${method}`);
  for (const row of ranking.rows) {
    const mark = row.significant ? `${"*".repeat(row.stars) || "+"} ${row.direction}` : "";
    await say(
      `  ${row.category.padEnd(22)} ${formatNumber(row.meanRank, 2).padStart(6)}  p ${formatP(row.p)}  q ${formatP(row.q)}  ${mark}`.trimEnd(),
    );
  }
}
