/** One number that a paper prints, with the recomputed value. */
export interface PublishedQuantity {
  name: string;
  printed: string;
  /** null if the test has no value; null never agrees. */
  ours: number | null;
  agrees: boolean;
  /** The known error of the paper that explains a disagreement or a doubt; null if there is none. */
  misprint: string | null;
}

/** One published test or row of a table, recomputed as published, with the result of a better analysis. */
export interface PublishedCheck {
  /** Section and kind of test, the heading of the output. */
  group: string;
  label: string;
  quantities: PublishedQuantity[];
  /** Why the referee rejects the test as published; null if it accepts it. */
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
  /** Printed values that cannot be correct. */
  errors: NamedError[];
  /** Recommendations that are not errors of the publication. */
  remarks: NamedError[];
  /** What cannot be computed from the published numbers. */
  notReproducible: { what: string; why: string }[];
}

/** Disagreements that no known error explains. If there are none, the paper is reproduced. */
export function findUnexplained(reproduction: Reproduction): { label: string; quantity: PublishedQuantity }[] {
  return reproduction.checks.flatMap(({ label, quantities }) =>
    quantities.filter(({ agrees, misprint }) => !agrees && misprint === null).map((quantity) => ({ label, quantity })),
  );
}
