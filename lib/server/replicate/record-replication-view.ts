import type { Actor } from "../platform/access/access.ts";
import { recordInterimViewAt } from "../studies/interim-views.ts";

/** Records that a user viewed how the people of a replication's studies answer; its tables are computed from them. */
export async function recordReplicationView(actor: Actor, studies: readonly { slug: string }[]): Promise<void> {
  for (const { slug } of studies) await recordInterimViewAt(actor, slug);
}
