import { parseSync } from "oxc-parser";

interface FunctionNode {
  type: string;
  id?: { name: string } | null;
  body?: { start: number } | null;
  declaration?: FunctionNode | null;
}

/**
 * The source with a statement at the beginning of a function of the file's top level: `return …` replaces the function.
 *
 * @throws Error if the file has no such function
 */
export function insertIntoFunction(path: string, source: string, name: string, statement: string): string {
  for (const node of parseSync(path, source).program.body as unknown as FunctionNode[]) {
    const declared = node.declaration ?? node;
    if (declared.type !== "FunctionDeclaration" || declared.id?.name !== name || !declared.body) continue;
    const at = declared.body.start + 1;
    return `${source.slice(0, at)} ${statement} ${source.slice(at)}`;
  }
  throw new Error(`${path} has no function ${name}`);
}
