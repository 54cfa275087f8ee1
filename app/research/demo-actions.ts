"use server";

import { revalidatePath } from "next/cache";
import * as z from "zod";
import { addDemoParts, declineDemoParts } from "@/lib/server/demo/demo-parts.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

export const addDemoPartsAction = action({
  input: z.strictObject({}),
  work: async ({ actor }) => {
    await addDemoParts(actor);
    revalidatePath("/research");
  },
});

export const declineDemoPartsAction = action({
  input: z.strictObject({}),
  work: async ({ actor }) => {
    await declineDemoParts(actor);
    revalidatePath("/research");
  },
});
