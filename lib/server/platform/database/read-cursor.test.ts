import { expect, it } from "vitest";
import * as z from "zod";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readCursor } from "./read-cursor.ts";
import { sql } from "./sql.ts";
import { withSnapshot } from "./with-snapshot.ts";

withTestDatabase();

it("lets other work run while the rows of one chunk are processed", async () => {
  const row = z.strictObject({ number: z.number() });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const numbers: number[] = [];
  try {
    await withSnapshot(async (client) => {
      const statement = sql`SELECT number::int FROM generate_series(1, 100) AS number`;
      for await (const { number } of readCursor(client, row, statement)) {
        if (number === 1) turns = 0;
        numbers.push(number);
        const until = performance.now() + 2;
        while (performance.now() < until);
      }
    });
  } finally {
    clearInterval(timer);
  }
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  // 200 ms of work in turns of 8 ms.
  expect(turns).toBeGreaterThanOrEqual(4);
});
