import { serveThread } from "../platform/threads/serve-thread.ts";
import { type FoldName, startFold } from "./folds.ts";

/** A fold of rows in a thread. */
export const script = serveThread<{ name: FoldName; setup: unknown }, readonly unknown[], never, unknown>(
  async ({ name, setup }, { pieces }) => {
    const fold = startFold(name, setup);
    for await (const rows of pieces) fold.add(rows);
    return fold.finish();
  },
);
