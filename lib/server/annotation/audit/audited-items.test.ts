import { expect, it } from "vitest";
import { makeCollection } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { itemListQuery, listItems } from "../lead/list-items.ts";
import { getAudit } from "./get-audit.ts";

withTestDatabase();

it("lists the erroneous stories of the pairs that an audit counts, and its questions", async () => {
  const { researcher, id } = await makeCollection({ pairs: 3 });
  const { audit } = await getAudit(researcher, id, "all");
  const behind = async (figure: string, which: string) =>
    (await listItems(researcher, id, itemListQuery.parse({ figure, which }))).items.map(({ externalId }) => externalId);
  const pairs = await behind("audit-pair", "all");
  expect(pairs).toHaveLength(3);
  expect(pairs).toHaveLength(audit.ikd.pairs);
  expect(await behind("audit-question", "all")).toHaveLength(audit.knp.questions);
  expect(await behind("audit-pair", "accepted")).toEqual([]);
});
