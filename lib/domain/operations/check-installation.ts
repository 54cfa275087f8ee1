import { formatSeconds } from "../format/times.ts";
import { checkDatabase, judgeDatabaseRole } from "./check-database.ts";
import { createFinding, type DoctorFinding } from "./create-finding.ts";
import type { InstallationFacts } from "./installation-facts.ts";

/**
 * Converts the facts into findings, in a fixed order. A problem endangers data or service; a warning should be checked.
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
      ? createFinding(
          "versions",
          "warning",
          `Node ${node} gets no security updates any more.`,
          "Install Node 22 or 24.",
        )
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
        `${count(migrations.pending.length, "migration")} pending: ${migrations.pending.join(", ")}.`,
        "Make a backup; the next npm start applies them.",
      ),
    ];
  return [createFinding("migrations", "good", "The tables are up to date.")];
}

function judgeDisks({ disks }: InstallationFacts): DoctorFinding[] {
  return disks.map(({ folder, use, freeMegabytes }) => {
    const says = `${freeMegabytes >= 1_000 ? `${Math.floor(freeMegabytes / 1_000)} GB` : `${freeMegabytes} MB`} free for ${use} (${folder}).`;
    if (freeMegabytes < 250)
      return createFinding("disk", "problem", says, "Free some space now; answers cannot be stored without it.");
    if (freeMegabytes < 2_000) return createFinding("disk", "warning", says, "Free some space.");
    return createFinding("disk", "good", says);
  });
}

function judgeBackups({ backups }: InstallationFacts): DoctorFinding[] {
  const { folder, everyHours, last, damaged } = backups;
  const found = damaged.map((file) =>
    createFinding("backup", "warning", `The backup ${file} is damaged.`, "Delete it; do not count on it."),
  );
  if (folder === null)
    return [
      ...found,
      createFinding(
        "backup",
        "warning",
        "No backups are scheduled.",
        "Set PARALLAX_BACKUP_DIR, or run parallax backup FILE every day.",
      ),
    ];
  if (!last)
    return [
      ...found,
      createFinding(
        "backup",
        "warning",
        `There is no backup in ${folder} yet.`,
        "Run parallax backup FILE, and try a restore.",
      ),
    ];
  const says = `The last good backup is ${age(last.ageHours)} old (${last.file}).`;
  const isLate = everyHours > 0 && last.ageHours > 2 * everyHours + 1;
  if (isLate)
    return [
      ...found,
      createFinding(
        "backup",
        "problem",
        says,
        "Check the log for the failure of the newer ones, and make a backup now.",
      ),
    ];
  return [...found, createFinding("backup", "good", says)];
}

function judgeClock({ database }: InstallationFacts): DoctorFinding[] {
  if (database.state !== "answers") return [];
  const seconds = Math.abs(database.clockSkewSeconds);
  const says = `The clocks of this machine and of the database differ by ${formatSeconds(1000 * seconds)}.`;
  if (seconds > 15)
    return [
      createFinding("clock", "problem", says, "Set both by NTP; sessions would be refused and times would be wrong."),
    ];
  if (seconds > 2) return [createFinding("clock", "warning", says, "Set both by NTP.")];
  return [createFinding("clock", "good", says)];
}

function judgeSettings({ settings }: InstallationFacts): DoctorFinding[] {
  const { publicUrl, namesProxy, host } = settings;
  const isHere = /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl);
  if (isHere)
    return [
      createFinding(
        "settings",
        "warning",
        `The public address is ${publicUrl}, which only this machine can reach.`,
        "Set PARALLAX_URL to the address that participants use.",
      ),
    ];
  const found: DoctorFinding[] = [];
  if (!publicUrl.startsWith("https:"))
    found.push(
      createFinding(
        "settings",
        "problem",
        `The public address ${publicUrl} is not encrypted.`,
        "Put a proxy with HTTPS in front and set PARALLAX_URL to its address.",
      ),
    );
  else if (!namesProxy)
    found.push(
      createFinding(
        "settings",
        "warning",
        "No proxy is named, so every arrival seems to come from the proxy's own address.",
        "Set PARALLAX_PROXY to the address that the proxy connects from, for example 127.0.0.1.",
      ),
    );
  else if (host === null)
    found.push(
      createFinding(
        "settings",
        "warning",
        "Parallax listens on every address of this machine, also without the proxy.",
        "Set PARALLAX_HOST=127.0.0.1 where the proxy runs on this machine.",
      ),
    );
  return found.length > 0 ? found : [createFinding("settings", "good", `The public address is ${publicUrl}.`)];
}

function judgeSecret({ secret }: InstallationFacts): DoctorFinding[] {
  if (!secret) return [];
  if (!secret.isKnown)
    return [
      createFinding(
        "secret",
        "problem",
        "The installation secret that this database was written with is not here.",
        "Put the file `secret` of its data directory back, or set PARALLAX_SECRET.",
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
  const found: DoctorFinding[] = [];
  if (owners === 0)
    found.push(
      createFinding(
        "accounts",
        "warning",
        "This installation has no owner yet.",
        "Open the set-up link that npm start prints.",
      ),
    );
  if (deadJobs !== null && deadJobs > 0)
    found.push(
      createFinding(
        "jobs",
        "warning",
        `${count(deadJobs, "piece")} of background work were given up.`,
        "The page that started it shows the reason.",
      ),
    );
  return found;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function age(hours: number): string {
  return hours < 48 ? count(Math.max(0, Math.round(hours)), "hour") : count(Math.round(hours / 24), "day");
}
