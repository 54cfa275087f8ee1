import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

// Limits of size: lines of a file, lines of a function, source files in a folder.

const maxLinesOfFile = 300;
const maxLinesOfFunction = 100;
const maxFilesOfFolder = 30;

/** Tests, and files that only tests import. */
const test = /\.test\.tsx?$|^e2e\/|^(components|lib\/domain\/[^/]+)\/(fixtures|testing)\//;

/** Data files: they contain no logic. */
const data = new Map([["lib/domain/beliefs/broader-names.ts", "which name stands for more than which others"]]);

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(tsx?|js|mjs|css|prisma)$/.test(path) && !test.test(path) && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

interface Node {
  type: string;
  start: number;
  end: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Every function of a file at any depth: its position and number of lines. */
function functionsOf(path: string, text: string): { start: number; lines: number }[] {
  const found: { start: number; lines: number }[] = [];
  const open: unknown[] = [parseSync(path, text).program.body];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if (isNode(next) && functions.has(next.type))
      found.push({ start: next.start, lines: linesOf(text.slice(next.start, next.end)) });
    open.push(...Object.values(next));
  }
  return found.sort((left, right) => left.start - right.start);
}

const linesOf = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

/** Names that Next.js reads from its files. */
const frameworkNames =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|metadata|generateMetadata|viewport|dynamic|revalidate|runtime|maxDuration|config)$/;
/** `register` adds a command to the command line; `script` is the entry point of a thread. One in each such file. */
const entryPoints = /^(lib\/cli\/(?:[\w-]+\/)?[\w-]+\.ts register|lib\/server\/.+-worker\.ts script)$/;

/** The names that a file declares and exports. */
function exportedNames(path: string, text: string): string[] {
  const entries = parseSync(path, text).module.staticExports.flatMap((statement) => statement.entries);
  return entries.flatMap(({ exportName, moduleRequest }) =>
    moduleRequest === null && exportName.kind === "Name" && exportName.name !== null ? [exportName.name] : [],
  );
}

describe("exported names", () => {
  it("are declared once, so that a search finds one thing", () => {
    const declared = new Map<string, string[]>();
    for (const { path, text } of sources) {
      if (!/^(app|bin|components|lib)\/.*\.tsx?$/.test(path) || path.includes(".generated.")) continue;
      for (const name of exportedNames(path, text)) {
        if (frameworkNames.test(name) || entryPoints.test(`${path} ${name}`)) continue;
        declared.set(name, [...(declared.get(name) ?? []), path]);
      }
    }
    expect([...declared].filter(([, paths]) => paths.length > 1)).toEqual([]);
    expect(declared.size).toBeGreaterThan(1_000);
  });
});

describe("the size of things", () => {
  it(`no file has more than ${maxLinesOfFile} lines, but data and tests`, () => {
    const long = sources
      .filter(({ path, text }) => !data.has(path) && linesOf(text) > maxLinesOfFile)
      .map(({ path, text }) => `${path}: ${linesOf(text)} lines`);
    expect(long).toEqual([]);
  });

  it(`no folder has more than ${maxFilesOfFolder} source files`, () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > maxFilesOfFolder)).toEqual([]);
  });

  it("what is called data holds no function", () => {
    const withFunctions = sources.filter(({ path, text }) => data.has(path) && functionsOf(path, text).length > 0);
    expect(withFunctions.map(({ path }) => path)).toEqual([]);
    expect(sources.filter(({ path }) => data.has(path))).toHaveLength(data.size);
  });

  it(`no function has more than ${maxLinesOfFunction} lines, markup included`, () => {
    const long = sources
      .filter(
        ({ path, text }) =>
          /^(app|bin|components|lib)\/.*\.(tsx?|js)$/.test(path) && linesOf(text) > maxLinesOfFunction,
      )
      .flatMap(({ path, text }) =>
        functionsOf(path, text)
          .filter(({ lines }) => lines > maxLinesOfFunction)
          .map(({ start, lines }) => `${path}:${linesOf(text.slice(0, start))} has ${lines} lines`),
      );
    expect(long).toEqual([]);
  });

  it("measures functions inside of others, arrows and methods too", () => {
    const text = "const object = {\n  method() {\n    return [1].map((one) =>\n      one + 1,\n    );\n  },\n};\n";
    expect(functionsOf("object.ts", text).map(({ lines }) => lines)).toEqual([5, 2]);
  });
});
