import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import pg from "pg";
import { withTx } from "../server/platform/database/with-transaction.ts";
import { readVariable } from "../server/platform/environment.ts";
import {
  hasDigest,
  readSecretFacts,
  recordSecretDigest,
  removeEarlierSecret,
} from "../server/platform/settings/installation-secret.ts";
import { encryptEarlierSecrets } from "../server/platform/settings/stored-secret.ts";
import { readSecretFile, secretPath, writeSecretFile } from "./secret-file.ts";
import { setVariables } from "./settings.ts";
import { StartError } from "./start-error.ts";

export interface SecretSources {
  dataFolder: string;
  /** The value of `PARALLAX_SECRET`, which takes precedence over the file. */
  fromEnvironment: string | null;
  /** Whether the database is in the data directory, and therefore is lost only together with the secret. */
  isEmbedded: boolean;
}

/**
 * Finds the installation secret of the database in `DATABASE_URL`, sets it as `PARALLAX_SECRET` for this process and
 * its children, and encrypts the secrets that earlier versions stored unencrypted. The migrations must have been
 * applied.
 *
 * The first start creates a secret. A secret that an earlier version stored in the database is written to a file. Its
 * copy in an external database is removed only by a later start that finds the file, so that the secret is not lost if
 * the data directory is not persistent (a container). Throws a `StartError` if the database was written with another
 * secret.
 */
export async function resolveSecret(sources: SecretSources): Promise<void> {
  await withTx(async (client) => {
    // Several machines may start at once. The lock ensures that the first one determines the secret.
    await client.query("LOCK TABLE setting IN SHARE ROW EXCLUSIVE MODE");
    const file = secretPath(sources.dataFolder);
    const fileSecret = await readSecretFile(file);
    const { earlierSecret, digest } = await readSecretFacts(client);
    const candidates = [sources.fromEnvironment, fileSecret, earlierSecret].filter((secret) => secret !== null);
    const secret =
      digest === null
        ? (sources.fromEnvironment ?? earlierSecret ?? fileSecret ?? randomBytes(32).toString("base64url"))
        : candidates.find((candidate) => hasDigest(candidate, digest));
    if (secret === undefined) throw new StartError(secretMismatchMessage(file, candidates.length > 0));
    if (sources.fromEnvironment !== null && secret !== sources.fromEnvironment)
      throw new StartError(
        "PARALLAX_SECRET is not the secret that this database was written with; set it to the earlier secret, or unset it.",
      );
    const isOnlyInFile = fileSecret !== null && earlierSecret !== null && fileSecret !== earlierSecret;
    if (isOnlyInFile && sources.fromEnvironment === null && digest === null)
      throw new StartError(
        `The file ${file} contains the secret of a different database; name another directory in PARALLAX_DATA_DIR.`,
      );
    const secretForFile = sources.fromEnvironment === null ? secret : earlierSecret;
    if (fileSecret === null && secretForFile !== null) {
      await mkdir(sources.dataFolder, { recursive: true });
      await writeSecretFile(file, secretForFile);
    }
    await recordSecretDigest(client, secret);
    if (sources.isEmbedded || fileSecret !== null) await removeEarlierSecret(client);
    setVariables({ PARALLAX_SECRET: secret });
    await encryptEarlierSecrets(client);
  });
}

function secretMismatchMessage(file: string, hasSecret: boolean): string {
  const foundSecret = hasSecret
    ? `another installation secret than the one in ${file} or PARALLAX_SECRET`
    : "a secret that is missing here";
  return `This database was written with ${foundSecret}; restore the file ${file} of that installation (or set PARALLAX_SECRET). If it is lost, run "parallax admin reset-secret".`;
}

/**
 * Sets `PARALLAX_SECRET` for a command to the secret in the data directory, if the environment contains none and the
 * database was written with this secret. Otherwise only commands that need no secret work.
 */
export async function loadCommandSecret(connectionString: string, dataFolder: string): Promise<void> {
  if (readVariable("PARALLAX_SECRET")) return;
  const secret = await readSecretFile(secretPath(dataFolder)).catch(() => null);
  if (secret === null) return;
  const client = new pg.Client({ connectionString, application_name: "parallax/command" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { digest } = await readSecretFacts(client);
    if (digest !== null && hasDigest(secret, digest)) setVariables({ PARALLAX_SECRET: secret });
  } finally {
    await client.end().catch(() => undefined);
  }
}
