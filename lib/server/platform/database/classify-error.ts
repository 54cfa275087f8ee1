/**
 * The kind of a database error, for the caller.
 * - `unique`, `foreignKey`, `check`, `notNull`: a constraint rejected the row.
 * - `notFound`: the row that Prisma should have changed does not exist.
 * - `conflict`: serialization failure or deadlock; the same transaction may succeed if it is retried.
 * - `timeout`: a statement, a lock or a transaction exceeded its time limit.
 * - `badText`: NUL or malformed Unicode. `tooLarge`: a value or index row beyond PostgreSQL's limits.
 * - `unavailable`: no connection was available, or it was lost; the outcome of a running write is unknown.
 * - `unwritable`: the server responds but cannot write: its disk is full, or it is read-only or a standby.
 */
export type DatabaseErrorKind =
  | "unique"
  | "foreignKey"
  | "check"
  | "notNull"
  | "notFound"
  | "conflict"
  | "timeout"
  | "badText"
  | "tooLarge"
  | "unavailable"
  | "unwritable";

/**
 * Classifies an error of Prisma's models (P codes), of its raw queries (P2010 with the server's code) or of
 * node-postgres; null for any error that is not from the database.
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind | null {
  for (const one of collectCauses(error)) {
    const kind = kindOfCode(one) ?? kindOfMessage(one);
    if (kind) return kind;
  }
  return null;
}

/**
 * The error, the error that Prisma's adapter wrapped in it, and their causes. The outermost error comes last, because
 * the server's own code is the most precise one.
 */
function collectCauses(error: unknown): object[] {
  const causes: object[] = [];
  let current: unknown = error;
  while (typeof current === "object" && current !== null && causes.length < 8 && !causes.includes(current)) {
    causes.unshift(current);
    const { meta, cause } = current as { meta?: { driverAdapterError?: unknown }; cause?: unknown };
    current = meta?.driverAdapterError ?? cause;
  }
  return causes;
}

function kindOfCode(error: object): DatabaseErrorKind | null {
  const { code, originalCode, kind: adapterKind } = error as Record<"code" | "originalCode" | "kind", unknown>;
  for (const candidate of [originalCode, code]) {
    if (typeof candidate !== "string") continue;
    const kind = kindsByCode[candidate] ?? (/^(?:08|57P0)/.test(candidate) ? "unavailable" : undefined);
    if (kind) return kind;
  }
  // If the server did not respond, the error has no code, and Prisma's adapter describes the connection error.
  return connectionErrorKinds.includes(adapterKind) ? "unavailable" : null;
}

const connectionErrorKinds: unknown[] = [
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
];

const kindsByCode: Record<string, DatabaseErrorKind> = {
  "23505": "unique",
  P2002: "unique",
  "23503": "foreignKey",
  P2003: "foreignKey",
  "23514": "check",
  P2004: "check",
  "23502": "notNull",
  P2011: "notNull",
  P2001: "notFound",
  P2018: "notFound",
  P2025: "notFound",
  "40001": "conflict",
  "40P01": "conflict",
  P2034: "conflict",
  "55P03": "timeout",
  "57014": "timeout",
  P2028: "timeout",
  "25P03": "timeout",
  "22021": "badText",
  "22P05": "badText",
  P2039: "badText",
  "22001": "tooLarge",
  "54000": "tooLarge",
  P2000: "tooLarge",
  "25006": "unwritable",
  "53100": "unwritable",
  "58030": "unwritable",
  "53200": "unavailable",
  "53300": "unavailable",
  P1001: "unavailable",
  P1002: "unavailable",
  P1008: "unavailable",
  P1017: "unavailable",
  P2024: "unavailable",
  P2037: "unavailable",
  ECONNREFUSED: "unavailable",
  EHOSTUNREACH: "unavailable",
  ENETUNREACH: "unavailable",
  EAI_AGAIN: "unavailable",
  ECONNRESET: "unavailable",
  EPIPE: "unavailable",
  ETIMEDOUT: "unavailable",
  ENOTFOUND: "unavailable",
};

/** node-postgres reports an exhausted pool and a closed connection as plain errors, without a code. */
function kindOfMessage(error: object): DatabaseErrorKind | null {
  const message = error instanceof Error ? error.message : "";
  const isLost =
    /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after)/.test(
      message,
    );
  return isLost ? "unavailable" : null;
}
