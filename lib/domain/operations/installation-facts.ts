/** Everything that the doctor looked at. Null: it could not be found out, and another finding says why. */
export interface InstallationFacts {
  node: string;
  parallax: string;
  /** Of the server that answers. */
  postgres: { version: string; major: number } | null;
  database:
    | {
        state: "answers";
        isReplica: boolean;
        isReadOnly: boolean;
        clockSkewSeconds: number;
        /** Settings with which it may lose what it has committed, as `fsync=off`. */
        unsafeSettings: readonly string[];
        /** Whether the account of `DATABASE_URL` is a superuser, which no trigger and no grant stops. */
        isSuperuser: boolean;
      }
    | { state: "silent"; reason: string };
  isEmbedded: boolean;
  /** Migrations of this program that the database lacks, and of the database that this program does not know. */
  migrations: { pending: readonly string[]; unknown: readonly string[] } | null;
  /** Free space of each folder that is written to. */
  disks: readonly { folder: string; use: string; freeMegabytes: number }[];
  backups: {
    folder: string | null;
    everyHours: number;
    /** The newest that is whole. */
    last: { file: string; ageHours: number } | null;
    damaged: readonly string[];
  };
  settings: { publicUrl: string; namesProxy: boolean; host: string | null };
  /** Whether the installation secret is known here, and whether an earlier version's copy is still in the database. */
  secret: { isKnown: boolean; isInDatabase: boolean } | null;
  owners: number | null;
  /** Background work that was given up. */
  deadJobs: number | null;
}
