import kste2025 from "../statistics/fixtures/kste2025.json" with { type: "json" };
import type { Observations } from "./observation.ts";
import { missingOfTable, type Replication } from "./paper-table.ts";
import { replicateKste2025 } from "./papers/kste-2025.ts";
import { type EvaluationRecipe, ksteEvaluations, ksteStudies, type StudyRecipe } from "./recipes.ts";

/** One paper that can be replicated. */
export interface ReplicatedPaper {
  id: string;
  /** Authors and year. */
  label: string;
  /** What `--data` takes. */
  data: string;
  /** The kinds of items that the data must hold, at least one of them. */
  kinds: readonly string[];
  studies: readonly StudyRecipe[];
  evaluations: readonly EvaluationRecipe[];
  replicate: (observations: Observations) => Replication;
}

/** The papers, in the order in which they are offered. */
export const replicatedPapers: readonly ReplicatedPaper[] = [
  {
    id: "kste2025",
    label: "Yang et al. 2026",
    data: "the released folder, a zip of it, or its items as JSON lines",
    kinds: ["consistency", "two-choice"],
    studies: ksteStudies,
    evaluations: ksteEvaluations,
    replicate: (observations) => replicateKste2025(kste2025, observations),
  },
];

/** The paper of that id, or null. */
export function getReplicatedPaper(id: string): ReplicatedPaper | null {
  return replicatedPapers.find((paper) => paper.id === id) ?? null;
}

/** A paper's tables from answers, with everything that is missing: what could not be asked, and each value without ours. */
export function replicate(
  paper: ReplicatedPaper,
  observations: Observations,
  missing: Replication["missing"],
): Replication {
  const replication = paper.replicate(observations);
  return {
    ...replication,
    missing: [...missing, ...replication.missing, ...replication.tables.flatMap(missingOfTable)],
  };
}
