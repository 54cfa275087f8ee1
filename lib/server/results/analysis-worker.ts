import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import { serveThread } from "../platform/threads/serve-thread.ts";
import { type AnalysisFilesInput, writeAnalysis } from "./write-analysis.ts";

/** The files of an analysis in a thread. */
export const script = serveThread<AnalysisFilesInput, never, never, AnalysisFile[]>(writeAnalysis);
