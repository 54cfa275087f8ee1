import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);

/**
 * The path of a file of the development data, which must not be redistributed: below `PARALLAX_SHARED_DATA`, otherwise
 * in `shared/data` next to the checkout. Only `*.shared.test.ts` files use it.
 */
export function sharedData(name: string): string {
  const folder = process.env.PARALLAX_SHARED_DATA;
  return fileURLToPath(folder ? new URL(name, `file://${folder}/`) : new URL(`../shared/data/${name}`, root));
}
