import { InvalidArgumentError } from "commander";
import { type Explanation, explainProblem } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import type { StatementReason } from "@/lib/domain/epistemic/explain/explain-statement.ts";
import { readProblem } from "@/lib/domain/epistemic/mindgames/read-english.ts";
import type { MindgamesRow } from "@/lib/domain/epistemic/mindgames/row.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { type CommandIo, InputError, writeLine } from "../io.ts";
import { readRows } from "./read-rows.ts";

export const addExplain: AddCommand = (mindgames, io, finish) => {
  mindgames
    .command("explain")
    .description("explain one problem's text world by world")
    .argument("<file>", "JSON lines with the fields of the release, or - for standard input")
    .option("--index <n>", "the row with this index; without it the first row", parseInteger)
    .option("--json", "print the explanation as one JSON object")
    .addHelpText("after", "\nExit code: 0 done, 1 there is no such row or its text cannot be read, 2 no such file.")
    .action(async (file: string, options: { index?: number; json?: boolean }) => {
      const row = await findRow(file, options.index, io);
      const parsed = readProblem(row.premise, row.hypothesis, row.names);
      if (!parsed.ok) throw new InputError(`the text cannot be read: ${parsed.reason}`);
      const result = explainProblem(parsed.problem);
      if (!result.ok) throw new InputError("the problem has too many persons to be explained world by world");
      if (options.json) await writeLine(io.stdout, JSON.stringify(result.explanation));
      else for (const line of linesOf(row.premise, result.explanation)) await writeLine(io.stdout, line);
      finish(0);
    });
};

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError("The index must be a whole number.");
  return value;
}

async function findRow(file: string, index: number | undefined, io: CommandIo): Promise<MindgamesRow> {
  for await (const row of readRows(file, io)) if (index === undefined || row.index === index) return row;
  throw new InputError(index === undefined ? `${file} has no row` : `${file} has no row with the index ${index}`);
}

function* linesOf(premise: string, explanation: Explanation): Generator<string> {
  const { worlds, steps, hypothesis, verdicts, summary } = explanation;
  const describeWorld = (world: number) => `${String(world).padStart(4)}  ${worlds[world]!.description}`;
  yield premise;
  for (const { announcement, surviving, removed, partitions } of steps) {
    yield "";
    yield announcement === null ? `At first ${worlds.length} worlds are possible:` : announcement;
    if (announcement === null) for (const world of surviving) yield describeWorld(world);
    for (const { world, why } of removed) yield `${describeWorld(world)}: ruled out. ${why.reason}`;
    if (announcement !== null && removed.length === 0) yield "      rules nothing out";
    for (const { name, groups } of partitions) {
      const indistinguishable = groups.filter((group) => group.length > 1).map((group) => group.join(" "));
      yield `      ${name} ${indistinguishable.length === 0 ? "can distinguish all worlds" : `cannot distinguish: ${indistinguishable.join(" | ")}`}`;
    }
  }
  yield "";
  yield hypothesis;
  for (const { world, holds, why } of verdicts) {
    yield `${describeWorld(world)}: ${holds ? "true" : "false"}`;
    yield* reasons(why, 3);
  }
  yield "";
  yield summary;
}

function* reasons(why: StatementReason, indent: number): Generator<string> {
  yield `${"  ".repeat(indent)}${why.reason}`;
  for (const part of why.parts) if (part.person !== null) yield* reasons(part, indent + 1);
}
