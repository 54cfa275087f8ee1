import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { Option } from "commander";
import { type Accuracy, reportArtefacts } from "@/lib/domain/epistemic/artefacts/artefact-report.ts";
import {
  type BalancedAgainst,
  balanceBaselines,
  balanceRule,
  balanceSubset,
} from "@/lib/domain/epistemic/artefacts/balance-subset.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import { formatShare } from "../../domain/format/figures.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, InputError, UsageError, writeLine } from "../io.ts";
import { readRows } from "./read-rows.ts";

interface Options {
  against: BalancedAgainst;
  seed: string;
  out: string;
  json?: boolean;
}

export const addBalance: AddCommand = (mindgames, io, finish) => {
  mindgames
    .command("balance")
    .description("select the subset on which a baseline without the premise is at the chance level")
    .argument("<file>", "JSON lines with the fields of the release, or - for standard input")
    .addOption(
      new Option("--against <baseline>", "the baseline that must not predict the label")
        .choices([...balanceBaselines])
        .default("premise_blind"),
    )
    .option("--seed <text>", "seed for removing rows of the more frequent label", "1")
    .requiredOption("--out <file>", "the file for the subset; the rule is written to FILE.rule.json")
    .option("--json", "print the rule as one JSON object")
    .addHelpText("after", help)
    .action(async (file: string, options: Options) => {
      const rows: MindgamesRow[] = [];
      for await (const row of readRows(file, io)) rows.push(row);
      const { rows: subset, views } = balanceSubset(rows, options.against, seededRandom(options.seed));
      if (subset.length === 0) throw new InputError(`${file} has no hypothesis with both labels`);
      const rule = {
        rule: balanceRule,
        against: options.against,
        seed: options.seed,
        source: { rows: rows.length, sha256: hashRows(rows) },
        subset: { rows: subset.length, views },
        baselines: { before: measureAccuracies(rows), after: measureAccuracies(subset) },
      };
      const rowsWithRule = subset.map((row) => ({
        ...row,
        subset: `${balanceRule} ${options.against} seed=${options.seed}`,
      }));
      await writeRows(rowsWithRule, options.out);
      await writeFile(`${options.out}.rule.json`, `${JSON.stringify(rule, null, 2)}\n`);
      if (options.json) await writeLine(io.stdout, JSON.stringify(rule));
      else await printReport(rule, io);
      finish(0);
    });
};

const help = `
Within each setup, each hypothesis (names replaced by their order of mention) is kept equally often with both labels. Any
prediction from the hypothesis (and for premise_blind from the numbers of persons and announcements) is then right for
exactly half of the rows. Every row has the rule and the seed in the column "subset", which items keep as an attribute.
FILE.rule.json has both, the SHA-256 of the source rows, and the accuracy of each baseline before and after
(five folds of premises; a baseline trained on a part of such a subset can be below one half).

Example
  parallax mindgames generate --rows-per-setup 2000 --seed 7 --out problems.jsonl
  parallax mindgames balance problems.jsonl --seed 1 --out balanced.jsonl

Exit code: 0 done, 1 a row is malformed or no hypothesis has both labels, 2 a file cannot be read or written.`;

interface BaselineAccuracy extends Accuracy {
  name: string;
}

/** The accuracy of each baseline classifier; empty if there are fewer than two premises. */
function measureAccuracies(rows: readonly MindgamesRow[]): BaselineAccuracy[] {
  const result = reportArtefacts(rows, 5, seededRandom("1"));
  return result.ok ? result.report.baselines.map(({ name, accuracy }) => ({ name, ...accuracy })) : [];
}

async function printReport(
  {
    source,
    subset,
    baselines,
  }: {
    source: { rows: number };
    subset: { rows: number; views: number };
    baselines: { before: BaselineAccuracy[]; after: BaselineAccuracy[] };
  },
  io: CommandIo,
): Promise<void> {
  await writeLine(io.stdout, `${subset.rows} of ${source.rows} rows, ${subset.views} different hypotheses`);
  for (const [index, { name, ...before }] of baselines.before.entries()) {
    const after = baselines.after[index];
    await writeLine(
      io.stdout,
      `${name.padEnd(16)} ${formatAccuracy(before)} before, ${after ? formatAccuracy(after) : "none"} after`,
    );
  }
}

function formatAccuracy({ n, estimate, low, high }: Accuracy): string {
  const interval = low === null || high === null ? "no interval" : `${formatShare(low)} to ${formatShare(high)}`;
  return `${estimate === null ? "none" : formatShare(estimate)} (${interval}, n = ${n})`;
}

function hashRows(rows: readonly MindgamesRow[]): string {
  const hash = createHash("sha256");
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  return hash.digest("hex");
}

async function writeRows(rows: readonly MindgamesRow[], path: string): Promise<void> {
  const stream = createWriteStream(path);
  const completion = finished(stream);
  // Prevents an unhandled rejection. The next write or the end of the stream reports a failed write.
  completion.catch(() => {});
  try {
    for (const row of rows) await Promise.race([writeLine(stream, JSON.stringify(row)), completion]);
    stream.end();
    await completion;
  } catch (problem) {
    throw new UsageError(`cannot write ${path}: ${(problem as Error).message}`, { cause: problem });
  }
}
