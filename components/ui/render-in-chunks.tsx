import type { ReactNode } from "react";

// The server renders a page in one go unless a part suspends, and handles no other requests meanwhile. Therefore, parts
// that grow with the number of models suspend before they are rendered.

let lastYield: Promise<void> = Promise.resolve();

/** Renders its children in a separate task of the event loop. Earlier requests are handled first. */
export async function RenderInOwnTask({ children }: { children: ReactNode }) {
  const thisYield = lastYield.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  lastYield = thisYield;
  await thisYield;
  return children;
}

/** Renders a long list in chunks with `each` elements. */
export function RenderInChunks({ children, each }: { children: readonly ReactNode[]; each: number }) {
  const chunkCount = Math.ceil(children.length / each);
  return Array.from({ length: chunkCount }, (_, turn) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by their index.
    <RenderInOwnTask key={turn}>{children.slice(turn * each, (turn + 1) * each)}</RenderInOwnTask>
  ));
}
