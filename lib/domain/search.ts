/** Something that the search of the workspace finds. */
export interface SearchHit {
  kind: "Study" | "Item" | "Model" | "Page" | "Help";
  label: string;
  /** What tells it apart from others of that name. */
  detail: string;
  href: string;
}

/** Hits of each kind. */
export const hitsPerKind = 6;
