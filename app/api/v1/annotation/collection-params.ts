import * as z from "zod";

/** The collection ID in the address; an invalid ID gives 404. */
export const collectionParams = z.object({ collection: z.uuid() });
