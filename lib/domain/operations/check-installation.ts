import { formatSeconds } from "../format/times.ts";
import { checkDatabase, judgeDatabaseRole } from "./check-database.ts";
import { createFinding, type DoctorFinding } from "./create-finding.ts";
import type { InstallationFacts } from "./installation-facts.ts";

/**
 * Converts the facts into findings, in a fixed order. A problem endangers data or service; a warning should be
 * examined.
 */
export function checkInstallation(facts: InstallationFacts): DoctorFinding[] {
  return [
    ...judgeVersions(facts),
    checkDatabase(facts),
    ...judgeDatabaseRole(facts),
    ...judgeMigrations(facts),
    ...judgeDisks(facts),
    ...judgeBackups(facts),
    ...judgeClock(facts),
    ...judgeSettings(facts),
    ...judgeSecret(facts),
    ...judgeContent(facts),
  ];
}

function judgeVersions({ node, parallax, postgres }: InstallationFacts): DoctorFinding[] {
  const [major = 0, minor = 0] = node.replace(/^v/, "").split(".").map(Number);
  const isTooOld = major < 20 || (major === 20 && minor < 19);
  const nodeFinding = isTooOld
    ? createFinding("versions", "problem", `Node ${node} is too old.`, "Install Node 22 or 24.")
    : major < 22
      ? createFinding("versions", "warning", `Node ${node} no longer gets security updates.`, "Install Node 22 or 24.")
      : createFinding("versions", "good", `Parallax ${parallax} on Node ${node}.`);
  if (!postgres) return [nodeFinding];
  if (postgres.major < 15)
    return [
      nodeFinding,
      createFinding("versions", "problem", `PostgreSQL ${postgres.version} is too old.`, "Use PostgreSQL 15 to 18."),
    ];
  return [nodeFinding, createFinding("versions", "good", `PostgreSQL ${postgres.version}.`)];
}

function judgeMigrations({ migrations }: InstallationFacts): DoctorFinding[] {
  if (!migrations) return [];
  if (migrations.unknown.length > 0)
    return [
      createFinding(
        "migrations",
        "problem",
        `The database belongs to a newer Parallax (${migrations.unknown[0]}).`,
        "Start that version, or restore a backup made before it.",
      ),
    ];
  if (migrations.pending.length > 0)
    return [
      createFinding(
        "migrations",
        "warning",
        `${formatNoun(migrations.pending.length, "migration")} pending: ${migrations.pending.join(", ")}.`,
        "Make a backup; the next npm start applies them.",
      ),
    ];
  return [createFinding("migrations", "good", "The tables are up to date.")];
}

function judgeDisks({ disks }: InstallationFacts): DoctorFinding[] {
  return disks.map(({ folder, use, freeMegabytes }) => {
    const message = `${freeMegabytes >= 1_000 ? `${Math.floor(freeMegabytes / 1_000)} GB` : `${freeMegabytes} MB`} free for ${use} (${folder}).`;
    if (freeMegabytes < 250)
      return createFinding("disk", "problem", message, "Free some space now; answers cannot be stored without it.");
    if (freeMegabytes < 2_000) return createFinding("disk", "warning", message, "Free some space.");
    return createFinding("disk", "good", message);
  });
}

function judgeBackups({ backups }: InstallationFacts): DoctorFinding[] {
  const { folder, everyHours, last, damaged } = backups;
  const findings = damaged.map((file) =>
    createFinding("backup", "warning", `The backup ${file} is damaged.`, "Delete the file; it cannot be restored."),
  );
  if (folder === null)
    return [
      ...findings,
      createFinding(
        "backup",
        "warning",
        "No backups are scheduled.",
        "Set PARALLAX_BACKUP_DIR, or run parallax backup FILE every day.",
      ),
    ];
  if (!last)
    return [
      ...findings,
      createFinding(
        "backup",
        "warning",
        `There is no backup in ${folder} yet.`,
        "Run parallax backup FILE, and try a restore.",
      ),
    ];
  const message = `The last good backup is ${formatAge(last.ageHours)} old (${last.file}).`;
  const isLate = everyHours > 0 && last.ageHours > 2 * everyHours + 1;
  if (isLate)
    return [
      ...findings,
      createFinding("backup", "problem", message, "Check the log for failed backups, and make a backup now."),
    ];
  return [...findings, createFinding("backup", "good", message)];
}

function judgeClock({ database }: InstallationFacts): DoctorFinding[] {
  if (database.state !== "answers") return [];
  const seconds = Math.abs(database.clockSkewSeconds);
  const message = `The clocks of this machine and of the database differ by ${formatSeconds(1000 * seconds)}.`;
  if (seconds > 15)
    return [
      createFinding(
        "clock",
        "problem",
        message,
        "Set both clocks by NTP; otherwise sessions fail and times are wrong.",
      ),
    ];
  if (seconds > 2) return [createFinding("clock", "warning", message, "Set both clocks by NTP.")];
  return [createFinding("clock", "good", message)];
}

function judgeSettings({ settings }: InstallationFacts): DoctorFinding[] {
  const { publicUrl, hasNamedProxy, host } = settings;
  const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl);
  if (isLocal)
    return [
      createFinding(
        "settings",
        "warning",
        `The public address is ${publicUrl}, which only this machine can reach.`,
        "Set PARALLAX_URL to the address that participants use.",
      ),
    ];
  const findings: DoctorFinding[] = [];
  if (!publicUrl.startsWith("https:"))
    findings.push(
      createFinding(
        "settings",
        "problem",
        `The public address ${publicUrl} is not encrypted.`,
        "Put a proxy with HTTPS in front and set PARALLAX_URL to its address.",
      ),
    );
  else if (!hasNamedProxy)
    findings.push(
      createFinding(
        "settings",
        "warning",
        "No proxy is configured, so every request seems to come from the proxy's address.",
        "Set PARALLAX_PROXY to the address that the proxy connects from, for example 127.0.0.1.",
      ),
    );
  else if (host === null)
    findings.push(
      createFinding(
        "settings",
        "warning",
        "Parallax listens on every address of this machine, so it can be reached without the proxy.",
        "Set PARALLAX_HOST=127.0.0.1 if the proxy runs on this machine.",
      ),
    );
  return findings.length > 0 ? findings : [createFinding("settings", "good", `The public address is ${publicUrl}.`)];
}

function judgeSecret({ secret }: InstallationFacts): DoctorFinding[] {
  if (!secret) return [];
  if (!secret.isKnown)
    return [
      createFinding(
        "secret",
        "problem",
        "The installation secret that belongs to this database is missing.",
        "Restore the file `secret` of its data directory, or set PARALLAX_SECRET.",
      ),
    ];
  if (secret.isInDatabase)
    return [
      createFinding(
        "secret",
        "warning",
        "A copy of the installation secret is still in the database.",
        "Start Parallax again with the same data directory; it removes the copy when it finds the file.",
      ),
    ];
  return [createFinding("secret", "good", "The installation secret is known, and not in the database.")];
}

function judgeContent({ owners, deadJobs }: InstallationFacts): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (owners === 0)
    findings.push(
      createFinding(
        "accounts",
        "warning",
        "This installation has no owner yet.",
        "Open the set-up link that npm start prints.",
      ),
    );
  if (deadJobs !== null && deadJobs > 0)
    findings.push(
      createFinding(
        "jobs",
        "warning",
        `${formatNoun(deadJobs, "background job")} failed and will not be retried.`,
        "The page that started the job shows the reason.",
      ),
    );
  return findings;
}

function formatNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function formatAge(hours: number): string {
  return hours < 48 ? formatNoun(Math.max(0, Math.round(hours)), "hour") : formatNoun(Math.round(hours / 24), "day");
}
