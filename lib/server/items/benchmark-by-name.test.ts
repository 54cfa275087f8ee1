import { expect, it } from "vitest";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { lockProjectImports } from "./benchmark-by-name.ts";

withTestDatabase();

it("names the running import if a second import of the project waits too long for it", async () => {
  const { id } = await makeProject("two-imports");
  await withTx(async (first) => {
    await lockProjectImports(first, id);
    const second = withTx((client) => lockProjectImports(client, id, 1));
    await expect(second).rejects.toMatchObject({ code: "conflict", message: /^Another import/ });
  });
});
