import type { Actor } from "../platform/access/access.ts";
import { recordInterimViewAt } from "../studies/interim-views.ts";

/**
 * Records that a user viewed people's answers in a replication's studies, because its tables are computed from them.
 */
export async function recordReplicationView(actor: Actor, studies: readonly { slug: string }[]): Promise<void> {
  for (const { slug } of studies) await recordInterimViewAt(actor, slug);
}
