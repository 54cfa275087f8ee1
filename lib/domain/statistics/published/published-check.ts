/** One number that a paper prints, with the recomputed value. */
export interface PublishedQuantity {
  name: string;
  printed: string;
  /** Null if the test has no value. A null value never agrees with the printed value. */
  ours: number | null;
  agrees: boolean;
  /** The known error of the paper that explains why the values differ or are doubtful; null if there is none. */
  misprint: string | null;
}

/** A published test or table row, recomputed as published, with the result of a better analysis. */
export interface PublishedCheck {
  /** Section and kind of test, used as a heading of the output. */
  group: string;
  label: string;
  quantities: PublishedQuantity[];
  /** Why the referee rejects the published test; null if it accepts the test. */
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
  /** Recommendations about points that are not errors of the publication. */
  remarks: NamedError[];
  /** Values that cannot be computed from the published numbers. */
  notReproducible: { what: string; why: string }[];
}

/** The disagreements that no known error explains. If there are none, the paper is reproduced. */
export function findUnexplained(reproduction: Reproduction): { label: string; quantity: PublishedQuantity }[] {
  return reproduction.checks.flatMap(({ label, quantities }) =>
    quantities.filter(({ agrees, misprint }) => !agrees && misprint === null).map((quantity) => ({ label, quantity })),
  );
}
