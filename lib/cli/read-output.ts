import { Option } from "commander";
import * as z from "zod";
import { readOutput } from "@/lib/domain/models/read-output/read-output.ts";
import { readableKinds } from "@/lib/domain/models/read-output/vocabulary.ts";
import { type CommandIo, writeLine } from "./io.ts";
import { inputLines } from "./read-input.ts";
import type { RegisterCommand } from "./register-command.ts";

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  text: z.string(),
  options: z.array(z.string()).max(26).nullish(),
});

/** `parallax read-output`: parses model replies with the parser that imports use. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("read-output")
    .description("Parse answers from model replies, one JSON line each.")
    .addOption(new Option("--kind <kind>", "kind of the items").choices(readableKinds).makeOptionMandatory())
    .argument("[file]", "the replies, or - for standard input", "-")
    .option("--json", "print JSON lines (the default)")
    .addHelpText("after", help)
    .action(async (file: string, { kind }: { kind: string }) => {
      finish((await readAll(file, kind, io)) ? 0 : 1);
    });
};

/** Parses all lines. Returns whether every line is a valid request. */
async function readAll(file: string, kind: string, io: CommandIo): Promise<boolean> {
  let isSound = true;
  for await (const line of inputLines(file, io)) {
    if (line.text.trim() === "") continue;
    const parsedLine = parseLine(line.text.replace(/^\uFEFF/, ""));
    if ("problem" in parsedLine) {
      isSound = false;
      io.stderr.write(`line ${line.number}: ${parsedLine.problem}\n`);
      continue;
    }
    const { answer, rule, quotes, conflict } = readOutput(kind, parsedLine.text, parsedLine.options ?? []);
    await writeLine(io.stdout, JSON.stringify({ id: parsedLine.id, answer, rule, quotes, conflict }));
  }
  return isSound;
}

function parseLine(text: string): z.infer<typeof lineSchema> | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  const parsed = lineSchema.safeParse(value);
  return parsed.success ? parsed.data : { problem: `needs "id", "text" and, for options, a list of texts "options"` };
}

const help = `
One reply per line: {"id","text","options"?}. options are the texts in the order in which the model was shown them; without
them, a two-choice reply may answer A or B.

Prints one line per reply: {"id","answer","rule"}. answer is an answer value of the kind (true, false; yes, no; option-0, option-1, ...;
consistent, error) or unparsed; rule is the rule that decided, as docs/formats.md lists them. Consistency adds "quotes", the
sentences named as the error, and "conflict" if verdict and quotes disagree.

Exit: 0 every line was read, 1 a line is not a reply, 2 usage error.

Example:
  echo '{"id":1,"text":"The statement is not true."}' | parallax read-output --kind true-false --json`;
