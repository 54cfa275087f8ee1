/** One thing that the doctor looked at. */
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
  /** What is so. */
  says: string;
  /** What to do; empty where nothing is to be done. */
  remedy: string;
}

/** A finding; without a remedy where nothing is to be done. */
export const finding = (check: Finding["check"], state: Finding["state"], says: string, remedy = ""): Finding => ({
  check,
  state,
  says,
  remedy,
});
