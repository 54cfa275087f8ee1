import type { ReplicatedPaper } from "@/lib/domain/replicate/papers.ts";
import type { EndpointView } from "../models/evaluations/endpoints.ts";
import type { ReplicationStudy } from "./replication-studies.ts";

/** The questions and endpoints of a replication's evaluations. */
export interface ReplicationEvaluationInput {
  projectId: string;
  paper: ReplicatedPaper;
  benchmarkId: string;
  kinds: ReadonlySet<string>;
  studies: readonly ReplicationStudy[];
  endpoints: readonly EndpointView[];
  /** Runs of logs, whose open-ended answers an endpoint judges. */
  logRunIds: readonly string[];
  /** The cost limit of all evaluations together, in US dollars; null without an endpoint that has a price. */
  maxCostUsd: number | null;
  /** Called with the progress of the current evaluation. */
  onProgress: (words: string) => Promise<void> | void;
  signal: AbortSignal;
}
