import beliefCounts from "../beliefs/fixtures/published-counts.json" with { type: "json" };
import kste2025 from "../statistics/fixtures/kste2025.json" with { type: "json" };
import mindgames2023 from "../statistics/fixtures/mindgames2023.json" with { type: "json" };
import street2024 from "../statistics/fixtures/street2024.json" with { type: "json" };
import type { Observations } from "./observation.ts";
import { limitTableToStatus, listMissingValues, type PaperTables, type Replication } from "./paper-table.ts";
import { replicateEob2026 } from "./papers/eob-2026.ts";
import { replicateKste2025 } from "./papers/kste-2025.ts";
import { replicateMindgames2023 } from "./papers/mindgames-2023.ts";
import { replicateStreet2024 } from "./papers/street-2024.ts";
import {
  type EvaluationRecipe,
  eobEvaluations,
  eobStudies,
  ksteEvaluations,
  ksteStudies,
  mindgamesEvaluations,
  mindgamesStudies,
  type StudyRecipe,
  streetEvaluations,
  streetStudies,
} from "./recipes.ts";

/** One paper that can be replicated. */
export interface ReplicatedPaper {
  id: string;
  /** Authors and year. */
  label: string;
  /** The value of `--data`. */
  data: string;
  /** Kinds of items, of which the data must have at least one. */
  kinds: readonly string[];
  /** Attributes of which an item must have at least one; if the list is empty, all items of the kinds are accepted. */
  attributes: readonly string[];
  studies: readonly StudyRecipe[];
  evaluations: readonly EvaluationRecipe[];
  replicate: (observations: Observations) => PaperTables;
}

/** The papers, in the order of the list. */
export const replicatedPapers: readonly ReplicatedPaper[] = [
  {
    id: "street2024",
    label: "Street et al. 2024",
    data: "items of kind true-false with the labels of MoToMQA (JSON lines or a table), such as the demo's",
    kinds: ["true-false"],
    attributes: ["label", "type"],
    studies: streetStudies,
    evaluations: streetEvaluations,
    replicate: (observations) => replicateStreet2024(street2024, observations),
  },
  {
    id: "mindgames2023",
    label: "Sileo and Lernould 2023",
    data: "the released JSON lines, or a set written by parallax mindgames",
    kinds: ["true-false"],
    attributes: ["setup"],
    studies: mindgamesStudies,
    evaluations: mindgamesEvaluations,
    replicate: (observations) => replicateMindgames2023(mindgames2023, observations),
  },
  {
    id: "kste2025",
    label: "Yang et al. 2026",
    data: "the released folder, a zip of it, or its items as JSON lines",
    kinds: ["consistency", "two-choice"],
    attributes: [],
    studies: ksteStudies,
    evaluations: ksteEvaluations,
    replicate: (observations) => replicateKste2025(kste2025, observations),
  },
  {
    id: "eob2026",
    label: "Du et al. 2026",
    data: "a folder with tuples and templates, a file of tuples, or the authors' result files (CSV, one or a folder)",
    kinds: ["yes-no"],
    attributes: ["fact"],
    studies: eobStudies,
    evaluations: eobEvaluations,
    replicate: (observations) => replicateEob2026(beliefCounts, observations),
  },
];

/** The paper with that id, or null. */
export function getReplicatedPaper(id: string): ReplicatedPaper | null {
  return replicatedPapers.find((paper) => paper.id === id) ?? null;
}

/**
 * Computes a paper's tables from answers, without tests of people whose data are not locked, and lists what is missing: evaluations that could not run (`missing`), and
 * values that could not be computed.
 */
export function replicate(
  paper: ReplicatedPaper,
  observations: Observations,
  missing: Replication["missing"],
): Replication {
  const replication = paper.replicate(observations);
  const { peopleStatus } = observations;
  const tables = replication.tables.map((table) => limitTableToStatus(table, peopleStatus));
  return {
    ...replication,
    tables,
    peopleStatus,
    missing: [...missing, ...tables.flatMap((table) => listMissingValues(table))],
  };
}
