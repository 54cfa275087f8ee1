/** Something that the search of the workspace finds. */
export interface SearchHit {
  kind: "Study" | "Item" | "Model" | "Page" | "Help";
  label: string;
  /** A detail that distinguishes the hit from others with the same name. */
  detail: string;
  href: string;
}

/** Hits of each kind. */
export const hitsPerKind = 6;
