import * as z from "zod";

/** The collection in an address; anything else is an address where nothing is. */
export const collectionParams = z.object({ collection: z.uuid() });
