import type { ReactNode } from "react";

// The server renders a page without yielding unless a part of it suspends; no other request is handled in the meantime.
// Parts of pages that grow with the number of models therefore suspend before they are rendered.

let lastTurn: Promise<void> = Promise.resolve();

/** Renders its children in a separate iteration of the event loop, after earlier requests. */
export async function RenderInOwnTask({ children }: { children: ReactNode }) {
  const thisTurn = lastTurn.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  lastTurn = thisTurn;
  await thisTurn;
  return children;
}

/** Renders a long list in chunks of a given size. */
export function RenderInChunks({ children, each }: { children: readonly ReactNode[]; each: number }) {
  const chunkCount = Math.ceil(children.length / each);
  return Array.from({ length: chunkCount }, (_, turn) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: chunks are identified by their index.
    <RenderInOwnTask key={turn}>{children.slice(turn * each, (turn + 1) * each)}</RenderInOwnTask>
  ));
}
