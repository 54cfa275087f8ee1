import { createFinding, type DoctorFinding } from "./create-finding.ts";
import type { InstallationFacts } from "./installation-facts.ts";

/** Whether the database responds, accepts writes and keeps committed data. */
export function checkDatabase({ database, isEmbedded }: InstallationFacts): DoctorFinding {
  if (database.state === "silent")
    return createFinding(
      "database",
      "problem",
      `The database does not respond: ${database.reason}`,
      isEmbedded ? "Start Parallax with npm start." : "Start it, or correct DATABASE_URL.",
    );
  if (database.isReplica)
    return createFinding(
      "database",
      "problem",
      "The database is a replica in recovery.",
      "Set DATABASE_URL to the address of the primary.",
    );
  if (database.isReadOnly)
    return createFinding(
      "database",
      "problem",
      "The database is read-only.",
      "Ask the administrator of the database for write access.",
    );
  if (database.unsafeSettings.length > 0)
    return createFinding(
      "database",
      "problem",
      `The database runs with ${database.unsafeSettings.join(", ")} and may lose acknowledged answers in a crash.`,
      "Set these settings to on; otherwise npm start rejects the database.",
    );
  return createFinding("database", "good", isEmbedded ? "The embedded database responds." : "The database responds.");
}

/** Whether the database account has more permissions than the application needs. */
export function judgeDatabaseRole({ database, isEmbedded }: InstallationFacts): DoctorFinding[] {
  if (isEmbedded || database.state !== "answers" || !database.isSuperuser) return [];
  return [
    createFinding(
      "database",
      "warning",
      "The account in DATABASE_URL is a superuser, so the application could change its own audit log.",
      "Use an account that is not a superuser (docs/operating.md, More processes, another database).",
    ),
  ];
}
