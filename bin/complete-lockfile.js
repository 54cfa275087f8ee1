// npm run lockfile: adds the packages for every operating system to package-lock.json. npm omits an optional package
// that the current registry does not offer (for example a mirror for one system); `npm ci` then refuses the lockfile on
// every machine. The missing entries can be derived, because the parent package pins the exact version of such a
// package and the package's name contains the system.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const libraries = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/** Adds the missing entries to a parsed lockfile and returns their names. */
export function completeLockfile(lockfile) {
  const { packages } = lockfile;
  const added = [];
  for (const [path, wanting] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(wanting.optionalDependencies ?? {})) {
      // Next to the parent package: each of two versions of a parent may need another version of the dependency.
      const siblingPath = `${path.slice(0, path.lastIndexOf("node_modules/"))}node_modules/${name}`;
      const paths = [`${path}/node_modules/${name}`, siblingPath, `node_modules/${name}`];
      if (paths.some((place) => packages[place] && satisfies(packages[place].version, version))) continue;
      const target = packages[`node_modules/${name}`] ? siblingPath : `node_modules/${name}`;
      packages[target] = { ...entryFor(name, version), ...(wanting.dev && { dev: true }) };
      added.push(name);
    }
  }
  lockfile.packages = Object.fromEntries(Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)));
  return added;
}

/**
 * Whether the existing entry has the wanted version. A version range is always satisfied: npm has chosen the version.
 */
function satisfies(present, wanted) {
  return present === wanted || !/^\d+\.\d+\.\d+\S*$/.test(wanted);
}

function entryFor(name, version) {
  const words = name.split("/").at(-1).split(/[-.]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = os === "linux" ? libraries[words.at(-1)] : undefined;
  if (!/^\d+\.\d+\.\d+\S*$/.test(version) || !cpu) {
    throw new Error(`${name}@${version} is missing from package-lock.json and its name does not identify a platform`);
  }
  return { version, cpu: [cpu], ...(libc && { libc: [libc] }), optional: true, ...(os && { os: [os] }) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = join(fileURLToPath(new URL("..", import.meta.url)), "package-lock.json");
  const lockfile = JSON.parse(readFileSync(file, "utf8"));
  const added = completeLockfile(lockfile);
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${added.length} packages for other platforms were added to package-lock.json.`);
}
