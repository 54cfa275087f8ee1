import type { APIRequestContext, PlaywrightWorkerArgs } from "@playwright/test";
import * as z from "zod";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { makeEvaluation } from "../../prisma/factories/make-evaluation.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { type EndpointParams, type Visitor, visitors } from "./endpoints.ts";

/** Rows of the demo for every address, and a signed-in client for everyone in its project. */
export async function openVisitors(
  playwright: PlaywrightWorkerArgs["playwright"],
  {
    also,
    baseURL = process.env.PARALLAX_URL as string,
  }: {
    /** Another project in which everyone except `elsewhere` has the same role. */
    also?: string;
    /** The address that the clients use: all processes in turn, unless it is the address of one process. */
    baseURL?: string;
  } = {},
): Promise<{ places: EndpointParams; clients: Record<Visitor, APIRequestContext> }> {
  const places = await findPlaces();
  const elsewhere = await makeProject("Elsewhere");
  const entries = await Promise.all(
    visitors.map(async (visitor) => {
      const headers: Record<string, string> =
        visitor === "nobody" ? {} : { cookie: await signedInCookie(visitor, places.project, elsewhere.id, also) };
      const client = await playwright.request.newContext({
        baseURL,
        // Thousands of local responses need no compression.
        extraHTTPHeaders: { ...headers, "accept-encoding": "identity" },
      });
      return [visitor, client] as const;
    }),
  );
  return { places, clients: Object.fromEntries(entries) as Record<Visitor, APIRequestContext> };
}

async function signedInCookie(
  visitor: Exclude<Visitor, "nobody">,
  project: string,
  elsewhere: string,
  also?: string,
): Promise<string> {
  const place =
    visitor === "elsewhere"
      ? { projectId: elsewhere, role: "researcher" as const }
      : { projectId: project, role: visitor };
  const { claims, userId } = await makePerson(place);
  if (also && visitor !== "elsewhere") {
    await pool().query("INSERT INTO membership (user_id, project_id, role) VALUES ($1, $2, $3)", [
      userId,
      also,
      visitor,
    ]);
  }
  return cookieOf(claims);
}

/** The cookie of a session, as the sign-in form would have set it. */
export async function cookieOf(claims: Parameters<typeof encodeSessionToken>[0]): Promise<string> {
  return `${cookieAttributes("session").name}=${await encodeSessionToken(claims)}`;
}

const placesRow = z.strictObject({
  project: z.string(),
  study: z.string(),
  slug: z.string(),
  benchmark: z.string(),
  model: z.string(),
  run: z.string(),
  task: z.string(),
  story: z.string(),
  collection: z.string(),
  session: z.string().nullable(),
  item: z.string(),
  problems: z.string(),
  beliefs: z.string(),
  problem: z.string(),
});

/** The demo's rows. */
export async function findPlaces(): Promise<EndpointParams> {
  const places = await oneRow(
    pool(),
    placesRow,
    `SELECT study.project_id AS project, study.id AS study, 'demo' AS slug, study.benchmark_id AS benchmark,
            (SELECT id FROM model WHERE project_id = study.project_id ORDER BY name LIMIT 1) AS model,
            (SELECT id FROM run WHERE model_id = (
               SELECT id FROM model WHERE project_id = study.project_id ORDER BY name LIMIT 1) ORDER BY id LIMIT 1) AS run,
            task.id AS task, item.id AS story, item.collection_id AS collection,
            (SELECT id FROM session WHERE study_id = study.id AND outcome = 'complete' ORDER BY id LIMIT 1) AS session,
            (SELECT item_version_id FROM study_item WHERE study_id = study.id ORDER BY ordinal LIMIT 1) AS item,
            (SELECT id FROM benchmark WHERE slug = 'mindgames-demo') AS problems,
            (SELECT id FROM benchmark WHERE slug = 'expressions-of-belief-demo') AS beliefs,
            (SELECT item_version.id FROM item_version JOIN benchmark ON benchmark.id = item_version.benchmark_id
             WHERE benchmark.slug = 'mindgames-demo' ORDER BY item_version.ordinal LIMIT 1) AS problem
     FROM study, annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
          JOIN annotation_collection AS collection ON collection.id = item.collection_id AND NOT is_training
     WHERE study.slug = 'demo-simulated' AND collection.project_id = study.project_id
     ORDER BY task.id LIMIT 1`,
  );
  return { ...places, ...(await makeEvaluation(places.project)) };
}
