import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

/**
 * Where a file of the development data lies that the repository may not ship: below `PARALLAX_SHARED_DATA`, else in
 * `shared/data` beside the checkout. Only `*.shared.test.ts` ask for it.
 */
export function sharedData(name: string): string {
  const folder = process.env.PARALLAX_SHARED_DATA;
  return fileURLToPath(folder ? new URL(name, `file://${folder}/`) : new URL(`../shared/data/${name}`, root));
}
