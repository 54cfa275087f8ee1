import * as z from "zod";

/** The task ID in the address; an invalid one is answered with 404. */
export const taskParams = z.object({ task: z.uuid() });
