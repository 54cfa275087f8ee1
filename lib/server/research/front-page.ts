import { currentActor } from "../platform/auth/current-actor.ts";
import { db } from "../platform/database/client.ts";

/** The data of the front page: the address of the demo, if it is open, and whether a user is signed in. */
export async function getFrontPage(): Promise<{ demoHref: string | null; isSignedIn: boolean; hasOwner: boolean }> {
  const [demo, actor, owners] = await Promise.all([
    db().study.findFirst({
      where: { isDemo: true, status: "open" },
      orderBy: { createdAt: "asc" },
      select: { slug: true },
    }),
    currentActor(),
    db().user.count({ where: { isOwner: true } }),
  ]);
  return { demoHref: demo && `/s/${demo.slug}`, isSignedIn: actor !== null, hasOwner: owners > 0 };
}
