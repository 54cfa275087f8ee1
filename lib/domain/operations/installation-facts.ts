/**
 * All facts that the doctor checks. Null means that a fact could not be determined, and that another finding states
 * why.
 */
export interface InstallationFacts {
  node: string;
  parallax: string;
  /** Version of the running server. */
  postgres: { version: string; major: number } | null;
  database:
    | {
        state: "answers";
        isReplica: boolean;
        isReadOnly: boolean;
        clockSkewSeconds: number;
        /** Settings that can lose committed data, such as `fsync=off`. */
        unsafeSettings: readonly string[];
        /** Whether the account of `DATABASE_URL` is a superuser, who can bypass triggers and grants. */
        isSuperuser: boolean;
      }
    | { state: "silent"; reason: string };
  isEmbedded: boolean;
  /**
   * Migrations of this program that the database lacks, and migrations of the database that are unknown to this
   * program.
   */
  migrations: { pending: readonly string[]; unknown: readonly string[] } | null;
  /** Free space of each folder that is written to. */
  disks: readonly { folder: string; use: string; freeMegabytes: number }[];
  backups: {
    folder: string | null;
    everyHours: number;
    /** The newest complete backup. */
    last: { file: string; ageHours: number } | null;
    damaged: readonly string[];
  };
  settings: { publicUrl: string; namesProxy: boolean; host: string | null };
  /**
   * Whether the installation secret is configured here, and whether a copy of an earlier version is still in the
   * database.
   */
  secret: { isKnown: boolean; isInDatabase: boolean } | null;
  owners: number | null;
  /** Background jobs that failed and will not be retried. */
  deadJobs: number | null;
}
