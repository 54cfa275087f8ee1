"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { setLocalServers } from "@/lib/server/construct/set-local-servers.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { setProjectK } from "@/lib/server/release/project-k.ts";
import { setProlificKeys } from "@/lib/server/studies/entry/set-prolific-keys.ts";

export const prolificKeysAction = action({
  input: z.strictObject({ keys: boundedText(100_000) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await setProlificKeys(actor, input.keys);
    refresh();
    return null;
  },
  message: "Saved.",
});

export const releaseKAction = action({
  input: z.strictObject({ project: z.uuid(), k: z.coerce.number() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await setProjectK(actor, input.project, input.k);
    refresh();
    return null;
  },
  message: "Saved.",
});

export const localServersAction = action({
  input: z.strictObject({ projectId: z.uuid(), servers: boundedText(20_000) }),
  work: async ({ actor, input }): Promise<unknown> => {
    await setLocalServers(actor, input.projectId, input.servers);
    refresh();
    return null;
  },
  message: "The list is saved.",
});
