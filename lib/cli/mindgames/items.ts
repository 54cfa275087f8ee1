import { Option } from "commander";
import { type GoldSource, itemOf } from "@/lib/domain/items/kinds/mindgames/mindgames-item.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { writeLine } from "../io.ts";
import { readRows } from "./read-rows.ts";

export const addItems: AddCommand = (mindgames, io, finish) => {
  mindgames
    .command("items")
    .description("convert rows into an item file, to be imported as a benchmark")
    .argument("<file>", "JSON lines with the fields of the release, or - for standard input")
    .addOption(
      new Option("--gold <source>", "stored: the row's label; text: the label of the literal text")
        .choices(["stored", "text"])
        .default("stored"),
    )
    .option("--skip-mismatches", "omit rows whose text does not match the formula or contradicts itself")
    .option("--prefix <text>", "prefix of item ids", "mindgames")
    .addHelpText(
      "after",
      `
Each row becomes an item of kind true-false: the premise is the story, the hypothesis the statement. Setup, depth,
numbers of persons and announcements, verbs, the classifier's columns and what the check found become attributes.

Example
  parallax mindgames items problems.jsonl > items.jsonl
  parallax import items items.jsonl --benchmark MindGames

Exit code: 0 done, 1 a row is malformed, 2 the file cannot be read.`,
    )
    .action(async (file: string, options: { gold: GoldSource; skipMismatches?: boolean; prefix: string }) => {
      let skipped = 0;
      for await (const row of readRows(file, io)) {
        const item = itemOf(row, options.gold, options.prefix);
        const isSound = item?.attributes.text_matches_formula === true && item.attributes.text_contradictory === false;
        if (item === null || (options.skipMismatches && !isSound)) skipped += 1;
        else await writeLine(io.stdout, JSON.stringify(item));
      }
      if (skipped > 0) await writeLine(io.stderr, `${skipped} rows were omitted`);
      finish(0);
    });
};
