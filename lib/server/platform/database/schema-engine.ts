import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

/** The engine reads only the provider from this schema; the schemas to compare are passed to `diff`. */
const providerOnly = 'datasource db {\n  provider = "postgresql"\n}\n';

/**
 * The SQL that changes the tables of a database into those of a Prisma schema; empty if nothing differs.
 *
 * Prisma's own command downloads a native engine for this; the WebAssembly engine is installed by `npm ci`.
 */
export async function diffToSchema(
  connectionString: string,
  schemaFiles: { path: string; content: string }[],
): Promise<string> {
  const { SchemaEngine } = await loadEngine();
  const adapter = bindMigrationAwareSqlAdapterFactory(createCatalogueReader(connectionString));
  const engine = await SchemaEngine.new({ datamodels: [["main.prisma", providerOnly]] }, () => undefined, adapter);
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files: [{ path: "main.prisma", content: providerOnly }], configDir: "." },
      to: { tag: "schemaDatamodel", files: schemaFiles },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const script = stdout ?? "";
    return script.startsWith("-- This is an empty migration") ? "" : script;
  } finally {
    engine.free();
  }
}

/**
 * Opens the database for the engine, which reads the catalogue. The catalogue has columns of the one-byte type "char",
 * which adapter-pg 7.10.0 rejects ("Column type 'char' could not be deserialized"). These columns are therefore read as
 * text, and their type is restored in the adapter's result.
 */
function createCatalogueReader(connectionString: string): PrismaPg {
  const pool = new pg.Pool({ connectionString, max: 2 });
  const charColumns = new WeakMap<unknown[], number[]>();
  const query = pool.query.bind(pool) as (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;
  const queryAsText = async (config: pg.QueryArrayConfig) => {
    const result = await query(config);
    const isChar = result.fields.map((field) => field.dataTypeID === pg.types.builtins.CHAR);
    charColumns.set(
      result.rows,
      isChar.flatMap((yes, column) => (yes ? [column] : [])),
    );
    result.fields.forEach((field, column) => {
      if (isChar[column]) field.dataTypeID = pg.types.builtins.TEXT;
    });
    return result;
  };
  pool.query = queryAsText as unknown as typeof pool.query;

  const factory = new PrismaPg(pool, { disposeExternalPool: true });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      for (const column of charColumns.get(result.rows) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  };
  return factory;
}

type EngineModule = typeof import("@prisma/schema-engine-wasm/schema_engine_bg") & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
};

/** Instantiates the module manually, because Node 20 cannot import a `.wasm` file, as the package's entry does. */
async function loadEngine(): Promise<EngineModule> {
  const glue = (await import("@prisma/schema-engine-wasm/schema_engine_bg")) as EngineModule;
  const gluePath = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = await readFile(gluePath.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}
