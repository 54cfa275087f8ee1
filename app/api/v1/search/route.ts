import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { searchWorkspace } from "@/lib/server/research/search-workspace.ts";

/** Studies, items, models, pages and help by name, for the search of the workspace. */
export const GET = handler({
  who: requireActor,
  query: z.object({ q: boundedText(200).default("") }),
  work: async ({ who, query }) => ({ hits: await searchWorkspace(who, query.q) }),
});
