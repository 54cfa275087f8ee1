import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import pc from "picocolors";
import { answerText, type QueryAnswer, type TextAnswers } from "@/lib/domain/epistemic/logic/answer-text.ts";
import { formatFormula } from "@/lib/domain/epistemic/logic/format-formula.ts";
import { LimitProblem, MAXIMUM_ATOMS } from "@/lib/domain/epistemic/logic/situation.ts";
import { createReadError } from "./cannot-read.ts";
import { type CommandIo, writeLine } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";

type Refusal = Exclude<TextAnswers, { status: "ok" }>;

export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("smcdel")
    .description("evaluate the queries of SMCDEL text files (S5 with public announcements)")
    .argument("<file...>", "files in SMCDEL's text format; - reads standard input")
    .option("--json", "print one JSON object per file: status, initial_states and jobs, or the error and its position")
    .addHelpText(
      "after",
      `
A file says: VARS 1,2  LAW Top  OBS ann: 2  bob: 1  and then any number of queries:
  VALID? F           is F true at every state?
  WHERE? F           at which states is F true?
  TRUE? {1,2} F      is F true where exactly 1 and 2 are true?
Valuations are listed one by one, so at most ${MAXIMUM_ATOMS} atoms are supported.

Exit code: 0 all files were answered, 1 a file has an error, 2 a file cannot be read.`,
    )
    .action(async (files: string[], options: { json?: boolean }) => {
      let hasRefusal = false;
      for (const file of files) {
        const source = await readSource(file, io);
        const answers = answerText(source);
        const outcome = answers.status === "ok" ? computeAnswers(answers) : answers;
        if (outcome.status !== "ok") hasRefusal = true;
        if (options.json) await writeJson(outcome, io);
        else if (outcome.status === "ok") await writeAnswers(fileLabel(file), outcome, io);
        else await writeRefusal(fileLabel(file), source, outcome, io);
      }
      finish(hasRefusal ? 1 : 0);
    });
};

type Outcome = { status: "ok"; input: ParsedInput; initialStates: number; answers: QueryAnswer[] } | Refusal;
type ParsedInput = Extract<TextAnswers, { status: "ok" }>["input"];

/** Computes all answers first, so that nothing is printed if a query exceeds a limit. */
function computeAnswers({ input, initialStates, jobs }: Extract<TextAnswers, { status: "ok" }>): Outcome {
  try {
    return { status: "ok", input, initialStates, answers: [...jobs()] };
  } catch (problem) {
    if (problem instanceof LimitProblem) return { status: "limit_error", messages: [problem.message] };
    throw problem;
  }
}

async function readSource(file: string, io: CommandIo): Promise<string> {
  try {
    const source = file === "-" ? await text(io.stdin) : await readFile(file, "utf8");
    return source.replace(/^\uFEFF/, "");
  } catch (problem) {
    throw createReadError(file, problem);
  }
}

function fileLabel(file: string): string {
  return file === "-" ? "standard input" : file;
}

async function writeJson(outcome: Outcome, io: CommandIo): Promise<void> {
  if (outcome.status !== "ok") {
    const { status } = outcome;
    const detail =
      "messages" in outcome ? { messages: outcome.messages } : { line: outcome.line, column: outcome.column };
    await writeLine(io.stdout, JSON.stringify({ status, ...detail }));
    return;
  }
  await writePieces(io, jsonPieces(outcome.initialStates, outcome.answers));
}

function* jsonPieces(initialStates: number, answers: QueryAnswer[]): Generator<string> {
  yield `{"status":"ok","initial_states":${initialStates},"jobs":[`;
  for (const [index, answer] of answers.entries()) {
    if (index > 0) yield ",";
    const { job } = answer;
    if (job === "VALID?") yield JSON.stringify({ job, result: answer.result });
    else if (job === "TRUE?") yield JSON.stringify({ job, state: answer.state, result: answer.result });
    else {
      yield `{"job":"WHERE?","result":[`;
      let separator = "";
      for (const state of answer.states()) {
        yield separator + JSON.stringify(state);
        separator = ",";
      }
      yield "]}";
    }
  }
  yield "]}\n";
}

/** Writes in chunks of about 64 KB and waits for a slow reader, so that a million states need little memory. */
async function writePieces(io: CommandIo, pieces: Iterable<string>): Promise<void> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length > 65_536) {
      if (!io.stdout.write(chunk)) await new Promise<void>((resolve) => io.stdout.once("drain", resolve));
      chunk = "";
    }
  }
  if (!io.stdout.write(chunk)) await new Promise<void>((resolve) => io.stdout.once("drain", resolve));
}

async function writeAnswers(name: string, outcome: Extract<Outcome, { status: "ok" }>, io: CommandIo): Promise<void> {
  const colors = pc.createColors("isTTY" in io.stdout && io.stdout.isTTY === true && pc.isColorSupported);
  const atoms = new Set(outcome.input.atoms).size;
  const agents = new Set(outcome.input.observations.map(({ agent }) => agent)).size;
  const facts = [
    formatNounCount(atoms, "atom"),
    formatNounCount(agents, "agent"),
    formatNounCount(outcome.initialStates, "state"),
  ];
  await writeLine(io.stdout, `${colors.bold(name)}  ${colors.dim(facts.join(", "))}`);
  if (outcome.answers.length === 0) await writeLine(io.stdout, "  asks nothing");
  for (const [index, answer] of outcome.answers.entries()) {
    const number = colors.dim(String(index + 1).padStart(3));
    const formula = formatFormula(answer.formula);
    if (answer.job === "WHERE?") {
      await writeLine(
        io.stdout,
        `${number}  ${colors.cyan(formatNounCount(answer.count, "state"))}  WHERE? ${formula}`,
      );
      await writePieces(io, linesOf(answer.states()));
    } else {
      const verdict = answer.result ? colors.green("true ") : colors.red("false");
      const question = answer.job === "VALID?" ? "VALID?" : `TRUE? {${answer.state.join(",")}}`;
      await writeLine(io.stdout, `${number}  ${verdict}  ${question} ${formula}`);
    }
  }
}

function* linesOf(states: Iterable<number[]>): Generator<string> {
  for (const state of states) yield `       {${state.join(",")}}\n`;
}

function formatNounCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

async function writeRefusal(name: string, source: string, refusal: Refusal, io: CommandIo): Promise<void> {
  if ("messages" in refusal) {
    for (const message of refusal.messages) await writeLine(io.stderr, `${name}: ${message}`);
    return;
  }
  const { line, column } = refusal;
  if (refusal.status === "lex_error") {
    await writeLine(io.stderr, `${name}:${line}:${column}: no token of the format begins here`);
    await writeExcerpt(source, line, column, io);
    return;
  }
  if (refusal.found === null) {
    await writeLine(io.stderr, `${name}:${line}:${column}: the text ends where ${refusal.expected} should follow`);
    return;
  }
  await writeLine(
    io.stderr,
    `${name}:${line}:${column}: expected ${refusal.expected}, found ${JSON.stringify(refusal.found.text)}`,
  );
  await writeExcerpt(source, line, column, io);
}

/** Prints the line of the error with a caret below the position. Tabs become spaces, so that both lines are aligned. */
async function writeExcerpt(source: string, line: number, column: number, io: CommandIo): Promise<void> {
  let excerpt = "";
  for (const character of source.split("\n")[line - 1] ?? "") {
    excerpt += character === "\t" ? " ".repeat(8 - (excerpt.length % 8)) : character;
  }
  const start = Math.max(0, column - 60);
  await writeLine(io.stderr, `  ${[...excerpt].slice(start, start + 100).join("")}`);
  await writeLine(io.stderr, `  ${" ".repeat(column - 1 - start)}^`);
}
