import { Option } from "commander";
import { answerRules, type WordRule } from "../../domain/beliefs/scoring/classify.ts";
import type { FollowRate } from "../../domain/beliefs/scoring/follow-rate.ts";
import { formatScore, ruleNames } from "../../domain/beliefs/scoring/format-score.ts";
import type { BeliefScore } from "../../domain/beliefs/scoring/model-score.ts";
import { formatNumber } from "../../domain/format/figures.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, writeLine } from "../io.ts";
import { reportDropped, scoreFiles } from "./score-files.ts";

interface ScoreOptions {
  rule?: WordRule;
  items?: string;
  json: boolean;
}

/** `parallax eob score`: computes the context-following rates of models. */
export const addBeliefScore: AddCommand = (eob, io, finish) => {
  eob
    .command("score")
    .description(
      "Context-following rates per model, category and dimension, with 95% intervals clustered by fact. Only facts that the model answered correctly without the expression count; models that know fewer than 10% are excluded. Exit code 1 if a row was refused.",
    )
    .argument(
      "<files...>",
      "result tables (.csv, .tsv), prediction or result lines (.jsonl), MODEL=FILE, or folders of them; rows with and without the expression may be mixed or separate",
    )
    .addOption(
      new Option(
        "--rule <rule>",
        "how an answer is read: its first word, or the authors' substring test (for replication); default: first-word, both with --json",
      ).choices([...answerRules]),
    )
    .option("--items <file>", "item file that prediction lines refer to")
    .option("--json", "one JSON object: model, then rule, then counts and rates", false)
    .action(async (files: string[], options: ScoreOptions) => {
      const rules: readonly WordRule[] = options.rule ? [options.rule] : options.json ? answerRules : ["first-word"];
      const { scores, refused } = await scoreFiles(files, rules, options.items, io);
      const firstRuleScores = [...scores.values()][0] ?? [];
      await reportDropped(firstRuleScores, io);
      if (options.json) await writeLine(io.stdout, JSON.stringify(toJson(scores), null, 1));
      else for (const score of firstRuleScores) await printScore(score, io);
      finish(refused === 0 ? 0 : 1);
    });
};

function toJson(scores: ReadonlyMap<WordRule, readonly BeliefScore[]>): Record<string, Record<string, unknown>> {
  const byModel: Record<string, Record<string, unknown>> = {};
  for (const [rule, list] of scores) {
    for (const score of list) {
      byModel[score.observer] = { ...byModel[score.observer], [ruleNames[rule]]: formatScore(score) };
    }
  }
  return byModel;
}

async function printScore(score: BeliefScore, io: CommandIo): Promise<void> {
  const say = (line: string) => writeLine(io.stdout, line);
  await say(`${score.observer}${score.enters ? "" : "  (dropped)"}`);
  await say(
    `  pairs known ${score.known}, not known ${score.notKnown}${score.priorMissing ? `, no prior check ${score.priorMissing}` : ""}`,
  );
  const outcomes = Object.entries(score.outcomes).filter(([, count]) => count > 0);
  await say(`  outcomes of known pairs: ${outcomes.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`);
  await say(formatLine("all", score.overall));
  for (const [dimension, rate] of score.byDimension) {
    await say(formatLine(dimension, rate));
    for (const [category, of] of score.byCategory) {
      if (of.dimension === dimension) await say(formatLine(`  ${category}`, of));
    }
  }
}

function formatLine(name: string, rate: FollowRate): string {
  const n = rate.context + rate.memory;
  if (rate.rate === null) return `  ${name.padEnd(24)} no pair decided`;
  const interval =
    rate.low === null ? "no interval" : `[${formatNumber(rate.low, 3)}, ${formatNumber(rate.high ?? 0, 3)}]`;
  return `  ${name.padEnd(24)} ${formatNumber(rate.rate, 3)}  ${interval}  n ${n}, facts ${rate.clusters[0]}`;
}
