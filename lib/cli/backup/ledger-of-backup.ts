import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { BackupError, type BackupManifest } from "../../server/backup/backup-manifest.ts";
import { readErasures, summarizeErasures } from "../../server/backup/erasure-ledger.ts";
import type { Settings } from "../../supervisor/settings.ts";

/**
 * Returns the ledger from which erasures are repeated; null if the options state that there is none. Throws a
 * `BackupError` if the ledger belongs to another installation, or has lost entries since the backup.
 */
export async function chooseLedger(
  manifest: BackupManifest,
  settings: Settings,
  flags: { ledger?: string; withoutLedger?: boolean },
): Promise<string | null> {
  if (flags.withoutLedger) return null;
  const file = flags.ledger ? resolve(flags.ledger) : settings.erasureLedger;
  const remedy =
    "Provide the ledger of that installation with --ledger FILE, or restore with --without-ledger, which may restore answers of people who were erased.";
  const exists = (await stat(file).catch(() => null)) !== null;
  const { erasures } = manifest;
  if (!erasures) {
    if (exists) return file;
    throw new BackupError(
      `There is no erasure ledger ${file}, and this older backup does not record its contents. ${remedy}`,
    );
  }
  const recorded = await readErasures(file);
  if (recorded.length < erasures.count)
    throw new BackupError(
      `The erasure ledger ${file} has ${recorded.length} erasures, but had ${erasures.count} when the backup was made. ${remedy}`,
    );
  if (summarizeErasures(recorded.slice(0, erasures.count)).sha256 !== erasures.sha256)
    throw new BackupError(`The erasure ledger ${file} is from a different installation than the backup. ${remedy}`);
  return file;
}
