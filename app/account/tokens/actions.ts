"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { action } from "@/lib/server/platform/auth/action.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { apiTokenFormSchema, createApiToken, revokeApiToken } from "@/lib/server/platform/auth/tokens/api-token.ts";

/** Creates a token for the current project. The secret of the token is only in the response. */
export const createTokenAction = action({
  input: apiTokenFormSchema,
  work: async ({ input }) => {
    const { actor, project } = await requireProject("research.read");
    const { secret } = await createApiToken(actor, project.id, input);
    refresh();
    return { name: input.name.trim(), secret };
  },
});

/** Revokes a token; its next request is refused. */
export const revokeTokenAction = action({
  input: z.strictObject({ token: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await revokeApiToken(actor, input.token);
    refresh();
    return null;
  },
});
