import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { main } from "../lib/cli/main.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const documents = ["README.md", "CONTRIBUTING.md", ...listFiles("docs", /\.md$/)];

/** Words that run a script of package.json; other measurements are manual and described so where they are named. */
const executedBy: Record<string, string> = {
  start: "e2e/first-start.spec.ts",
  test: "bin/test.js",
  generate: "bin/test.js",
  "check:shared": "bin/check-shared.js",
  "check:looks": ".ci/run",
  glossary: "lib/domain/glossary/glossary.test.ts",
  lockfile: "bin/lockfile.test.ts",
  crowd: "e2e/load-test/load-test.spec.ts",
  "crowd:annotation": ".ci/run",
  "campaign:hostile": "e2e/hostile-campaign/campaign.spec.ts",
  "campaign:faults": "e2e/campaigns/faults/faults.spec.ts",
};

/** Not a command: the key with which a recruiter's return link is signed. */
const signedText = "parallax link back";

interface DocumentedCommand {
  document: string;
  command: string;
  /** Its paragraph or block, and the paragraph before that introduces a block. */
  context: string;
}

/** Commands are in code blocks, one per line, or between backticks in a sentence. */
function listCommands(): DocumentedCommand[] {
  const begin =
    /^(?:[A-Z_]+=\S+ )*(?:(?:npx |bin\/)?parallax(?= )|npm (?:run|start|test|ci)|npx (?:tsx|vitest|playwright)|node |docker )/;
  return documents.flatMap((document) => {
    const paragraphs = readFileSync(join(root, document), "utf8").split(/\n{2,}/);
    return paragraphs.flatMap((paragraph, index) => {
      const context = `${paragraphs[index - 1] ?? ""}\n${paragraph}`;
      const lines = paragraph.split("\n").filter((line) => /^ {4}\S/.test(line));
      const spans = [...paragraph.replaceAll("\n", " ").matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
      return [...lines.map((line) => line.trim()), ...spans]
        .filter((command) => begin.test(command) && command !== signedText)
        .map((command) => ({ document, command: command.replace(/\s+#.*$/, ""), context }));
    });
  });
}

const commands = listCommands();
/** A mark names the reason: "not run here: durations depend on the machine". */
const mark = /not\s+run\s+here:\s+[a-z]/i;
const isMarked = ({ context }: DocumentedCommand) => mark.test(context);

/** The words after `parallax` that name a command: they end at an option, a placeholder or a file. */
function nameOf(command: string): string[] {
  const words = command.slice(command.indexOf("parallax")).split(" ").slice(1).filter(Boolean);
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

const helps = new Map<string, Promise<{ code: number; out: string }>>();

/** The help text of a command; many documents name the same command. */
function help(name: string[]): Promise<{ code: number; out: string }> {
  const key = name.join(" ");
  const said = helps.get(key) ?? readHelp(name);
  helps.set(key, said);
  return said;
}

async function readHelp(name: string[]): Promise<{ code: number; out: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const out = text(stdout);
  const code = await main([...name, "--help"], { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  return { code, out: await out };
}

/** Whether a test executes a command: of the command line by its name, of npm by its script. */
function commandIsRun(): (command: DocumentedCommand) => boolean {
  const tests = [...listFiles("bin", /\.test\.ts$/), ...listFiles("lib", /\.test\.ts$/), ...listFiles("e2e", /\.ts$/)]
    .filter((file) => !file.endsWith("docs-commands.test.ts"))
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((source) => /\bmain\(|bin\/parallax|run-parallax/.test(source))
    .map((source) => new Set(source.match(/(?<=["'` ])[a-z][a-z-]*(?=["'` ])/g)));
  return ({ command }) => {
    if (command.includes("parallax") && !command.startsWith("docker "))
      return tests.some((words) => nameOf(command).every((word) => words.has(word)));
    const [, script] = /npm (?:run )?([\w:]+)/.exec(command) ?? [];
    return script !== undefined && existsSync(join(root, executedBy[script] ?? "none"));
  };
}

describe("the commands in the documents", () => {
  it("are found", () => {
    expect(commands.length).toBeGreaterThan(50);
  });

  it("are counted, with those that are not run; each mark has a reason", () => {
    const isRun = commandIsRun();
    const left = commands.filter((one) => isMarked(one) && !isRun(one));
    const list = left.map(({ document, command }) => `  ${document}: ${command}`).join("\n");
    process.stdout.write(
      `${commands.length} commands in the documents, ${left.length} of them not run by a test and marked so:\n${list}\n`,
    );
    const unexplained = documents.filter((document) => {
      const text = readFileSync(join(root, document), "utf8");
      return (text.match(/not\s+run\s+here/gi) ?? []).length !== (text.match(new RegExp(mark, "gi")) ?? []).length;
    });
    expect(unexplained).toEqual([]);
  });

  it("of the command line exist, with every option that is written there", async () => {
    const wrong: string[] = [];
    for (const { document, command } of commands.filter((one) => one.command.includes("parallax"))) {
      const name = nameOf(command);
      const { code, out } = await help(name);
      if (code !== 0 || !out.includes(`parallax ${name.join(" ")}`.trim())) wrong.push(`${document}: ${command}`);
      for (const [option] of command.matchAll(/(?<=[\s[])--[a-z][a-z-]*/g))
        if (option !== "--help" && !out.includes(option)) wrong.push(`${document}: ${command}: no ${option}`);
    }
    expect(wrong).toEqual([]);
  });

  it("of the command line are executed by a test, or marked as not run here", () => {
    const isRun = commandIsRun();
    const wrong = commands
      .filter((one) => one.command.includes("parallax") && !isMarked(one) && !isRun(one))
      .map(({ document, command }) => `${document}: ${command}`);
    expect(wrong).toEqual([]);
  });

  it("of npm exist, and are executed by a test or marked as not run here", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const wrong: string[] = [];
    for (const one of commands.filter(({ command }) => !command.includes("parallax"))) {
      for (const [, run, short] of one.command.matchAll(/npm (?:run (\S+)|(start|test))/g)) {
        const script = (run ?? short) as string;
        if (!scripts[script]) wrong.push(`${one.document}: there is no ${script}`);
        else if (!isMarked(one) && !existsSync(join(root, executedBy[script] ?? "none")))
          wrong.push(`${one.document}: ${one.command}`);
      }
      if (one.command.startsWith("docker ") && !isMarked(one)) wrong.push(`${one.document}: ${one.command}`);
      const [, file] = one.command.match(/npx tsx (\S+)/) ?? [];
      if (file && !(existsSync(join(root, file)) && isMarked(one))) wrong.push(`${one.document}: ${one.command}`);
    }
    expect(wrong).toEqual([]);
  });
});

function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);
}
