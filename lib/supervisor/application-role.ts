import { createHmac } from "node:crypto";
import pg from "pg";
import { lockKey } from "../server/platform/database/migrate.ts";

/**
 * The database account of the application. It can read and write rows, and owns no table of the application. It can
 * create schemas, because an import loads a project archive into a schema of its own.
 */
export const applicationRole = "parallax_app";

/**
 * Creates or updates the application's account in the embedded database, and returns its connection string. The account
 * is no superuser and owns no table. It therefore cannot disable triggers, change a table or delete rows of the logs.
 * Its password is derived from the owner's password; the owner's password cannot be computed from it. Runs at every
 * start after the migrations, because a data directory of an earlier version has no such account, and new tables need
 * grants.
 */
export async function ensureApplicationRole(ownerConnectionString: string): Promise<string> {
  const url = new URL(ownerConnectionString);
  const password = createHmac("sha256", url.password).update("parallax application role").digest("base64url");
  const client = new pg.Client({ connectionString: ownerConnectionString, application_name: "parallax/start" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // PostgreSQL runs several statements in one message as one transaction.
    await client.query(buildStatements(url.pathname.slice(1), password));
  } finally {
    await client.end().catch(() => undefined);
  }
  url.username = applicationRole;
  url.password = password;
  return url.href;
}

function buildStatements(database: string, password: string): string {
  const [role, quotedPassword] = [pg.escapeIdentifier(applicationRole), pg.escapeLiteral(password)];
  return `
    SELECT pg_advisory_xact_lock(${lockKey});
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${pg.escapeLiteral(applicationRole)}) THEN CREATE ROLE ${role}; END IF;
    END $$;
    ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${quotedPassword};
    GRANT CONNECT, TEMPORARY, CREATE ON DATABASE ${pg.escapeIdentifier(database)} TO ${role};
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
    GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT EXECUTE ON ALL ROUTINES IN SCHEMA public TO ${role};
    REVOKE DELETE ON audit_event, audit_batch_row FROM ${role};
    REVOKE UPDATE, DELETE ON assignment_event, audit_batch FROM ${role};
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${role}`;
}
