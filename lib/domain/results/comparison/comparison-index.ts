/** One question that a study can answer, and the page with its test. */
export interface ComparisonEntry {
  question: string;
  /** The results page itself, the tables and comparisons, or the analyses of single answers. */
  page: "results" | "tables" | "analyses";
  /** A section of the results page, or a view of one of the other two pages. */
  place: string;
}

/** Index of all comparisons that the referee makes for a study. */
export const comparisonIndex: readonly ComparisonEntry[] = [
  { question: "People against each model", page: "results", place: "people-beside-models" },
  { question: "Models against each other, with Holm and tie letters", page: "results", place: "models" },
  { question: "People and models against the chance level", page: "results", place: "models" },
  { question: "Groups of people against each other", page: "analyses", place: "attributes" },
  { question: "Levels within a subject", page: "tables", place: "levels" },
  { question: "Theory of mind against facts", page: "tables", place: "tom-factual" },
  { question: "Word order, story, anchoring", page: "tables", place: "factors" },
  { question: "Prompts, shots and sources of one model", page: "tables", place: "prompts" },
  { question: "Size, tuning and thinking within a family", page: "tables", place: "families" },
  { question: "Size, examples and groups of items", page: "tables", place: "scale" },
  { question: "Binary choice against open answers", page: "tables", place: "open-ended" },
  { question: "Interactions with attributes of items", page: "tables", place: "interactions" },
  { question: "Argmax against summed probability", page: "analyses", place: "distributions" },
  { question: "Two-way clustering by person and story", page: "analyses", place: "clusters" },
];
