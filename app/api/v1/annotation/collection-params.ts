import * as z from "zod";

/** The collection ID in the address; an invalid one is answered with 404. */
export const collectionParams = z.object({ collection: z.uuid() });
