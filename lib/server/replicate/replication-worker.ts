import type { MissingPart, Observations } from "@/lib/domain/replicate/observation.ts";
import type { Replication } from "@/lib/domain/replicate/paper-table.ts";
import { getReplicatedPaper, replicate } from "@/lib/domain/replicate/papers.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";

/** The tables of a paper in a thread. */
export const script = serveThread<
  { paper: string; observations: Observations; missing: readonly MissingPart[] },
  never,
  never,
  Replication
>(({ paper, observations, missing }) => {
  const found = getReplicatedPaper(paper);
  if (!found) throw new RangeError(`there is no paper ${JSON.stringify(paper)}`);
  return replicate(found, observations, missing);
});
