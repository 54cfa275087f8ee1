import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../../../prisma/test-database.ts";
import { diffToSchema } from "./schema-engine.ts";

it("the migrations lead exactly to the schema that the client is generated from", async () => {
  const folder = fileURLToPath(new URL("../../../../prisma/schema", import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma"));
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), content: await readFile(join(folder, name), "utf8") })),
  );
  const database = await createTestDatabase();
  expect(await diffToSchema(database.connectionString, files)).toBe("");
  await database.drop();
});
