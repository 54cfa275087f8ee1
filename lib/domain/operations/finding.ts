/** One result of the doctor's checks. */
export interface Finding {
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
export const finding = (check: Finding["check"], state: Finding["state"], says: string, remedy = ""): Finding => ({
  check,
  state,
  says,
  remedy,
});
