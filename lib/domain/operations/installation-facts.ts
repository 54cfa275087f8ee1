/**
 * All facts that the doctor checks. A fact is null if it could not be determined; another finding then states the
 * reason.
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
        /** Database settings that can lose committed data, such as `fsync=off`. */
        unsafeSettings: readonly string[];
        /** Whether the account in `DATABASE_URL` is a superuser and can bypass triggers and grants. */
        isSuperuser: boolean;
      }
    | { state: "silent"; reason: string };
  isEmbedded: boolean;
  /** Migrations that the database lacks, and migrations in the database that this program does not know. */
  migrations: { pending: readonly string[]; unknown: readonly string[] } | null;
  /** Free space of each folder in which Parallax writes. */
  disks: readonly { folder: string; use: string; freeMegabytes: number }[];
  backups: {
    folder: string | null;
    everyHours: number;
    /** The newest complete backup. */
    last: { file: string; ageHours: number } | null;
    damaged: readonly string[];
  };
  settings: { publicUrl: string; hasNamedProxy: boolean; host: string | null };
  /**
   * Whether the installation secret is configured, and whether the database still contains a copy from an earlier
   * version.
   */
  secret: { isKnown: boolean; isInDatabase: boolean } | null;
  owners: number | null;
  /** Background jobs that failed and will not be retried. */
  deadJobs: number | null;
}
