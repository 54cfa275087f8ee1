// npm test -- imports: checks every import against bin/import-rules.js, and finds cycles.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { folders, onlyIn, packages } from "./import-rules.js";

/** Files whose imports cannot be checked, because they compute the path of a program in an installed package. */
const filesWithComputedImports = new Set(["lib/supervisor/postgres-programs.ts", "bin/app-process.js"]);

const sourceFolders = ["app", "bench", "bin", "components", "e2e", "lib", "prisma"];

/**
 * Lists every import of the source, or of the given folders. `from` and `to` are paths from the root; a package is
 * `npm:…` and a Node module `node:…`.
 */
export function listImports(root, folders = sourceFolders) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listFiles(root, folder))
    .flatMap((file) => importsOf(root, file));
}

const isTest = (path) => /\.test\.tsx?$|\/(testing|fixtures)\/.*\.tsx?$/.test(path);
/**
 * Tests in these folders may import the domain and whatever their folder may import. All other tests may import
 * everything.
 */
const tested = /^(components|lib\/(client|domain))\//;

const maxLength = (names, path) =>
  names.filter((name) => path.startsWith(`${name}/`)).sort((left, right) => right.length - left.length)[0];

/** The reason why a file may not import another file or a package; null if it may. */
function findRefusal(from, to) {
  if (isTest(from) && (!tested.test(from) || isTest(to) || /^(bin|content|lib\/domain)\//.test(to))) return null;
  const statement = `${from} imports ${to}`;
  if (onlyIn[to])
    return onlyIn[to].test(from) || isTest(from) ? null : `${statement}, which only ${onlyIn[to]} may import`;
  if (/^(npm|node):/.test(to)) {
    const packageRule = isTest(from) ? undefined : maxLength(Object.keys(packages), from);
    const name = to.startsWith("node:") ? "node" : packageOf(to);
    return packageRule === undefined || packages[packageRule].includes(name)
      ? null
      : `${statement}: ${packageRule} does not list ${name}`;
  }
  if (!/^\w+\//.test(to)) return null;
  const [own, other] = [from, to].map((path) => maxLength(Object.keys(folders), path));
  if (own === undefined) return `${from} is in no folder of bin/import-rules.js`;
  if (isTest(to) && !["prisma", "bench", "e2e"].includes(own)) return `${statement}: it is for tests`;
  const [, allowed] = folders[own];
  const covers = (name) => name === to || name === other || (name.endsWith("/*") && to.startsWith(name.slice(0, -1)));
  const isBarred = allowed.some((name) => name.startsWith("!") && covers(name.slice(1))) && !allowed.includes(to);
  return own === other || (allowed.some(covers) && !isBarred) ? null : `${statement}: ${own} does not list ${other}`;
}

/** Writes the table of folders for docs/architecture.md. */
export function folderTable() {
  const rows = Object.entries(folders).map(([name, [holds, listed]]) => {
    const others = listed.filter((other) => other !== name);
    const may = others.map((other) => (other.startsWith("!") ? `not \`${other.slice(1)}\`` : `\`${other}\``));
    return `| \`${name}/\` | ${holds} | ${may.join(", ")} |`;
  });
  return ["| folder | what it holds | may import besides itself |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

export const tableInDocs = /(?<=<!-- written by npm run architecture -->\n)[\s\S]*?(?=<!-- end -->)/;

/** Returns one sentence for each import that breaks a rule. */
export function findViolations(imports, declared) {
  const broken = imports.flatMap(({ from, to }) => findRefusal(from, to) ?? []);
  const undeclared = imports
    .filter(({ to }) => to.startsWith("npm:") && !declared.includes(packageOf(to)))
    .map(({ from, to }) => `${from} imports ${packageOf(to)}, which package.json does not list`);
  const missing = imports
    .filter(({ to }) => to.startsWith("missing:"))
    .map(({ from, to }) => `${from} imports ${to.slice("missing:".length)}, which does not exist`);
  const computed = imports
    .filter(({ from, to }) => to === "computed" && !filesWithComputedImports.has(from))
    .map(({ from }) => `${from} computes the path of an import, so no rule can check it: write the path as text`);
  return [...broken, ...undeclared, ...missing, ...computed, ...findFileCycles(imports), ...findFolderCycles(imports)];
}

/** Returns one sentence for each cycle between folders of lib/server. Type imports count. */
function findFolderCycles(imports) {
  const features = /^lib\/server\/(platform\/[^/]+|[^/]+)\/.*(?<!\.test)\.tsx?$/;
  const parts = /^lib\/server\/((?!platform\/)[^/]+\/[^/]+)\/.*(?<!\.test)\.tsx?$/;
  return [...folderCyclesOf(imports, features), ...folderCyclesOf(imports, parts)];
}

function folderCyclesOf(imports, folders) {
  const folderOf = (file) => folders.exec(file)?.[1];
  const known = new Map();
  for (const { from, to } of imports) {
    const [one, other] = [folderOf(from), folderOf(to)];
    if (one && other && one !== other) known.set(one, new Set([...(known.get(one) ?? []), other]));
  }
  const reaches = (start, goal, seen = new Set()) =>
    [...(known.get(start) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    );
  return [...known.keys()]
    .filter((folder) => reaches(folder, folder))
    .map((folder) => `lib/server/${folder} needs itself through other folders: features form a line`);
}

/** Returns one sentence for each cycle of files that import each other. Type imports and `import()` count. */
function findFileCycles(imports) {
  const edges = new Map();
  for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to]);
  const cycles = [];
  const done = new Set();
  const path = [];
  const visit = (file) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push(`${[...path.slice(start), file].join(" -> ")}: move the shared code to a separate file`);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}

function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (path === "lib/server/platform/database/generated") return [];
    if (entry.isDirectory()) return listFiles(root, path);
    return /\.(tsx?|js|mjs)$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(root, from) {
  const text = readFileSync(join(root, from), "utf8");
  const { module, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from} cannot be read: ${errors[0].message}`);
  const names = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) => one.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports
      .map((one) => text.slice(one.moduleRequest.start, one.moduleRequest.end))
      .map((source) => (/^["'][^"']*["']$/.test(source) ? source.slice(1, -1) : null)),
  ];
  return names.map((name) => ({ from, to: name === null ? "computed" : resolveName(root, from, name) }));
}

function resolveName(root, from, name) {
  if (isBuiltin(name)) return name.startsWith("node:") ? name : `node:${name}`;
  if (!name.startsWith(".") && !name.startsWith("@/")) return `npm:${name}`;
  const path = name.startsWith("@/")
    ? name.slice(2)
    : normalize(join(dirname(from), name))
        .split(sep)
        .join("/");
  const resolved = ["", ".ts", ".tsx", ".js"].find(
    (ending) => existsSync(join(root, path + ending)) && statSync(join(root, path + ending)).isFile(),
  );
  return resolved === undefined ? `missing:${path}` : path + resolved;
}

function packageOf(to) {
  const [scope, name] = to.slice("npm:".length).split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  if (process.argv.includes("--write")) {
    const page = join(root, "docs/architecture.md");
    writeFileSync(page, readFileSync(page, "utf8").replace(tableInDocs, folderTable()));
  }
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const imports = listImports(root);
  const violations = findViolations(imports, [...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  for (const violation of violations) console.error(violation);
  console.log(`${imports.length} imports checked, ${violations.length} against the rules.`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
