import * as z from "zod";
import { escapeLike } from "@/lib/domain/format/escape.ts";
import { glossary } from "@/lib/domain/glossary/terms.ts";
import { findSections } from "@/lib/domain/help/help-document.ts";
import { hitsPerKind, type SearchHit } from "@/lib/domain/search.ts";
import { listHelpDocuments } from "../help/read-help.ts";
import type { Actor } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const foundRow = z.strictObject({ id: z.string(), label: z.string(), detail: z.string() });

/** Pages of the workspace, with alternative search words. */
const pages: readonly { label: string; words: string; href: string }[] = [
  { label: "Studies", words: "surveys", href: "/research/studies" },
  { label: "New study", words: "create template preset", href: "/research/studies/new" },
  { label: "Benchmarks", words: "items import data sets", href: "/research/benchmarks" },
  { label: "Models", words: "predictions import runs", href: "/research/models" },
  { label: "Evaluations", words: "ask models endpoints", href: "/research/models/evaluations" },
  { label: "Results", words: "matrix comparisons human level", href: "/research/results" },
  { label: "Annotation", words: "collections stories", href: "/research/annotation" },
  { label: "Help", words: "documents manual", href: "/help" },
  { label: "Glossary", words: "help terms", href: "/help/glossary" },
  { label: "API reference", words: "help operations tokens programs", href: "/help/api" },
  { label: "Your account", words: "password sessions", href: "/account" },
];

/** Studies, items, models, pages and help whose name contains the text, in the projects that this person may read. */
export async function searchWorkspace(actor: Actor, text: string): Promise<SearchHit[]> {
  const searchText = text.trim();
  if (searchText === "") return [];
  const scope = projectScope(actor, "research.read");
  const likePattern = `%${escapeLike(searchText)}%`;
  const [studies, items, models, documents] = await Promise.all([
    manyRows(
      pool(),
      foundRow,
      sql`SELECT id, name AS label, slug AS detail FROM study
       WHERE (${scope}::uuid[] IS NULL OR project_id = ANY (${scope})) AND rehearsal_of_id IS NULL
         AND (name ILIKE ${likePattern} OR slug ILIKE ${likePattern})
       ORDER BY created_at DESC LIMIT ${hitsPerKind}`,
    ),
    manyRows(
      pool(),
      foundRow,
      sql`SELECT benchmark.id, item.external_id AS label, benchmark.name AS detail
       FROM item_version AS item JOIN benchmark ON benchmark.id = item.benchmark_id
       WHERE (${scope}::uuid[] IS NULL OR benchmark.project_id = ANY (${scope}))
         AND (item.external_id ILIKE ${likePattern} OR item.text ILIKE ${likePattern})
       GROUP BY benchmark.id, item.external_id, benchmark.name
       ORDER BY item.external_id LIMIT ${hitsPerKind}`,
    ),
    manyRows(
      pool(),
      foundRow,
      sql`SELECT id, name AS label, '' AS detail FROM model
       WHERE (${scope}::uuid[] IS NULL OR project_id = ANY (${scope})) AND name ILIKE ${likePattern}
       ORDER BY name LIMIT ${hitsPerKind}`,
    ),
    listHelpDocuments(),
  ]);
  const contains = (one: string) => one.toLowerCase().includes(searchText.toLowerCase());
  return [
    ...studies.map(toHit("Study", (id) => `/research/studies/${id}`)),
    ...items.map(toHit("Item", (id) => `/research/benchmarks/${id}`)),
    ...models.map(toHit("Model", (id) => `/research/models/${id}`)),
    ...pages
      .filter(({ label, words }) => contains(`${label} ${words}`))
      .map(({ label, href }) => ({ kind: "Page" as const, label, detail: "", href })),
    ...glossary
      .flatMap(({ key, terms }) => terms.map((term) => ({ key, ...term })))
      .filter(({ term }) => contains(term))
      .slice(0, hitsPerKind)
      .map(({ key, term, meaning }) => ({
        kind: "Help" as const,
        label: term,
        detail: meaning,
        href: `/help/glossary#${key}`,
      })),
    ...findSections(documents, searchText, hitsPerKind).map((found) => ({ kind: "Help" as const, ...found })),
  ];
}

function toHit(kind: SearchHit["kind"], hrefOf: (id: string) => string) {
  return ({ id, label, detail }: z.infer<typeof foundRow>): SearchHit => ({ kind, label, detail, href: hrefOf(id) });
}
