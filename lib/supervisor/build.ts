import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { acquireFileLock } from "./folder-lock.ts";
import type { Report } from "./report.ts";
import { childEnvironment } from "./settings.ts";
import { StartError } from "./start-error.ts";

/** Files and folders of the checkout that do not affect the built application. */
const ignoredEntries = new Set([
  "node_modules",
  "bench",
  "bin",
  "build",
  "docs",
  "e2e",
  "playwright-report",
  "test-results",
]);

/**
 * Builds the application, unless the existing build was made from the current files.
 *
 * Only one start of a checkout builds at a time. Throws a `StartError` with the end of the build's output.
 */
export async function ensureBuild(root: string, report: Report, stop?: AbortSignal): Promise<void> {
  if (await isBuilt(root, await computeFingerprint(root))) return;
  await report.during("Building the application (once for each version; a minute or two)", async () => {
    const release = await acquireBuildLock(root, stop);
    try {
      const fingerprint = await computeFingerprint(root);
      if (await isBuilt(root, fingerprint)) return;
      await runBuild(root, stop);
      await writeFile(join(root, ".next", "parallax-fingerprint"), fingerprint);
    } finally {
      await release();
    }
  });
}

async function isBuilt(root: string, fingerprint: string): Promise<boolean> {
  const builtFingerprint = await readFile(join(root, ".next", "parallax-fingerprint"), "utf8").catch(() => null);
  return builtFingerprint === fingerprint && (await stat(join(root, ".next", "BUILD_ID")).catch(() => null)) !== null;
}

/** A hash of all files that the build may read. */
async function computeFingerprint(root: string): Promise<string> {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  for (const path of await listSources(root, "")) {
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

async function listSources(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith(".") || (folder === "" && ignoredEntries.has(entry.name))) continue;
    if (entry.isDirectory()) paths.push(...(await listSources(root, path)));
    else if (entry.isFile() && !/(\.test\.tsx?|\.generated\.ts|\.md|\.tsbuildinfo|next-env\.d\.ts)$/.test(entry.name))
      paths.push(path);
  }
  return paths;
}

async function acquireBuildLock(root: string, stop?: AbortSignal): Promise<() => Promise<void>> {
  const folder = join(root, ".cache");
  await mkdir(folder, { recursive: true }).catch((cause) => {
    throw new StartError(`The folder ${root} cannot be written, so the application cannot be built there.`, { cause });
  });
  for (;;) {
    const lock = await acquireFileLock(join(folder, "build.lock"));
    if (lock.ok) return lock.release;
    stop?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function runBuild(root: string, stop?: AbortSignal): Promise<void> {
  const next = createRequire(join(root, "package.json")).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: childEnvironment({ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
    stdio: ["ignore", "pipe", "pipe"],
    signal: stop,
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  stop?.throwIfAborted();
  if (code === 0) return;
  const output = Buffer.concat(chunks).toString("utf8");
  process.stderr.write(`\n${output.slice(-4_000)}\n`);
  if (/ENOSPC|No space left/.test(output)) {
    throw new StartError(`The application could not be built because the disk of ${root} is full; free some space.`);
  }
  throw new StartError(
    code === null
      ? "The application could not be built because another process ended the build, often because of too little memory (it needs about 2 GB)."
      : "The application could not be built; see the lines above.",
  );
}
