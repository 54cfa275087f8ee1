import * as z from "zod";

/** The task ID in the address; an invalid ID gives 404. */
export const taskParams = z.object({ task: z.uuid() });
