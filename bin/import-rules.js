// Which folder may import which: what is not listed is refused, types included. The table of docs/architecture.md is
// written from this list by `npm run architecture`.

const uiFolders = ["components/ui", "components/charts", "components/imports"];
/** Files that every part of the domain may use: files beside the parts, words, formats, statistics. */
const domainBase = ["", "/format", "/statistics", "/tables", "/words"].map((name) => `lib/domain${name}`);
const server = ["lib/domain/*", "lib/server/platform", "lib/server/platform/database"];
const useCases = ["lib/server/*", "!lib/server/platform/database"];
const pages = ["app", "components/*", "lib/client", "lib/domain/*", ...useCases];
/** Database modules that maintenance commands may use besides use cases. */
const databaseFiles = ["classify-error", "migrate", "with-connections"].map(
  (name) => `lib/server/platform/database/${name}.ts`,
);
const everything = ["app/*", "bin", "components/*", "content", "lib/*", "prisma", "bench", "e2e"];

/**
 * Each folder: its content, and what it may import besides itself. A file belongs to the longest of these names that is
 * a prefix of its path. `name/*` is the folder and all in it, a name with an extension is one file; `!name` is
 * forbidden.
 */
export const folders = {
  app: ["addresses: who is there, read, compose; the routes that the listener serves itself", ["app/*", ...pages]],
  "app/annotate": ["the annotator's pages", pages],
  "app/api": ["versioned writes of participants and annotators, exports, health", ["app/participant", ...pages]],
  "app/participant": ["what screens and API answer participants with: documents, notices, errors", pages],
  "app/research": ["the researcher's pages", ["app/participant", ...pages]],
  "app/s": ["the participant's screens: route handlers that send plain HTML", ["app/participant", "app/api", ...pages]],
  "components/ui": ["the design system; `tokens.css` serves all three interfaces", ["lib/domain/*"]],
  "components/charts": ["figures that several features draw", ["components/ui", "lib/client", "lib/domain/*"]],
  "components/imports": ["how files are sent and what came of them", ["components/ui", "lib/client", "lib/domain/*"]],
  ...Object.fromEntries(
    Object.entries({
      annotation: "collections, the annotators' workspace, review",
      beliefs: "expressions of belief",
      benchmarks: "items and their keys",
      mindgames: "epistemic problems",
      models: "models, runs, evaluations, judging",
      results: "people beside models",
      studies: "a study: form, life, answers, flow",
      survey: "participants' screens and their style sheets",
    }).map(([name, holds]) => [`components/${name}`, [holds, [...uiFolders, "lib/client", "lib/domain/*"]]]),
  ),
  "components/testing": ["what tests of components stand on", ["components/ui", "lib/domain/*"]],
  "lib/client": ["browser code that is not React: journal, keys, uploads, requests, `enhance/`", ["lib/domain/*"]],
  "lib/domain": ["pure rules: values in, values out; time and chance are parameters", ["lib/domain/format"]],
  "lib/domain/format": ["how numbers, times and text are written", ["lib/domain"]],
  "lib/domain/statistics": ["estimators, intervals, tests, power", domainBase],
  "lib/domain/words": ["words, sentences and marks of texts", domainBase],
  "lib/domain/tables": ["what a table of text says", ["lib/domain"]],
  "lib/domain/leases": ["how long work is held", ["lib/domain"]],
  "lib/domain/network": ["addresses of networks", ["lib/domain"]],
  "lib/domain/glossary": ["the terms", ["lib/domain"]],
  "lib/domain/operations": ["starts, backups, what an operator is told", domainBase],
  "lib/domain/items": ["items, kinds, keys, stimuli", domainBase],
  "lib/domain/stories": ["stories, anchors, edits, construction", [...domainBase, "lib/domain/items"]],
  "lib/domain/beliefs": ["templates and scores of belief", [...domainBase, "lib/domain/items"]],
  "lib/domain/epistemic": ["logic, MindGames", [...domainBase, "lib/domain/items"]],
  "lib/domain/annotation": [
    "collections, tasks, documents, review",
    [...domainBase, "lib/domain/items", "lib/domain/leases", "lib/domain/stories"],
  ],
  "lib/domain/models": ["prompts, reading of outputs, runs", [...domainBase, "lib/domain/items", "lib/domain/stories"]],
  "lib/domain/survey": [
    "protocol, design, session, recruiters",
    [...domainBase, ...["beliefs", "epistemic", "items", "leases", "network"].map((name) => `lib/domain/${name}`)],
  ],
  "lib/domain/results": [
    "answers of people and models compared",
    [
      ...domainBase,
      ...["annotation", "beliefs", "epistemic", "items", "models", "stories", "survey"].map(
        (name) => `lib/domain/${name}`,
      ),
    ],
  ],
  "lib/domain/replicate": [
    "a paper's tables: the printed values beside those of our answers",
    [
      ...domainBase,
      ...["beliefs", "epistemic", "items", "models", "results", "survey"].map((name) => `lib/domain/${name}`),
    ],
  ],
  "lib/domain/interchange": ["files in and out", ["lib/domain/*"]],
  "lib/server/platform": [
    "errors, access, audit, settings, jobs, http, auth, log, threads",
    ["", "/format", "/models", "/network", "/tables"]
      .map((name) => `lib/domain${name}`)
      .concat("lib/server/platform/database"),
  ],
  "lib/server/platform/database": [
    "pool, typed rows, transactions, migrations",
    ["lib/domain/*", "lib/server/platform"],
  ],
  ...serverFolders({
    users: ["people with an account", []],
    counting: ["which answers count", []],
    "model-client": ["the one client that asks models", []],
    construct: ["stories and texts made by models", ["model-client"]],
    research: ["what the first page of researchers lists", []],
    backup: ["backups, erasures to repeat", []],
    "stored-results": ["results kept with the hash of their data", ["counting"]],
    items: ["benchmarks, items, keys", []],
    interchange: ["files read as streams", ["items"]],
    models: ["models, runs, evaluations, judging", ["construct", "items", "model-client", "stored-results"]],
    studies: [
      "a study: draft, run, entry, responses, flow, export, parity",
      ["counting", "items", "models", "stored-results"],
    ],
    imports: ["uploads of files", ["interchange", "items", "models", "studies"]],
    annotation: [
      "collections and the work on them",
      ["construct", "counting", "interchange", "items", "model-client", "stored-results", "studies"],
    ],
    beliefs: [
      "expressions of belief",
      ["content", "counting", "imports", "items", "models", "stored-results", "studies"],
    ],
    mindgames: ["epistemic problems", ["counting", "imports", "items", "models", "stored-results", "studies"]],
    recruiters: ["Prolific, MTurk, panels", ["items", "stored-results", "studies"]],
    results: [
      "results of a study",
      ["beliefs", "counting", "items", "mindgames", "models", "stored-results", "studies"],
    ],
    sessions: ["a participant's session", ["backup", "items", "studies"]],
    replicate: [
      "a paper from its data to its tables",
      ["beliefs", "counting", "imports", "items", "mindgames", "models", "studies"],
    ],
  }),
  "lib/server/demo": ["the demo and scripted participants", ["content", "lib/domain/*", "lib/server/*"]],
  "lib/server/background": ["the handlers of all jobs", ["lib/domain/*", "lib/server/*"]],
  "lib/supervisor": [
    "what `npm start` does: database, tables, demo, build, processes",
    ["lib/domain/*", "lib/server/platform", "lib/server/platform/database", "lib/server/backup", "lib/server/demo"],
  ],
  "lib/cli": ["the command line", ["lib/domain/*", ...useCases, ...databaseFiles, "lib/supervisor"]],
  bin: ["entry points, checks of the source, tests of programs", ["lib/*"]],
  prisma: ["schema, migrations, factories for tests", everything],
  content: ["the demo's stories, templates and synthetic answers", everything],
  bench: ["load and speed", everything],
  e2e: ["journeys and load tests against a production build", everything],
};

/** Packages and Node's modules (`node`) by the folder that may use only these; other folders use what package.json names. */
export const packages = {
  app: ["lucide-react", "next", "node", "react", "react-dom", "zod"],
  components: [..."@visx/axis @visx/group @visx/scale @visx/shape clsx lucide-react next react zod".split(" ")],
  "lib/cli": ["commander", "node", "picocolors", "yazl", "zod"],
  "lib/client": ["fflate", "idb", "zod"],
  "lib/domain": [
    ..."@noble/hashes csv-parse csv-stringify diff intl-messageformat ipaddr.js pure-rand re2js zod".split(" "),
    ..."betainc erfcinv gammainc".split(" ").map((name) => `@stdlib/math-base-special-${name}`),
    ..."binomial-pmf normal-cdf t-quantile".split(" ").map((name) => `@stdlib/stats-base-dists-${name}`),
  ],
};

/** Packages that only some files may import. */
export const onlyIn = {
  "npm:csv-parse": /^$/,
  "npm:csv-parse/sync": /^(lib\/domain\/tables\/read-csv\.ts$|e2e\/)/,
  "npm:csv-stringify/sync": /^lib\/domain\/csv-line\.ts$/,
  "npm:read-excel-file/universal": /^lib\/server\/platform\/tables\/xlsx-worker\.ts$/,
  "npm:next/link": /^components\/ui\/navigation\/app-link\.tsx$/,
  "lib/server/platform/network/guarded-fetch.ts": /^lib\/server\/model-client\//,
  "node:worker_threads": /^lib\/server\/platform\/threads\/|^e2e\/(load-test\/watch-loop|endpoints\/loop-delay)\.js$/,
};

function serverFolders(features) {
  return Object.fromEntries(
    Object.entries(features).map(([name, [holds, others]]) => [
      `lib/server/${name}`,
      [holds, [...server, ...others.map((other) => (other === "content" ? other : `lib/server/${other}`))]],
    ]),
  );
}
