import { readdirSync } from "node:fs";
import { documentHash } from "../../lib/domain/annotation/documents/copy-document.ts";

/** All kinds of users with whom the endpoints are tested. `elsewhere` is a researcher of another project. */
export const visitors = [
  "nobody",
  "elsewhere",
  "annotator",
  "reviewer",
  "rater",
  "viewer",
  "researcher",
  "admin",
] as const;
export type Visitor = (typeof visitors)[number];

/** Values that an address may need: IDs of rows of the demo. */
export interface EndpointParams {
  project: string;
  study: string;
  slug: string;
  /** Null until the background job that simulates a study has started. */
  session: string | null;
  item: string;
  problem: string;
  benchmark: string;
  model: string;
  run: string;
  endpoint: string;
  evaluation: string;
  problems: string;
  beliefs: string;
  collection: string;
  task: string;
  story: string;
}

/** One method of one route, and its expected responses by visitor. */
export interface Endpoint {
  path: (places: EndpointParams) => string;
  /** A valid body, so that a refusal is about the user and not about the body. */
  data?: unknown;
  /**
   * The response to each visitor; "in" is below 400, "sign in" redirects to the sign-in page, "untried" would change
   * data.
   */
  answers: Record<Visitor, number | "in" | "sign in" | "untried">;
}

const readers: Visitor[] = ["viewer", "researcher", "admin"];
const writers: Visitor[] = ["researcher", "admin"];
const signedIn: Visitor[] = ["elsewhere", "annotator", "reviewer", "rater", ...readers];
/** Anyone who has the right in the project that they are in: a list without a project in its address shows one's own. */
const own = (inside: Visitor[]): Visitor[] => ["elsewhere", ...inside];

function answersOf(
  nobody: number | "in" | "sign in",
  inside: Visitor[],
  yes: "in" | "untried" | number,
): Endpoint["answers"] {
  const entries = visitors.map((visitor) => [visitor, inside.includes(visitor) ? yes : 404]);
  return { ...Object.fromEntries(entries), nobody } as Endpoint["answers"];
}

/** A page for users with the right; for other signed-in users it does not exist. */
const page = (path: Endpoint["path"], inside: Visitor[]): Endpoint => ({
  path,
  answers: answersOf("sign in", inside, "in"),
});
const read = (path: Endpoint["path"], inside: Visitor[], yes: "in" | number = "in"): Endpoint => ({
  path,
  answers: answersOf(401, inside, yes),
});
/** A write, tested only with users who may not do it; its effect is tested with its feature. */
const write = (path: Endpoint["path"], inside: Visitor[], data: unknown): Endpoint => ({
  path,
  data,
  answers: answersOf(401, inside, "untried"),
});
/** An address with the same response for everyone. */
const open = (path: Endpoint["path"], status: number | "in", data?: unknown): Endpoint => ({
  path,
  ...(data === undefined ? {} : { data }),
  answers: Object.fromEntries(visitors.map((visitor) => [visitor, status])) as Endpoint["answers"],
});

const nowhere = "00000000-0000-4000-8000-000000000000";
const story = { kind: "original" as const, genre: "mystery", story: "A story.", anchors: [] };
const reasoned = { fence: 1, reason: "A reason." };

/** Public static files: the folder `public`. */
export const publicFiles = readdirSync(new URL("../../public/", import.meta.url)).map((file) => `/${file}`);

/** Every route of the application and each of its methods. A new one without its line here fails the test. */
export const endpoints: Record<string, Partial<Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Endpoint>>> = {
  "/": { GET: open(() => "/", "in") },
  "/robots.txt": { GET: open(() => "/robots.txt", "in") },
  ...Object.fromEntries(publicFiles.map((file) => [file, { GET: open(() => file, "in") }])),
  "/api/livez": { GET: open(() => "/api/livez", "in") },
  "/api/readyz": { GET: open(() => "/api/readyz", "in") },
  // Without an identity provider, the addresses of its flow do not exist.
  "/api/auth/oidc": { GET: open(() => "/api/auth/oidc", 404) },
  "/api/auth/oidc/callback": { GET: open(() => "/api/auth/oidc/callback", 404) },
  "/sign-in": { GET: open(() => "/sign-in", "in") },
  // Those whose sign-in has not begun or is complete are sent on.
  "/sign-in/code": { GET: open(() => "/sign-in/code", 307) },
  "/sign-in/enrol": { GET: open(() => "/sign-in/enrol", 307) },
  "/setup": { GET: open(() => "/setup?token=none", "in") },
  "/reset": { GET: open(() => "/reset?token=none", "in") },
  "/invitation/[token]": { GET: open(() => "/invitation/none", "in") },
  // With the token of a link the page is open to everyone (sharing.spec.ts).
  "/shared/[token]": { GET: open(() => `/shared/${"x".repeat(43)}`, 404) },
  "/api/v1/shared/[token]/[file]": { GET: open(() => `/api/v1/shared/${"x".repeat(43)}/headline.svg`, 404) },
  // For a version without a public page, which is the default.
  "/releases/[release]": { GET: open(() => `/releases/${nowhere}`, 404) },
  "/api/v1/public-releases/[release]/archive": {
    GET: open(() => `/api/v1/public-releases/${nowhere}/archive`, 404),
  },
  "/api/v1/public-releases/[release]/files/[file]": {
    GET: open(() => `/api/v1/public-releases/${nowhere}/files/headline.svg`, 404),
  },
  "/help": { GET: open(() => "/help", "in") },
  "/help/[document]": { GET: open(() => "/help/statistics", "in") },
  "/help/glossary": { GET: open(() => "/help/glossary", "in") },
  "/api/v1/search": { GET: read(() => "/api/v1/search?q=a", signedIn) },
  "/help/api": { GET: open(() => "/help/api", "in") },
  "/help/api/swagger-ui.css": { GET: open(() => "/help/api/swagger-ui.css", "in") },
  "/help/api/swagger-ui-bundle.js": { GET: open(() => "/help/api/swagger-ui-bundle.js", "in") },
  "/account": { GET: page(() => "/account", signedIn) },
  "/account/tokens": { GET: page(() => "/account/tokens", own(readers)) },

  "/s/[study]": { GET: open(({ slug }) => `/s/${slug}`, "in") },
  "/s/[study]/[token]": { GET: open(({ slug }) => `/s/${slug}/${"x".repeat(32)}`, 404) },
  "/s/[study]/code": { GET: open(({ slug }) => `/s/${slug}/code`, 200) },
  "/s/[study]/[token]/data": { GET: open(({ slug }) => `/s/${slug}/${"x".repeat(32)}/data`, 404) },
  "/s/[study]/[token]/withdraw": { GET: open(({ slug }) => `/s/${slug}/${"x".repeat(32)}/withdraw`, 404) },
  "/api/v1/sessions": { POST: open(() => "/api/v1/sessions", 422, {}) },
  "/api/v1/sessions/resume": { POST: open(() => "/api/v1/sessions/resume", 422, {}) },
  "/api/v1/sessions/by-code": { POST: open(() => "/api/v1/sessions/by-code", 422, {}) },
  "/api/v1/sessions/by-code/withdraw": { POST: open(() => "/api/v1/sessions/by-code/withdraw", 422, {}) },
  "/api/v1/webhooks/prolific/[project]": { POST: open(() => "/api/v1/webhooks/prolific/nowhere", 403, {}) },
  "/api/v1/sessions/[token]/heartbeat": { POST: open(() => `/api/v1/sessions/${"x".repeat(32)}/heartbeat`, 404, {}) },
  "/api/v1/sessions/[token]/media/[sha256]": {
    GET: open(() => `/api/v1/sessions/${"x".repeat(32)}/media/${"0".repeat(64)}`, 404),
  },
  "/api/v1/sessions/[token]/withdraw": {
    POST: open(() => `/api/v1/sessions/${"x".repeat(32)}/withdraw`, 404, { confirm: "yes" }),
  },
  "/api/v1/sessions/[token]/screens/[screen]": {
    POST: open(() => `/api/v1/sessions/${"x".repeat(32)}/screens/1`, 404, { protocol: nowhere }),
  },

  // The operations of the API; each has its own rights (app/api/v1/operations/answer-operation.test.ts).
  "/api/v1/[...operation]": {
    GET: read(({ study }) => `/api/v1/studies/${study}`, readers),
    POST: write(({ study }) => `/api/v1/studies/${study}/moves`, writers, { move: "pause" }),
    PUT: write(({ study }) => `/api/v1/studies/${study}/archived`, writers, { archived: true }),
    PATCH: write(({ benchmark }) => `/api/v1/benchmarks/${benchmark}`, writers, {
      name: "x",
      description: "",
      licence: "",
    }),
    DELETE: write(({ study }) => `/api/v1/studies/${study}`, writers, undefined),
  },

  // Everyone who is signed in has a front page; those without a right are redirected to their work.
  "/research": { GET: page(() => "/research", signedIn) },
  "/research/studies": { GET: page(() => "/research/studies", own(readers)) },
  "/research/studies/new": { GET: page(() => "/research/studies/new", own(writers)) },
  "/research/studies/new/preview": {
    POST: { path: () => "/research/studies/new/preview", data: {}, answers: answersOf(401, own(writers), 415) },
  },
  "/research/studies/[study]": { GET: page(({ study }) => `/research/studies/${study}`, readers) },
  "/research/studies/[study]/design": { GET: page(({ study }) => `/research/studies/${study}/design`, readers) },
  "/research/studies/[study]/design/protocol": {
    GET: page(({ study }) => `/research/studies/${study}/design/protocol`, readers),
  },
  "/research/studies/[study]/design/edit": {
    GET: page(({ study }) => `/research/studies/${study}/design/edit`, writers),
  },
  "/research/studies/[study]/recruit": {
    GET: page(({ study }) => `/research/studies/${study}/recruit`, writers),
  },
  "/research/studies/[study]/collect/ledger": {
    GET: page(({ study }) => `/research/studies/${study}/collect/ledger`, writers),
  },
  "/research/studies/[study]/settings": { GET: page(({ study }) => `/research/studies/${study}/settings`, readers) },
  "/research/studies/[study]/settings/events": {
    GET: page(({ study }) => `/research/studies/${study}/settings/events`, writers),
  },
  "/research/studies/[study]/settings/shared-views": {
    GET: page(({ study }) => `/research/studies/${study}/settings/shared-views`, writers),
  },
  "/research/studies/[study]/stages": { GET: page(({ study }) => `/research/studies/${study}/stages`, readers) },
  "/research/studies/[study]/collect/flow": {
    GET: page(({ study }) => `/research/studies/${study}/collect/flow`, readers),
  },
  "/research/studies/[study]/collect": { GET: page(({ study }) => `/research/studies/${study}/collect`, readers) },
  // For a study about errors in stories; this study has true-or-false items.
  "/research/studies/[study]/results/errors": {
    GET: page(({ study }) => `/research/studies/${study}/results/errors`, []),
  },
  "/research/studies/[study]/responses": { GET: page(({ study }) => `/research/studies/${study}/responses`, readers) },
  "/research/studies/[study]/responses/cleaning": {
    GET: page(({ study }) => `/research/studies/${study}/responses/cleaning`, readers),
  },
  "/research/studies/[study]/responses/cleaning/adjudicate": {
    GET: page(({ study }) => `/research/studies/${study}/responses/cleaning/adjudicate`, writers),
  },
  "/annotate/rating": { GET: page(() => "/annotate/rating", ["rater", "admin"]) },
  "/research/studies/[study]/responses/[session]": {
    GET: page(({ study, session }) => `/research/studies/${study}/responses/${session}`, readers),
  },
  "/research/studies/[study]/results/sites": {
    GET: page(({ study }) => `/research/studies/${study}/results/sites`, readers),
  },
  "/research/studies/[study]/results/release": {
    GET: page(({ study }) => `/research/studies/${study}/results/release`, readers),
  },
  "/research/studies/[study]/results/parity": {
    GET: page(({ study }) => `/research/studies/${study}/results/parity`, readers),
  },
  "/research/studies/[study]/results": { GET: page(({ study }) => `/research/studies/${study}/results`, readers) },
  "/research/studies/[study]/results/analyses": {
    GET: page(({ study }) => `/research/studies/${study}/results/analyses`, readers),
  },
  "/research/studies/[study]/results/exclusions": {
    GET: page(({ study }) => `/research/studies/${study}/results/exclusions`, readers),
  },
  "/research/studies/[study]/results/tables": {
    GET: page(({ study }) => `/research/studies/${study}/results/tables`, readers),
  },
  "/research/studies/[study]/results/items/[item]": {
    GET: page(({ study, item }) => `/research/studies/${study}/results/items/${item}`, readers),
  },
  "/research/studies/[study]/preview": { GET: read(({ study }) => `/research/studies/${study}/preview`, readers) },
  "/research/benchmarks": { GET: page(() => "/research/benchmarks", own(readers)) },
  "/research/benchmarks/new": { GET: page(() => "/research/benchmarks/new", own(writers)) },
  "/research/benchmarks/preview": {
    POST: { path: () => "/research/benchmarks/preview", data: {}, answers: answersOf(401, signedIn, 415) },
  },
  "/research/benchmarks/[benchmark]/items/new": {
    GET: page(({ benchmark }) => `/research/benchmarks/${benchmark}/items/new`, writers),
  },
  "/research/benchmarks/[benchmark]/items/[item]": {
    GET: page(({ benchmark, item }) => `/research/benchmarks/${benchmark}/items/${item}`, readers),
  },
  "/research/benchmarks/[benchmark]/release": {
    GET: page(({ benchmark }) => `/research/benchmarks/${benchmark}/release`, readers),
  },
  "/research/benchmarks/[benchmark]": { GET: page(({ benchmark }) => `/research/benchmarks/${benchmark}`, readers) },
  "/research/mindgames/[item]": { GET: page(({ problem }) => `/research/mindgames/${problem}`, readers) },
  "/research/mindgames/explore": { GET: page(() => "/research/mindgames/explore", own(readers)) },
  "/research/mindgames": { GET: page(() => "/research/mindgames", own(readers)) },
  "/research/mindgames/sets/[benchmark]": {
    GET: page(({ problems }) => `/research/mindgames/sets/${problems}`, readers),
  },
  "/research/mindgames/sets/[benchmark]/artefacts": {
    GET: page(({ problems }) => `/research/mindgames/sets/${problems}/artefacts`, readers),
  },
  "/research/mindgames/sets/[benchmark]/evaluation": {
    GET: page(({ problems }) => `/research/mindgames/sets/${problems}/evaluation`, readers),
  },
  // For a study of logic problems; this study is about stories.
  "/research/studies/[study]/results/raters": {
    GET: page(({ study }) => `/research/studies/${study}/results/raters`, []),
  },
  "/research/beliefs": { GET: page(() => "/research/beliefs", own(readers)) },
  "/research/beliefs/typology": { GET: page(() => "/research/beliefs/typology", own(readers)) },
  "/research/beliefs/import": { GET: page(() => "/research/beliefs/import", own(writers)) },
  "/research/beliefs/[benchmark]": { GET: beliefs("", readers) },
  "/research/beliefs/[benchmark]/comparisons": { GET: beliefs("/comparisons", readers) },
  "/research/beliefs/[benchmark]/dimensions": { GET: beliefs("/dimensions", readers) },
  "/research/beliefs/[benchmark]/expressions": { GET: beliefs("/expressions", readers) },
  "/research/beliefs/[benchmark]/facts": { GET: beliefs("/facts", readers) },
  "/research/beliefs/[benchmark]/models": { GET: beliefs("/models", readers) },
  "/research/beliefs/[benchmark]/open": { GET: beliefs("/open", readers) },
  "/research/beliefs/[benchmark]/ranking": { GET: beliefs("/ranking", readers) },
  "/research/beliefs/[benchmark]/study": { GET: beliefs("/study", writers) },
  "/research/models/[model]": { GET: page(({ model }) => `/research/models/${model}`, readers) },
  "/research/models/[model]/runs/[run]": {
    GET: page(({ model, run }) => `/research/models/${model}/runs/${run}`, readers),
  },
  "/research/models/evaluations": { GET: page(() => "/research/models/evaluations", own(readers)) },
  // Without an endpoint it redirects to the form for a new one.
  "/research/models/evaluations/new": { GET: page(() => "/research/models/evaluations/new", own(writers)) },
  "/research/models/evaluations/[evaluation]": {
    GET: page(({ evaluation }) => `/research/models/evaluations/${evaluation}`, readers),
  },
  "/research/models/endpoints/new": { GET: page(() => "/research/models/endpoints/new", own(writers)) },
  "/research/models/endpoints/[endpoint]": {
    GET: page(({ endpoint }) => `/research/models/endpoints/${endpoint}`, writers),
  },
  "/research/models/judging/[benchmark]": {
    GET: page(({ benchmark }) => `/research/models/judging/${benchmark}`, readers),
  },
  "/research/models/judging/[benchmark]/next": {
    GET: page(({ benchmark }) => `/research/models/judging/${benchmark}/next`, writers),
  },
  // No model has answered story errors or next actions here, so no one finds a table.
  "/research/models/tables/[benchmark]": { GET: page(({ benchmark }) => `/research/models/tables/${benchmark}`, []) },
  "/research/models/tables/[benchmark]/[file]": {
    GET: read(({ benchmark }) => `/research/models/tables/${benchmark}/table-2.csv`, []),
  },
  "/research/models": { GET: page(() => "/research/models", own(readers)) },
  // Without a file, there is nothing to adjust.
  "/research/files": { GET: page(() => "/research/files", []) },
  "/research/replicate": { GET: page(() => "/research/replicate", own(readers)) },
  // Nothing has been replicated here, so no one finds a result.
  "/research/replicate/[paper]": { GET: page(() => "/research/replicate/kste2025", []) },
  "/research/replicate/[paper]/[file]": { GET: read(() => "/research/replicate/kste2025/report.json", []) },
  "/research/results": { GET: page(() => "/research/results", own(readers)) },
  "/research/annotation": { GET: page(() => "/research/annotation", own(writers)) },
  "/research/annotation/[collection]": { GET: page(({ collection }) => `/research/annotation/${collection}`, writers) },
  "/research/annotation/[collection]/release": {
    GET: page(({ collection }) => `/research/annotation/${collection}/release`, writers),
  },
  "/research/annotation/[collection]/items": {
    GET: page(({ collection }) => `/research/annotation/${collection}/items`, writers),
  },
  "/research/annotation/[collection]/items/[item]": {
    GET: page(({ collection, story }) => `/research/annotation/${collection}/items/${story}`, writers),
  },
  // The collection of the tests has stories.
  "/research/annotation/[collection]/answers": {
    GET: page(({ collection }) => `/research/annotation/${collection}/answers`, []),
  },
  "/research/annotation/[collection]/task": {
    GET: page(({ collection }) => `/research/annotation/${collection}/task`, []),
  },
  "/research/annotation/[collection]/audit": { GET: collectionPage("/audit") },
  "/research/annotation/[collection]/construct": { GET: collectionPage("/construct") },
  "/research/annotation/[collection]/import": { GET: collectionPage("/import") },
  "/research/annotation/[collection]/numbers": { GET: collectionPage("/numbers") },
  "/research/annotation/[collection]/people": { GET: collectionPage("/people") },
  "/research/annotation/[collection]/re-review": { GET: collectionPage("/re-review") },
  "/research/annotation/[collection]/re-solve": { GET: collectionPage("/re-solve") },
  "/research/annotation/[collection]/guidelines": {
    GET: page(({ collection }) => `/research/annotation/${collection}/guidelines`, writers),
  },
  "/research/annotation/[collection]/settings": {
    GET: page(({ collection }) => `/research/annotation/${collection}/settings`, writers),
  },
  "/research/admin": { GET: page(() => "/research/admin", ["admin"]) },
  "/research/admin/users": { GET: page(() => "/research/admin/users", ["admin"]) },
  "/research/admin/model": { GET: page(() => "/research/admin/model", ["admin"]) },
  "/research/admin/settings": { GET: page(() => "/research/admin/settings", ["admin"]) },
  "/research/admin/archive": { GET: page(() => "/research/admin/archive", ["admin"]) },
  "/research/admin/erasure": { GET: page(() => "/research/admin/erasure", ["admin"]) },
  "/research/admin/audit": { GET: page(() => "/research/admin/audit", ["admin"]) },
  // For owners of the installation, who are none of these visitors.
  "/research/admin/status": { GET: page(() => "/research/admin/status", []) },

  // Nothing has been computed yet, so there is no file for anyone.
  "/api/v1/studies/[study]/views/[view]/[file]": {
    GET: read(({ study }) => `/api/v1/studies/${study}/views/ceiling/agreement.csv`, []),
  },
  "/api/v1/studies/[study]/course/[file]": {
    GET: read(({ study }) => `/api/v1/studies/${study}/course/cells.csv`, readers),
  },
  "/api/v1/studies/[study]/parity/[file]": {
    GET: read(({ study }) => `/api/v1/studies/${study}/parity/parity.csv`, readers),
  },
  "/api/v1/models/[model]/tables/[file]": {
    GET: read(({ model }) => `/api/v1/models/${model}/tables/runs.csv`, readers),
  },
  "/api/v1/benchmarks/[benchmark]/judging/[file]": {
    // For a benchmark with open-ended answers; this one has none.
    GET: read(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/judging/judged-runs.csv`, []),
  },
  "/api/v1/benchmarks/[benchmark]/artefacts/[file]": {
    // Of a set of problems whose artefacts someone has measured.
    GET: read(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/artefacts/baselines.csv`, []),
  },
  "/api/v1/annotation/collections/[collection]/numbers/[file]": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/numbers/report.csv`, writers),
  },
  "/api/v1/annotation/collections/[collection]/people/[file]": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/people/work.csv`, writers),
  },
  "/api/v1/annotation/collections/[collection]/audit/[file]": {
    // Nothing of the demo's collection is accepted, and an empty set gives nothing away.
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/audit/story-guesses.csv`, []),
  },
  "/api/v1/studies/[study]/mindgames/[file]": {
    // The demo's study is about stories, so it has no raters of problems.
    GET: read(({ study }) => `/api/v1/studies/${study}/mindgames/by-setup.csv`, []),
  },
  "/api/v1/studies/[study]/errors/[file]": {
    // The demo's study of errors has its own address; a study of other items has nothing of this kind.
    GET: read(({ study }) => `/api/v1/studies/${study}/errors/none.csv`, []),
  },
  "/api/v1/benchmarks/[benchmark]/beliefs/[file]": {
    GET: read(({ beliefs }) => `/api/v1/benchmarks/${beliefs}/beliefs/rates.csv`, readers),
  },
  "/api/v1/studies/[study]/tables/[view]/[file]": {
    GET: read(({ study }) => `/api/v1/studies/${study}/tables/accuracy/accuracy.csv`, readers),
  },
  "/api/v1/studies/[study]/analysis/[file]": {
    GET: read(({ study }) => `/api/v1/studies/${study}/analysis/headline.svg`, readers),
  },
  "/api/v1/studies/[study]/export": { GET: read(({ study }) => `/api/v1/studies/${study}/export`, readers) },
  "/api/v1/releases/[release]/archive": { GET: read(() => `/api/v1/releases/${nowhere}/archive`, []) },
  "/api/v1/studies/[study]/releases/[release]/archive": {
    GET: read(({ study }) => `/api/v1/studies/${study}/releases/${nowhere}/archive`, []),
  },
  "/api/v1/studies/[study]/ethics-approval": {
    GET: read(({ study }) => `/api/v1/studies/${study}/ethics-approval`, []),
  },
  "/api/v1/studies/[study]/ledger": { GET: read(({ study }) => `/api/v1/studies/${study}/ledger`, writers) },
  "/api/v1/studies/[study]/recruiter-file": {
    POST: write(({ study }) => `/api/v1/studies/${study}/recruiter-file`, writers, ""),
  },
  "/api/v1/benchmarks/[benchmark]/items": {
    GET: read(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/items`, readers),
  },
  "/api/v1/benchmarks/[benchmark]/tasks": {
    GET: read(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/tasks?kind=true-false`, readers),
  },
  "/api/v1/benchmarks/[benchmark]/lm-eval": {
    // The demo's stories are no logic problems, so even those who may read them find no such tasks.
    GET: read(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/lm-eval`, []),
  },
  "/api/v1/benchmarks/[benchmark]/predictions": {
    POST: write(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/predictions`, writers, ""),
  },
  "/api/v1/projects/[project]/items": {
    POST: write(({ project }) => `/api/v1/projects/${project}/items?benchmark=New`, writers, ""),
  },
  "/api/v1/projects/[project]/problems": {
    POST: write(({ project }) => `/api/v1/projects/${project}/problems?benchmark=New`, writers, ""),
  },
  // Nothing was exported, so no one finds an archive.
  "/api/v1/projects/[project]/archive": { GET: read(({ project }) => `/api/v1/projects/${project}/archive`, []) },
  // For owners of the installation, who are none of these visitors.
  "/api/v1/project-archives": { POST: write(() => "/api/v1/project-archives", [], "") },
  "/api/v1/projects/[project]/replication-files": {
    POST: write(({ project }) => `/api/v1/projects/${project}/replication-files`, writers, ""),
  },

  "/api/v1/projects/[project]/facts": {
    POST: write(({ project }) => `/api/v1/projects/${project}/facts?benchmark=New&format=authors`, writers, ""),
  },
  "/api/v1/benchmarks/[benchmark]/expressions": {
    POST: write(({ beliefs: set }) => `/api/v1/benchmarks/${set}/expressions?seed=1&templates=shipped`, writers, ""),
  },

  "/api/v1/benchmarks/[benchmark]/media": {
    POST: write(({ benchmark }) => `/api/v1/benchmarks/${benchmark}/media?type=image`, writers, ""),
  },

  "/api/v1/benchmarks/[benchmark]/items/[item]/comments": {
    GET: read(({ benchmark, item }) => `/api/v1/benchmarks/${benchmark}/items/${item}/comments`, readers),
    POST: write(({ benchmark, item }) => `/api/v1/benchmarks/${benchmark}/items/${item}/comments`, writers, {
      text: "Is the key right?",
    }),
  },

  "/annotate": { GET: page(() => "/annotate", signedIn) },
  "/annotate/keys": { GET: page(() => "/annotate/keys", signedIn) },
  "/annotate/mine": { GET: page(() => "/annotate/mine", ["annotator", "reviewer", "admin"]) },
  "/annotate/practice": { GET: page(() => "/annotate/practice", ["annotator", "admin"]) },
  "/annotate/queue": { GET: page(() => "/annotate/queue", ["annotator", "admin"]) },
  "/annotate/review": { GET: page(() => "/annotate/review", ["reviewer", "admin"]) },
  "/annotate/queue/[collection]": {
    GET: page(({ collection }) => `/annotate/queue/${collection}`, ["annotator", "admin"]),
  },
  "/annotate/review/[collection]": {
    GET: page(({ collection }) => `/annotate/review/${collection}`, ["reviewer", "admin"]),
  },
  "/annotate/tasks/[taskId]": { GET: page(({ task }) => `/annotate/tasks/${task}`, ["annotator", "admin"]) },

  "/api/v1/annotation/collections/[collection]/export": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/export?format=jsonl`, writers),
  },
  "/api/v1/annotation/collections/[collection]/items": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/items`, writers),
  },
  "/api/v1/annotation/collections/[collection]/numbers": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/numbers`, writers),
  },
  "/api/v1/annotation/collections/[collection]/events": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/events`, writers),
  },
  "/api/v1/annotation/collections/[collection]/pay": {
    GET: read(({ collection }) => `/api/v1/annotation/collections/${collection}/pay`, writers),
  },
  "/api/v1/annotation/collections/[collection]/artefacts": {
    GET: read(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/artefacts`,
      ["annotator", "reviewer", "researcher", "admin"],
    ),
  },
  "/api/v1/annotation/collections/[collection]/import": {
    POST: write(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/import?fileName=a.jsonl`,
      writers,
      "",
    ),
  },
  "/api/v1/annotation/collections/[collection]/guidelines": {
    GET: read(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/guidelines`,
      ["annotator", "reviewer", "researcher", "admin"],
    ),
  },
  "/api/v1/annotation/collections/[collection]/guidelines/read": {
    POST: write(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/guidelines/read`,
      ["annotator", "reviewer", "researcher", "admin"],
      { version: 1 },
    ),
  },
  // The collection of the tests has stories.
  "/api/v1/annotation/collections/[collection]/schema-export": {
    GET: read(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/schema-export?format=jsonl`,
      writers,
      409,
    ),
  },
  "/api/v1/annotation/collections/[collection]/schema-import": {
    POST: write(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/schema-import?fileName=a.jsonl`,
      writers,
      {},
    ),
  },
  "/api/v1/annotation/collections/[collection]/questions": {
    POST: write(
      ({ collection }) => `/api/v1/annotation/collections/${collection}/questions`,
      ["annotator", "reviewer", "admin"],
      { text: "May a ghost know it?" },
    ),
  },
  "/api/v1/annotation/items/[item]/media/[sha256]": {
    GET: read(({ story }) => `/api/v1/annotation/items/${story}/media/${"0".repeat(64)}`, []),
  },
  "/api/v1/annotation/items/[item]/trail": {
    GET: read(({ story }) => `/api/v1/annotation/items/${story}/trail`, writers),
  },
  "/api/v1/annotation/items/[item]/comments": {
    GET: read(({ story }) => `/api/v1/annotation/items/${story}/comments`, [...writers, "reviewer"]),
    POST: write(({ story }) => `/api/v1/annotation/items/${story}/comments`, ["researcher", "reviewer", "admin"], {
      text: "Is this the newest edition?",
    }),
  },
  "/api/v1/annotation/mine": { GET: read(() => "/api/v1/annotation/mine", signedIn) },
  // For a collection that does not exist, so that nothing is leased.
  "/api/v1/annotation/ahead": {
    POST: write(() => "/api/v1/annotation/ahead", signedIn, { collection: nowhere, have: [] }),
  },
  "/api/v1/annotation/next": { GET: read(() => `/api/v1/annotation/next?collection=${nowhere}`, []) },
  "/api/v1/annotation/review/next": {
    GET: read(() => `/api/v1/annotation/review/next?collection=${nowhere}`, signedIn),
  },
  "/api/v1/annotation/review/[task]": {
    POST: write(({ task }) => `/api/v1/annotation/review/${task}`, ["reviewer", "admin"], { decision: "accept" }),
  },
  "/api/v1/annotation/review/[task]/undo": {
    POST: write(({ task }) => `/api/v1/annotation/review/${task}/undo`, ["reviewer", "admin"], {}),
  },
  "/api/v1/annotation/review/[task]/work": {
    PUT: write(({ task }) => `/api/v1/annotation/review/${task}/work`, ["reviewer", "admin"], {
      activeMs: 0,
      idleMs: 0,
    }),
  },
  "/api/v1/annotation/tasks/[task]": { GET: task("", writers) },
  "/api/v1/annotation/tasks/[task]/media/[sha256]": { GET: task(`/media/${"0".repeat(64)}`, []) },
  "/api/v1/annotation/tasks/[task]/hidden-answers": { GET: task("/hidden-answers", []) },
  "/api/v1/annotation/tasks/[task]/candidates": {
    GET: task("/candidates", writers),
    POST: taskWrite("/candidates", { step: "summarise" }),
  },
  "/api/v1/annotation/tasks/[task]/heartbeat": {
    POST: taskWrite("/heartbeat", { fence: 1, activeMs: 0, idleMs: 0 }),
  },
  "/api/v1/annotation/tasks/[task]/irreparable": { POST: taskWrite("/irreparable", reasoned) },
  "/api/v1/annotation/tasks/[task]/lease": { POST: taskWrite("/lease", {}) },
  "/api/v1/annotation/tasks/[task]/park": { POST: taskWrite("/park", { fence: 1 }) },
  "/api/v1/annotation/tasks/[task]/reopen": { POST: taskWrite("/reopen", {}) },
  "/api/v1/annotation/tasks/[task]/replacement": { POST: taskWrite("/replacement", {}) },
  "/api/v1/annotation/tasks/[task]/revisions/choose": {
    POST: taskWrite("/revisions/choose", { keep: nowhere, fence: 1 }),
  },
  "/api/v1/annotation/tasks/[task]/revisions/[revision]": {
    PUT: taskWrite(`/revisions/${nowhere}`, {
      base: null,
      fence: 1,
      document: story,
      undo: null,
      sha256: documentHash(story),
    }),
  },
  "/api/v1/annotation/tasks/[task]/sibling-cuts": {
    POST: taskWrite("/sibling-cuts", {
      fence: 1,
      sentence: "A sentence.",
      cuts: [{ sibling: "story_1", sentence: "A sentence.", becomes: "" }],
    }),
  },
  "/api/v1/annotation/tasks/[task]/skip": { POST: taskWrite("/skip", reasoned) },
  "/api/v1/annotation/tasks/[task]/verdict": {
    POST: taskWrite("/verdict", {
      revisionId: null,
      fence: 1,
      verdict: "sound",
      checklist: {},
      dismissals: [],
      activeMs: 0,
    }),
  },
};

/** A task that no one holds: those who manage the collection may look at it, annotators only once they have it. */
function task(rest: string, inside: Visitor[]): Endpoint {
  return read(({ task: id }) => `/api/v1/annotation/tasks/${id}${rest}`, inside);
}

function taskWrite(rest: string, data: unknown): Endpoint {
  return write(({ task: id }) => `/api/v1/annotation/tasks/${id}${rest}`, ["annotator", "admin"], data);
}

function beliefs(rest: string, inside: Visitor[]): Endpoint {
  return page(({ beliefs: benchmark }) => `/research/beliefs/${benchmark}${rest}`, inside);
}

function collectionPage(rest: string): Endpoint {
  return page(({ collection }) => `/research/annotation/${collection}${rest}`, writers);
}
