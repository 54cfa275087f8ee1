"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { eraseFoundSessions } from "@/lib/server/sessions/erasure/erase-found.ts";
import { setErasureConfirmation } from "@/lib/server/sessions/erasure/erasure-confirmation.ts";
import { decideErasure } from "@/lib/server/sessions/erasure/erasure-requests.ts";
import { findErasable } from "@/lib/server/sessions/erasure/find-erasable.ts";

export const findErasableAction = action({
  input: z.strictObject({ person: requiredText(2_000) }),
  work: ({ actor, input }) => findErasable(actor, input.person, null),
});

const session = z.uuid();

export const eraseSessionsAction = action({
  input: z.strictObject({
    sessions: z.union([session, z.array(session).max(100)], "Select at least one session."),
    reason: boundedText(2_000).default(""),
  }),
  work: async ({ actor, input }) => {
    const done = await eraseFoundSessions(actor, [input.sessions].flat(), input.reason, null);
    refresh();
    return done;
  },
  message: ({ erased, requested }) =>
    [
      erased > 0 && `${formatNumberOf(erased, "session")} erased.`,
      requested > 0 && `${formatNumberOf(requested, "session")} requested; another person must confirm.`,
    ]
      .filter(Boolean)
      .join(" "),
});

export const decideErasureAction = action({
  input: z.strictObject({ session, decision: z.enum(["confirm", "decline"]) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await decideErasure(actor, input.session, input.decision, null);
    refresh();
    return null;
  },
});

export const confirmErasuresAction = action({
  input: z.strictObject({ project: z.uuid(), required: z.enum(["yes", "no"]) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await setErasureConfirmation(actor, input.project, input.required === "yes");
    refresh();
    return null;
  },
  message: "Saved.",
});
