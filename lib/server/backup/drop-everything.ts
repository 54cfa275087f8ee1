import type pg from "pg";

/**
 * Drops every table, view, sequence, function and type of the current schema, except the objects of extensions. Needs
 * no right on the schema itself; runs in the caller's transaction.
 */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  await client.query(`DO $$
    DECLARE thing record;
    BEGIN
      FOR thing IN
        SELECT format('DROP %s IF EXISTS %I.%I CASCADE',
                      CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
                      nspname, relname) AS command
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
        ORDER BY relkind = 'S', pg_class.oid
      LOOP EXECUTE thing.command; END LOOP;
      FOR thing IN
        SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) AS command FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
      LOOP EXECUTE thing.command; END LOOP;
      FOR thing IN
        SELECT format('DROP TYPE IF EXISTS %s CASCADE', oid::regtype) AS command FROM pg_type
        WHERE typnamespace = current_schema()::regnamespace AND typtype IN ('e', 'd') AND typelem = 0
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_type.oid AND deptype = 'e')
      LOOP EXECUTE thing.command; END LOOP;
    END $$`);
}
