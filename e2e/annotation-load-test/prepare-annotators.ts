import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { type MadeCollection, makeCollection } from "../../prisma/factories/make-collection.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";

/** A collection of synthetic pairs and signed-in annotators, as cookies. Reads the database of the environment. */
export async function prepareAnnotators(
  pairs: number,
  people: number,
): Promise<{ collection: MadeCollection; cookies: string[] }> {
  const collection = await makeCollection({ pairs });
  const cookies: string[] = [];
  for (let number = 0; number < people; number += 1) {
    const { claims } = await makePerson({ projectId: collection.projectId, role: "annotator" });
    cookies.push(`parallax.session=${await encodeSessionToken(claims)}`);
  }
  return { collection, cookies };
}
