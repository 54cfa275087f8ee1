// The imports that each folder may have, including type imports; the check refuses all others. `npm run architecture`
// writes the table in docs/architecture.md from this list.

const uiFolders = ["components/ui", "components/charts", "components/comments", "components/imports"];
/** Files that every part of the domain may import: top-level files, words, formats, tables, statistics. */
const domainBase = ["", "/format", "/statistics", "/tables", "/words"].map((name) => `lib/domain${name}`);
/** Items, and their kinds: a folder for each, with its task schema and plug-in. */
const items = ["lib/domain/items", "lib/domain/items/kinds"];
const serverBase = ["lib/domain/*", "lib/server/platform", "lib/server/platform/database"];
const useCases = ["lib/server/*", "!lib/server/platform/database"];
const pages = ["app", "components/*", "lib/client", "lib/domain/*", ...useCases];
/** Database modules that maintenance commands may import in addition to use cases. */
const databaseFiles = ["classify-error", "migrate", "with-connections"].map(
  (name) => `lib/server/platform/database/${name}.ts`,
);
const everything = ["app/*", "bin", "components/*", "content", "lib/*", "prisma", "bench", "e2e"];

/**
 * For each folder: a description of its content, and what it may import besides itself. A file belongs to the longest
 * name that is a prefix of its path. `name/*` is the folder and all in it, a name with an extension is one file; `!name` is
 * forbidden.
 */
export const folders = {
  app: ["pages and route handlers: authenticate, read, compose; the list of direct routes", ["app/*", ...pages]],
  "app/annotate": ["the annotator's pages", pages],
  "app/api": ["writes of participants and annotators, exports, health checks", ["app/participant", ...pages]],
  "app/participant": ["responses to participants: pages, notices, errors", pages],
  "app/research": ["the researcher's pages", ["app/participant", ...pages]],
  "app/s": ["the participant's screens: route handlers that send plain HTML", ["app/participant", "app/api", ...pages]],
  "components/ui": ["the design system; all three interfaces use `tokens.css`", ["lib/domain/*"]],
  "components/charts": ["figures shared by several features", ["components/ui", "lib/client", "lib/domain/*"]],
  "components/comments": ["comments on items", ["components/ui", "lib/client", "lib/domain/*"]],
  "components/imports": ["upload forms and reports of imports", ["components/ui", "lib/client", "lib/domain/*"]],
  ...Object.fromEntries(
    Object.entries({
      annotation: "collections, the annotators' workspace, review",
      beliefs: "expressions of belief",
      benchmarks: "items and their keys",
      mindgames: "epistemic problems",
      models: "models, runs, evaluations, judging",
      results: "comparison of people and models",
      studies: "a study: form, live page, answers, flow",
      help: "the documents that the application serves",
      survey: "participants' screens and their stylesheets",
    }).map(([name, holds]) => [`components/${name}`, [holds, [...uiFolders, "lib/client", "lib/domain/*"]]]),
  ),
  "components/testing": ["test support for components", ["components/ui", "lib/domain/*"]],
  "lib/client": ["browser code without React: journal, keyboard, uploads, requests, `enhance/`", ["lib/domain/*"]],
  "lib/domain": ["pure functions; time and randomness are parameters", ["lib/domain/format"]],
  "lib/domain/format": ["formatting of numbers, times and text", ["lib/domain"]],
  "lib/domain/statistics": ["estimators, intervals, tests, power", domainBase],
  "lib/domain/words": ["words and sentences of texts, refusals", domainBase],
  "lib/domain/tables": ["tables: CSV and TSV", ["lib/domain"]],
  "lib/domain/leases": ["leases of slots and tasks", ["lib/domain"]],
  "lib/domain/network": ["network addresses", ["lib/domain"]],
  "lib/domain/events": [
    "events of a study that are sent to webhooks, Slack and e-mail",
    ["lib/domain", "lib/domain/format"],
  ],
  "lib/domain/glossary": ["the glossary", ["lib/domain"]],
  "lib/domain/help": ["the documents that the application serves", ["lib/domain"]],
  "lib/domain/operations": ["start checks, backup schedules, messages for operators", domainBase],
  "lib/domain/tasks": ["task schemas: fields, answers, scores, versions, templates", domainBase],
  "lib/domain/items": ["items, keys, stimuli", [...domainBase, ...items, "lib/domain/tasks"]],
  "lib/domain/items/kinds": [
    "the kinds of items and of stories, one folder each: task schema and plug-in, which may use an engine",
    [...domainBase, ...["beliefs", "epistemic", "items", "stories", "tasks"].map((name) => `lib/domain/${name}`)],
  ],
  "lib/domain/stories": ["stories, anchors, edits, construction", [...domainBase, ...items, "lib/domain/tasks"]],
  "lib/domain/beliefs": ["expressions of belief: templates and scoring", [...domainBase, ...items]],
  "lib/domain/epistemic": ["epistemic logic, MindGames", [...domainBase, ...items]],
  "lib/domain/annotation": [
    "collections, tasks, documents, review",
    [...domainBase, ...items, "lib/domain/leases", "lib/domain/stories", "lib/domain/tasks"],
  ],
  "lib/domain/models": [
    "prompts, parsing of outputs, runs",
    [...domainBase, ...items, "lib/domain/stories", "lib/domain/tasks"],
  ],
  "lib/domain/survey": [
    "protocol, design, session, recruiters",
    [
      ...domainBase,
      ...items,
      ...["beliefs", "epistemic", "leases", "network", "tasks"].map((name) => `lib/domain/${name}`),
    ],
  ],
  "lib/domain/results": [
    "comparison of people and models",
    [
      ...domainBase,
      ...items,
      ...["annotation", "beliefs", "epistemic", "models", "stories", "survey", "tasks"].map(
        (name) => `lib/domain/${name}`,
      ),
    ],
  ],
  "lib/domain/replicate": [
    "replication of papers: printed and recomputed values",
    [
      ...domainBase,
      ...items,
      ...["beliefs", "epistemic", "models", "results", "survey"].map((name) => `lib/domain/${name}`),
    ],
  ],
  "lib/domain/interchange": ["file formats: import and export", ["lib/domain/*"]],
  "lib/domain/release": [
    "the formats of published datasets, privacy checks",
    [...domainBase, ...items, "lib/domain/interchange"],
  ],
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
    users: ["user accounts", []],
    counting: ["which answers count", []],
    "model-client": ["the client for model endpoints", []],
    construct: ["stories and texts generated by models", ["model-client"]],
    operations: ["the state of an installation", ["studies"]],
    help: ["the documents that the application serves", []],
    research: ["the overview page of researchers", ["help"]],
    backup: ["backups, the erasure ledger", []],
    "stored-results": ["computed results, stored with the hash of their data", ["counting"]],
    items: ["benchmarks, items, keys", []],
    interchange: ["streaming readers of import files", ["items"]],
    models: ["models, runs, evaluations, judging", ["construct", "items", "model-client", "stored-results"]],
    studies: [
      "a study: draft, run, entry, responses, flow, export, parity",
      ["counting", "items", "models", "stored-results"],
    ],
    imports: ["uploads of files", ["interchange", "items", "models", "studies"]],
    annotation: [
      "collections, tasks and reviews",
      ["construct", "counting", "interchange", "items", "model-client", "stored-results", "studies"],
    ],
    beliefs: [
      "expressions of belief",
      ["content", "counting", "imports", "items", "models", "stored-results", "studies"],
    ],
    mindgames: ["epistemic problems", ["counting", "imports", "items", "models", "stored-results", "studies"]],
    recruiters: ["recruiters: Prolific, MTurk, panels", ["items", "stored-results", "studies"]],
    results: [
      "results of a study",
      ["beliefs", "counting", "items", "mindgames", "models", "stored-results", "studies"],
    ],
    events: ["events of a study that are sent to webhooks, Slack and e-mail", ["construct", "studies"]],
    release: [
      "published datasets of studies, benchmarks and collections",
      ["annotation", "construct", "items", "models", "studies"],
    ],
    archive: ["whole projects as files", ["backup", "imports", "studies"]],
    sharing: [
      "what people without an account may read of a study",
      ["release", "results", "stored-results", "studies"],
    ],
    sessions: ["a participant's session", ["backup", "items", "studies"]],
    replicate: [
      "replication of papers",
      ["beliefs", "counting", "imports", "items", "mindgames", "models", "stored-results", "studies"],
    ],
  }),
  "lib/server/demo": ["the demo, simulations with scripted participants", ["content", "lib/domain/*", "lib/server/*"]],
  "lib/server/background": ["the handlers of all jobs", ["lib/domain/*", "lib/server/*"]],
  "lib/supervisor": [
    "`npm start`: database, migrations, demo, build, processes",
    [
      "lib/domain/*",
      ...["backup", "demo", "operations", "platform", "platform/database"].map((name) => `lib/server/${name}`),
    ],
  ],
  "lib/cli": ["the command line", ["lib/domain/*", ...useCases, ...databaseFiles, "lib/supervisor"]],
  bin: ["entry points, checks of the source code, tests of programs", ["app/api", "lib/*"]],
  prisma: ["schema, migrations, factories for tests", everything],
  content: ["the demo's stories, templates and synthetic answers", everything],
  bench: ["benchmarks of speed and load", everything],
  e2e: ["journeys and load tests against a production build", everything],
};

/**
 * The packages and Node modules (`node`) that these folders may import. Other folders may import every package in
 * package.json.
 */
export const packages = {
  app: ["lucide-react", "next", "node", "react", "react-dom", "zod"],
  components: [
    ..."@visx/axis @visx/group @visx/scale @visx/shape clsx katex lucide-react mdast-util-from-markdown".split(" "),
    ..."mdast-util-gfm-table mdast-util-math micromark-extension-gfm-table micromark-extension-math next react react-dom zod".split(
      " ",
    ),
  ],
  "lib/cli": ["commander", "node", "picocolors", "yazl", "zod"],
  "lib/client": ["fflate", "idb", "read-excel-file", "zod"],
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
  "npm:read-excel-file/browser": /^lib\/client\/uploads\/table-head\.ts$/,
  "npm:next/link": /^components\/ui\/navigation\/app-link\.tsx$/,
  "lib/server/platform/database/export-snapshot.ts": /^lib\/server\/(studies\/export|annotation\/export|operations)\//,
  "lib/server/platform/network/guarded-fetch.ts":
    /^lib\/server\/(model-client|events|recruiters\/prolific|release\/deposit)\//,
  "node:worker_threads": /^lib\/server\/platform\/threads\/|^e2e\/(load-test\/watch-loop|endpoints\/loop-delay)\.js$/,
};

function serverFolders(features) {
  return Object.fromEntries(
    Object.entries(features).map(([name, [holds, others]]) => [
      `lib/server/${name}`,
      [holds, [...serverBase, ...others.map((other) => (other === "content" ? other : `lib/server/${other}`))]],
    ]),
  );
}
