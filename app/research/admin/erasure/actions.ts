"use server";

import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { eraseFound } from "@/lib/server/sessions/erasure/erase-found.ts";
import { findErasable } from "@/lib/server/sessions/erasure/find-erasable.ts";

export const findErasableAction = action({
  input: z.strictObject({ person: requiredText(2_000) }),
  work: ({ actor, input }) => findErasable(actor, input.person, null),
});

const session = z.uuid();

export const eraseSessionsAction = action({
  input: z.strictObject({
    sessions: z.union([session, z.array(session).max(100)], "Select at least one session."),
  }),
  work: ({ actor, input }) => eraseFound(actor, [input.sessions].flat(), null),
  message: (count) => `${formatNumberOf(count, "session")} erased.`,
});
