import { createHash, randomUUID } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { BackupError } from "./backup-manifest.ts";
import type { BackupSource } from "./read-backup.ts";

const ageHeader = "age-encryption.org/v1\n";

/**
 * An age encrypter for these recipients (`age1…`). It has no key for decryption. Throws a `BackupError` that names an
 * invalid recipient.
 */
export function createEncrypter(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new BackupError(`"${recipient.slice(0, 80)}" is not an age recipient; it begins with age1.`, { cause });
    }
  }
  return encrypter;
}

/** Encrypts a stream in parts. */
export async function encryptStream(encrypter: Encrypter, plain: Readable): Promise<Readable> {
  const source = Readable.toWeb(plain) as unknown as globalThis.ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(source)) as unknown as ReadableStream);
}

/** A stream that hashes its bytes, to compare an encrypted file with the written bytes. */
export function hashStream(): { stream: Transform; sha256: () => string } {
  const hash = createHash("sha256");
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest("hex") };
}

/** Whether a file is encrypted in age's format; false if it cannot be read. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, "r").catch(() => null);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === ageHeader;
  } finally {
    await handle.close();
  }
}

/** A backup that can be read: the file itself, or a decrypted copy of it. */
export interface DecryptedBackup {
  source: BackupSource;
  close: () => Promise<void>;
}

/**
 * Makes a backup readable. An encrypted backup is decrypted, in parts, into a file next to it (or in the temporary
 * folder). The decrypted file is unlinked before it is written, so no plain copy remains however this process ends.
 * Needs the disk space of the decrypted backup. Throws a `BackupError` without a matching identity.
 *
 * @param identityFile age's identity file: `AGE-SECRET-KEY-1…` lines, and comments that begin with #
 */
export async function openDecrypted(file: string, identityFile: string | null): Promise<DecryptedBackup> {
  if (!(await isEncrypted(file))) return { source: file, close: async () => undefined };
  if (identityFile === null)
    throw new BackupError(`${file} is encrypted; pass the file with the age identity with --identity FILE.`);
  const decrypter = await createDecrypter(identityFile);
  const handle = await openUnlinkedFile(file);
  try {
    await decryptInto(createReadStream(file), decrypter, handle);
    return { source: { name: file, fd: handle.fd }, close: () => handle.close() };
  } catch (cause) {
    await handle.close();
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "ENOSPC") throw cause;
    throw new BackupError(
      `${file} cannot be decrypted with the identity in ${identityFile}, or is damaged: ${message}.`,
      { cause },
    );
  }
}

async function createDecrypter(identityFile: string): Promise<Decrypter> {
  const text = await readFile(identityFile, "utf8").catch((cause) => {
    throw new BackupError(`The identity file ${identityFile} cannot be read.`, { cause });
  });
  const identities = text.split("\n").flatMap((line) => (/^\s*(#|$)/.test(line) ? [] : [line.trim()]));
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch (cause) {
    throw new BackupError(`${identityFile} is not an age identity file; its lines begin with AGE-SECRET-KEY-1.`, {
      cause,
    });
  }
  if (identities.length === 0) throw new BackupError(`${identityFile} contains no age identity.`);
  return decrypter;
}

async function decryptInto(encrypted: ReadStream, decrypter: Decrypter, handle: FileHandle): Promise<void> {
  const source = Readable.toWeb(encrypted) as unknown as globalThis.ReadableStream<Uint8Array>;
  const plain = Readable.fromWeb((await decrypter.decrypt(source)) as unknown as ReadableStream);
  for await (const chunk of plain) await handle.appendFile(chunk);
}

/** A new file, readable by its owner only, that is unlinked immediately. */
async function openUnlinkedFile(siblingPath: string): Promise<FileHandle> {
  for (const folder of [dirname(siblingPath), tmpdir()]) {
    const path = join(folder, `.parallax-${randomUUID()}`);
    const handle = await open(path, "wx+", 0o600).catch((error: NodeJS.ErrnoException) => {
      if (folder !== tmpdir() && /^(EACCES|EROFS|EPERM)$/.test(error.code ?? "")) return null;
      throw error;
    });
    if (!handle) continue;
    await rm(path);
    return handle;
  }
  throw new BackupError("No folder is writable, so the backup cannot be decrypted.");
}
