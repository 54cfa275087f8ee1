import { MatchCounts } from "../models/match-counts.ts";
import { readKnownItems } from "../models/read-known-items.ts";
import { openInThread } from "./import-parts.ts";
import type { PredictionFileSettings } from "./open-prediction-file.ts";

/**
 * Opens a prediction file in a thread, which matches its rows with the items of a benchmark.
 *
 * @throws UnusableLogError for a file that cannot be trusted, on opening or while its lines are read
 */
export async function openPredictionsInThread(path: string, settings: PredictionFileSettings, benchmarkId: string) {
  const { predictionsWorker } = await import("./predictions-worker.generated.ts");
  const mapping = new MatchCounts();
  const { opened, lines, sha256 } = await openInThread(
    predictionsWorker,
    { path, settings },
    { pieces: readKnownItems(benchmarkId), onMatch: (...match) => mapping.add(...match) },
  );
  const { about, format, remarks } = opened;
  return { format, remarks, source: { ...about, fileName: settings.fileName, lines, sha256, mapping } };
}
