import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { lmEvalDataFile, lmEvalFiles, toLmEvalDocument } from "@/lib/domain/epistemic/mindgames/lm-eval.ts";
import type { AddCommand } from "../commands/add-command.ts";
import { InputError, UsageError, writeLine } from "../io.ts";
import { readRows } from "./read-rows.ts";

export const addLmEval: AddCommand = (mindgames, io, finish) => {
  mindgames
    .command("lm-eval")
    .description("write lm-evaluation-harness tasks that run a model on exactly these stimuli")
    .argument("<file>", "JSON lines with the fields of the release, or - for standard input")
    .requiredOption("--out <folder>", "folder for the task files and the documents; created if missing")
    .option("--prefix <text>", "prefix of item ids; use the same as for the items", "mindgames")
    .addHelpText(
      "after",
      `
Writes ${Object.keys(lmEvalFiles).join(", ")} and ${lmEvalDataFile}. The prompt is the paper's:
  PREMISE Question: HYPOTHESIS True or False?

Example
  parallax mindgames lm-eval problems.jsonl --out task
  cd task && lm_eval --model hf --model_args pretrained=MODEL --include_path . \\
    --tasks mindgames_mc,mindgames_generate --log_samples --output_path results

Exit code: 0 done, 1 a row is malformed, 2 a file cannot be read or written.`,
    )
    .action(async (file: string, options: { out: string; prefix: string }) => {
      let count = 0;
      try {
        await mkdir(options.out, { recursive: true });
        for (const [name, text] of Object.entries(lmEvalFiles)) await writeFile(join(options.out, name), text);
        const stream = createWriteStream(join(options.out, lmEvalDataFile));
        const completion = finished(stream);
        // Prevents an unhandled rejection. The next write or the end of the stream reports a failed write.
        completion.catch(() => {});
        for await (const row of readRows(file, io)) {
          await Promise.race([writeLine(stream, JSON.stringify(toLmEvalDocument(row, options.prefix))), completion]);
          count += 1;
        }
        stream.end();
        await completion;
      } catch (problem) {
        if (problem instanceof InputError || problem instanceof UsageError) throw problem;
        throw new UsageError(`cannot write to ${options.out}: ${(problem as Error).message}`, { cause: problem });
      }
      await writeLine(io.stderr, `${count} documents and 2 tasks written to ${options.out}`);
      finish(0);
    });
};
