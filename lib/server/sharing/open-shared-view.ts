import * as z from "zod";
import { stages } from "@/lib/domain/survey/stages.ts";
import type { Actor } from "../platform/access/access.ts";
import { hashUserToken } from "../platform/auth/token.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { countAttempt, networkOf } from "../platform/http/rate-limit.ts";
import { recordPublicPageView } from "../studies/interim-views.ts";

/** The access of a reader without an account: the results of one study. */
export interface SharedAccess {
  studyId: string;
  /** An actor who can read this study's project and cannot change anything. */
  actor: Actor;
  isBlinded: boolean;
}

/** Limits for views of one link, and for requests from one network, in ten minutes. */
const linkRule = { limit: 200, windowSeconds: 600 };
const networkRule = { limit: 120, windowSeconds: 600 };

const openedViewRow = z.strictObject({
  id: z.string(),
  label: z.string(),
  isBlinded: z.boolean(),
  studyId: z.string(),
  projectId: z.string(),
  stage: z.enum(stages),
  expiresAt: z.date(),
});

/**
 * Opens a shared view by the token of its link, for its page or one of its files. Every view is counted and, for a
 * pilot or main study, recorded as an interim view. Null if the link is unknown, expired or revoked.
 *
 * @throws AppError `too-many` above the limits for the network and for the link
 */
export async function openSharedView(
  token: string,
  headers: Headers,
): Promise<(SharedAccess & { label: string; expiresAt: Date }) | null> {
  await countNetworkRequest(headers);
  const view = await maybeRow(
    pool(),
    openedViewRow,
    sql`SELECT shared.id, shared.label, shared.is_blinded AS "isBlinded", shared.study_id AS "studyId",
          study.project_id AS "projectId", study.stage::text AS stage, shared.expires_at AS "expiresAt"
        FROM shared_view AS shared JOIN study ON study.id = shared.study_id
        WHERE shared.token_hash = ${hashUserToken(token)} AND shared.revoked_at IS NULL
          AND shared.expires_at > clock_timestamp()`,
  );
  if (!view) return null;
  const { id, label, isBlinded, studyId, projectId, stage, expiresAt } = view;
  await countAttempt("shared-view", id, linkRule);
  await pool().query(sql`UPDATE shared_view SET openings = openings + 1, last_used_at = clock_timestamp()
                         WHERE id = ${id}`);
  await recordPublicPageView({ id: studyId, projectId, stage }, { id, by: `shared view “${label}”` });
  return { label, expiresAt, studyId, isBlinded, actor: viewerOfProject(projectId) };
}

/** Counts a request of a network to pages without sign-in. If the network is unknown, no limit per network applies. */
export async function countNetworkRequest(headers: Headers): Promise<void> {
  const network = networkOf(headers);
  if (network !== "") await countAttempt("shared-view-network", network, networkRule);
}

/** A reader without an account, with the rights of a viewer in one project. */
export function viewerOfProject(projectId: string): Actor {
  return {
    userId: null,
    sessionId: null,
    email: "",
    name: "",
    isOwner: false,
    memberships: [{ projectId, role: "viewer" }],
    preferredProjectId: null,
  };
}
