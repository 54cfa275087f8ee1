/** A result of the search in the research area. */
export interface SearchHit {
  kind: "Study" | "Item" | "Model" | "Page" | "Help";
  label: string;
  /** A detail that distinguishes results with the same name. */
  detail: string;
  href: string;
}

/** Hits of each kind. */
export const hitsPerKind = 6;
