import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

// Typed database access (docs/architecture.md): a statement whose rows or count are used goes through
// lib/server/platform/database/rows.ts, which checks each row against a schema. Elsewhere `query` may only be called
// for its effect, as a statement: `await client.query(…);`.

/** The module itself, and the adapter between two database drivers. */
const doors = new Set([
  "lib/server/platform/database/rows.ts",
  "lib/server/platform/database/read-cursor.ts",
  "lib/server/platform/database/with-transaction.ts",
  "lib/server/platform/database/schema-engine.ts",
]);

/** Tests state the rows they expect, and are excluded. */
const folders = ["app", "bench", "bin", "e2e", "lib", "prisma"];

/** A query that is streamed as bytes has no rows. */
const streams = ["copyTo", "copyFrom"];

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

it("every raw row is read through the typed door", () => {
  const open = listFiles().flatMap((path) => {
    const source = readFileSync(path, "utf8");
    return readsOf(parseSync(path, source).program as unknown as Node).map(
      (start) => `${path}:${source.slice(0, start).split("\n").length}`,
    );
  });
  expect(open).toEqual([]);
});

it.each([
  ["const { rows } = await client.query('SELECT 1');", 1],
  ["const done = (await pool().query(sql`SELECT 1`)).rowCount;", 1],
  ["async function read() { return client.query<{ id: string }>('SELECT id'); }", 1],
  ["const found = await db().$queryRaw`SELECT 1`;", 1],
  ["await client.query('SET LOCAL enable_nestloop = off');", 0],
  ["await client.query('ROLLBACK').catch(() => undefined);", 0],
  ["const into = client.query(copyFrom('COPY t FROM STDIN'));", 0],
])("tells in %s whether rows are read", (source, expected) => {
  expect(readsOf(parseSync("probe.ts", source).program as unknown as Node)).toHaveLength(expected);
});

function listFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...folders], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path) && !/^lib\/domain\//.test(path))
    .filter((path) => !doors.has(path) && !path.includes("/generated/"))
    .filter((path) => /\.query\b|\$queryRaw/.test(readOrEmpty(path)));
}

/** Listed, but perhaps deleted in the working tree. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Where a program reads rows from the database. */
function readsOf(program: Node): number[] {
  const found: number[] = [];
  const visit = (node: Node, parents: readonly Node[]) => {
    const called = nameOfCalled(node);
    if (called === "$queryRaw" || called === "$queryRawUnsafe") found.push(node.start);
    if (called === "query" && !isUnread(node, parents)) found.push(node.start);
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  };
  visit(program, []);
  return found;
}

function nameOfCalled(node: Node): string | null {
  const called = node.type === "CallExpression" ? node.callee : node.type === "TaggedTemplateExpression" && node.tag;
  const member = called as { type?: string; property?: { name?: string } } | false;
  return member && member.type === "MemberExpression" ? (member.property?.name ?? null) : null;
}

function isUnread(call: Node, parents: readonly Node[]): boolean {
  const [first] = call.arguments as { type: string; callee?: { name?: string } }[];
  if (first?.type === "CallExpression" && streams.includes(first.callee?.name ?? "")) return true;
  const [isCatch, isCalled] = [parents[0], parents[1]];
  const caught = isCatch && (isCatch.property as { name?: string } | undefined)?.name === "catch" && isCalled;
  const above = caught ? parents.slice(2) : parents;
  return above[0]?.type === "AwaitExpression" && above[1]?.type === "ExpressionStatement";
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node =>
    typeof value === "object" && value !== null && typeof (value as Node).type === "string";
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}
