import type { ReactNode } from "react";

// A server draws a page in one go unless a part of it waits for something, and no one else is served meanwhile. Parts of
// pages that grow with the number of models therefore wait for a turn of their own.

let last: Promise<void> = Promise.resolve();

/** Draws its children in a turn of the event loop of their own, after the turns that were asked for before. */
export async function RenderInOwnTask({ children }: { children: ReactNode }) {
  const own = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  last = own;
  await own;
  return children;
}

/** Renders a long list in chunks of a given size. */
export function RenderInChunks({ children, each }: { children: readonly ReactNode[]; each: number }) {
  const turns = Math.ceil(children.length / each);
  return Array.from({ length: turns }, (_, turn) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a turn is its place in the list.
    <RenderInOwnTask key={turn}>{children.slice(turn * each, (turn + 1) * each)}</RenderInOwnTask>
  ));
}
