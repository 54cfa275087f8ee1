import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { guards } from "./list-guards.ts";
import { insertIntoFunction } from "./replace-guard.ts";

it("replaces one function and leaves the others", () => {
  const source =
    "export async function may(a: { b: string }): Promise<void> { throw a; }\nfunction other() { return 2; }\n";
  expect(insertIntoFunction("a.ts", source, "may", "return undefined;")).toBe(
    "export async function may(a: { b: string }): Promise<void> { return undefined;  throw a; }\nfunction other() { return 2; }\n",
  );
  expect(() => insertIntoFunction("a.ts", source, "missing", "")).toThrow("a.ts has no function missing");
});

it.each(guards.map((guard) => [guard.name, guard] as const))("finds the guard %s", (_, { file, name, passThrough }) => {
  const source = readFileSync(file, "utf8");
  expect(insertIntoFunction(file, source, name, `return ${passThrough};`)).toContain(`{ return ${passThrough};`);
});
