import * as z from "zod";

/** The task in an address; anything else is an address where nothing is. */
export const taskParams = z.object({ task: z.uuid() });
