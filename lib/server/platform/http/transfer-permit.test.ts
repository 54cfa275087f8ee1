import { expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { takeTransferPermit, withTransferPermit } from "./transfer-permit.ts";

withTestDatabase();

it("lets downloads and uploads use half of the connections and refuses more until one ends", async () => {
  process.env.DATABASE_POOL_SIZE = "4";
  const refused = expect.objectContaining({ code: "unavailable" });
  const first = takeTransferPermit();
  await withTransferPermit(async () => {
    expect(takeTransferPermit).toThrow(refused);
  });
  const second = takeTransferPermit();
  expect(takeTransferPermit).toThrow(refused);
  first();
  // Given back once, whatever the caller does.
  first();
  const third = takeTransferPermit();
  expect(takeTransferPermit).toThrow(refused);
  second();
  third();
});
