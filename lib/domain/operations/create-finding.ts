/** One result of the doctor's checks. */
export interface DoctorFinding {
  check:
    | "versions"
    | "database"
    | "migrations"
    | "disk"
    | "backup"
    | "clock"
    | "settings"
    | "secret"
    | "accounts"
    | "jobs";
  state: "good" | "warning" | "problem";
  /** The observation. */
  says: string;
  /** The remedy; empty if none is needed. */
  remedy: string;
}

/** A finding; without a remedy if none is needed. */
export const createFinding = (
  check: DoctorFinding["check"],
  state: DoctorFinding["state"],
  says: string,
  remedy = "",
): DoctorFinding => ({
  check,
  state,
  says,
  remedy,
});
