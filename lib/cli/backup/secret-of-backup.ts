import { mkdir, rename } from "node:fs/promises";
import { resolve } from "node:path";
import { BackupError, type BackupManifest } from "../../server/backup/backup-manifest.ts";
import { readVariable } from "../../server/platform/environment.ts";
import { hasDigest, readSecretFacts } from "../../server/platform/settings/installation-secret.ts";
import { deleteStoredSecrets } from "../../server/users/delete-stored-secrets.ts";
import { readSecretFile, secretPath, writeSecretFile } from "../../supervisor/secret-file.ts";
import type { Settings } from "../../supervisor/settings.ts";

/**
 * How the secrets in a backup are restored: with the secret of this installation, with a given secret that is then
 * stored in this installation, or not at all.
 */
export type SecretChoice = { kind: "here" } | { kind: "to-keep"; secret: string } | { kind: "given-up" };

/**
 * Finds the installation secret that encrypted the secrets in the backup. Throws a `BackupError` that asks for it if it
 * is neither the secret of this installation nor the given one.
 */
export async function chooseSecret(
  { secretDigest }: BackupManifest,
  { dataFolder }: Settings,
  flags: { secret?: string; withoutSecret?: boolean },
): Promise<SecretChoice> {
  if (flags.withoutSecret) return { kind: "given-up" };
  // An older backup contains its secret, or was made before the digest of a secret was recorded.
  if (!secretDigest) return { kind: "here" };
  const fromEnvironment = readVariable("PARALLAX_SECRET");
  const currentSecret = fromEnvironment ?? (await readSecretFile(secretPath(dataFolder)));
  if (currentSecret !== null && hasDigest(currentSecret, secretDigest)) return { kind: "here" };
  const flagSecret = flags.secret ? await readSecretFile(resolve(flags.secret)) : null;
  if (flagSecret !== null && hasDigest(flagSecret, secretDigest)) {
    if (fromEnvironment === null) return { kind: "to-keep", secret: flagSecret };
    throw new BackupError(
      "PARALLAX_SECRET differs from the backup's secret; set it to the content of the --secret file.",
    );
  }
  throw new BackupError(
    `${flags.secret ? `${flags.secret} is not the secret of this backup` : "The installation secret of this backup is missing"}: provide the file \`secret\` of its data directory with --secret FILE, or restore with --without-secret, which removes webhook secrets and model keys.`,
  );
}

/** Applies the choice to the restored database. If the secret file is replaced, the old file is kept as a copy. */
export async function applySecretChoice(choice: SecretChoice, { dataFolder }: Settings): Promise<void> {
  if (choice.kind === "given-up") {
    await deleteStoredSecrets();
    return;
  }
  const { earlierSecret, digest } = await readSecretFacts();
  const secret = choice.kind === "to-keep" ? choice.secret : digest === null ? earlierSecret : null;
  if (secret === null || (choice.kind === "here" && readVariable("PARALLAX_SECRET"))) return;
  const file = secretPath(dataFolder);
  const existingSecret = await readSecretFile(file);
  if (existingSecret === secret) return;
  await mkdir(dataFolder, { recursive: true });
  if (existingSecret !== null) await rename(file, `${file}.before-restore`);
  await writeSecretFile(file, secret);
}
