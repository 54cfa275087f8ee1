/** One number that a paper prints, recomputed. */
export interface PublishedQuantity {
  name: string;
  printed: string;
  /** null where the test has no value; that never agrees. */
  ours: number | null;
  agrees: boolean;
  /** The named error of the paper that explains a disagreement or a doubt; null when there is none. */
  misprint: string | null;
}

/** One published test or row of a table, recomputed as published, with what a careful analysis would put beside it. */
export interface PublishedCheck {
  /** Section and kind of test, the heading under which it is printed. */
  group: string;
  label: string;
  quantities: PublishedQuantity[];
  /** What the referee says to the test as published; null when it would let it pass. */
  refused: string | null;
  /** The paired or corrected result. */
  beside: string | null;
}

export interface NamedError {
  id: string;
  where: string;
  printed: string;
  correct: string;
  confidence: string;
  evidence: string;
}

export interface Reproduction {
  title: string;
  checks: PublishedCheck[];
  /** What is printed and cannot be right. */
  errors: NamedError[];
  /** What a careful reader would do otherwise: no error of the publication. */
  remarks: NamedError[];
  /** What the published numbers do not suffice for. */
  notReproducible: { what: string; why: string }[];
}

/** Disagreements that no named error explains: none means that the paper is reproduced. */
export function unexplained(reproduction: Reproduction): { label: string; quantity: PublishedQuantity }[] {
  return reproduction.checks.flatMap(({ label, quantities }) =>
    quantities.filter(({ agrees, misprint }) => !agrees && misprint === null).map((quantity) => ({ label, quantity })),
  );
}
