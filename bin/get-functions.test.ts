import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

// A function named `get…` only reads. What may compute, store or record something is named `load…` or after its effect.

/** The functions that write, request a job or compute a stored result. */
const effects = [
  "stored-results/stored-result.ts#loadStoredResult",
  "stored-results/stored-result.ts#loadStoredResults",
  "stored-results/stored-result.ts#loadFreshResult",
  "stored-results/stored-result.ts#computeResult",
  "studies/parity/tally-predictions.ts#tallyForPage",
  "studies/parity/tally-predictions.ts#tallyPredictions",
  "platform/jobs/enqueue-job.ts#enqueueJob",
  "platform/audit/record-audit.ts#recordAudit",
  "platform/database/with-transaction.ts#withTx",
].map((name) => `lib/server/${name}`);

type Functions = Map<string, string[]>;

/** The top-level functions and constants of a file, each with what it names, as `path#name`. */
function namesUsed(path: string, text: string): Functions {
  const { program, module } = parseSync(path, text);
  const known = new Map<string, string>();
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries)
      known.set(localName.value, `${resolved(path, moduleRequest.value)}#${importName.name}`);
  const declared = program.body.flatMap((statement): { name: string; node: object }[] => {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (node?.type === "FunctionDeclaration") return node.id ? [{ name: node.id.name, node }] : [];
    if (node?.type !== "VariableDeclaration") return [];
    return node.declarations.flatMap((one) => (one.id.type === "Identifier" ? [{ name: one.id.name, node: one }] : []));
  });
  for (const { name } of declared) known.set(name, `${path}#${name}`);
  return new Map(
    declared.map(({ name, node }) => [
      `${path}#${name}`,
      [...identifiers(node)].flatMap((used) => (used === name ? [] : (known.get(used) ?? []))),
    ]),
  );
}

function resolved(from: string, request: string): string {
  return request.startsWith(".") ? join(from, "..", request) : request.replace(/^@\//, "");
}

function identifiers(root: unknown): Set<string> {
  const found = new Set<string>();
  const open = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if ("type" in next && next.type === "Identifier" && "name" in next) found.add(String(next.name));
    open.push(...Object.values(next));
  }
  return found;
}

/** The shortest known way from a function to one with an effect; null if there is none. */
function wayToEffect(functions: Functions, start: string): string[] | null {
  const ways = [[start]];
  const seen = new Set([start]);
  for (const way of ways) {
    const last = way.at(-1)!;
    if (effects.includes(last)) return way;
    for (const next of functions.get(last) ?? []) {
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return null;
}

const functions: Functions = new Map(
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "lib/server"], { encoding: "utf8" })
    .split("\n")
    .filter((path) => /\.ts$/.test(path) && !/\.test\.|\.generated\./.test(path) && existsSync(path))
    .flatMap((path) => [...namesUsed(path, readFileSync(path, "utf8"))]),
);

describe("functions named get", () => {
  it("only read", () => {
    const getters = [...functions.keys()].filter((name) => /#get[A-Z]/.test(name));
    expect(getters.length).toBeGreaterThan(50);
    expect(getters.flatMap((name) => wayToEffect(functions, name)?.join(" > ") ?? [])).toEqual([]);
  });

  it("are followed through other functions and files", () => {
    expect(effects.filter((name) => !functions.has(name))).toEqual([]);
    const text = 'import { withTx as tx } from "../platform/database/with-transaction.ts";\n';
    const example = namesUsed(
      "lib/server/users/one.ts",
      `${text}const keep = () => tx();\nfunction getOne() { keep(); }`,
    );
    expect(wayToEffect(example, "lib/server/users/one.ts#getOne")).toHaveLength(3);
  });
});
