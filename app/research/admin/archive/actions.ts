"use server";

import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { requestArchive } from "@/lib/server/archive/request-archive.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { refreshAfter } from "../../and-refresh.ts";

export const exportArchiveAction = action({
  input: z.strictObject({ project: z.uuid(), sharedKey: boundedText(1_000).default("") }),
  work: ({ actor, input }) => refreshAfter(requestArchive(actor, input.project, input.sharedKey)),
  message: "The archive is being written.",
});
