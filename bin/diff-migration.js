// npm run migration -- NAME: writes prisma/migrations/<time>_NAME/migration.sql with the SQL from the existing migrations
// to the current prisma/schema. It starts a temporary database.
// npm run migration -- --print: prints the SQL of the whole schema instead.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register();
const { migrate } = await import("../lib/server/platform/database/migrate.ts");
const { diffToSchema } = await import("../lib/server/platform/database/schema-engine.ts");
const { startScratchPostgres } = await import("../lib/supervisor/scratch-postgres.ts");

const root = fileURLToPath(new URL("..", import.meta.url));
const migrationsFolder = join(root, "prisma/migrations");
const name = process.argv[2] ?? "";
const isPrintOnly = name === "--print";
if (!isPrintOnly && !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    "Name the migration in lowercase letters and underscores, for example: npm run migration -- add_reviews",
  );
  process.exit(2);
}
await mkdir(migrationsFolder, { recursive: true });
const database = await startScratchPostgres();
try {
  if (!isPrintOnly) await migrate({ connectionString: database.connectionString, migrationsFolder });
  const script = await diffToSchema(database.connectionString, await readSchema());
  if (isPrintOnly) {
    console.log(script);
  } else if (script === "") {
    console.log("The migrations already match prisma/schema; nothing was written.");
  } else {
    const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const folder = join(migrationsFolder, `${time}_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, "migration.sql"), script);
    console.log(`Wrote prisma/migrations/${time}_${name}/migration.sql; read it before you commit it.`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await database.stop();
}

async function readSchema() {
  const folder = join(root, "prisma/schema");
  const names = (await readdir(folder)).filter((file) => file.endsWith(".prisma"));
  return await Promise.all(
    names.map(async (file) => ({ path: join(folder, file), content: await readFile(join(folder, file), "utf8") })),
  );
}
