"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { collectionRoles } from "@/lib/domain/annotation/collection-role.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { setCollectionRole } from "@/lib/server/annotation/access/set-collection-role.ts";
import { countBlockedCopies } from "@/lib/server/annotation/lead/list-blocked.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Restricts or extends a member's role in one collection. */
export const setCollectionRoleAction = action({
  input: z.strictObject({ collection: z.uuid(), userId: z.uuid(), role: z.enum(collectionRoles) }),
  work: async ({ actor, input: { collection, userId, role } }): Promise<unknown> => {
    await setCollectionRole(actor, collection, { userId, role });
    refresh();
    return countBlockedCopies(collection);
  },
  message: (blocked) =>
    blocked === 0
      ? "The role is set."
      : `The role is set. ${formatNumberOf(blocked as number, "copy", "copies")} cannot be finished by this team; the overview lists them.`,
});
