import type { TaskSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { reportsOfThread } from "../../platform/threads/reports-of-thread.ts";
import type { SchemaFileOptions, SchemaRow } from "./schema-rows.ts";
import type { SchemaRefusal } from "./schema-worker.ts";

/** Memory limit of the thread: a malicious file can end its thread, but not the process. */
const maxMemoryMb = 1_536;

/**
 * Runs `schemaRows` in a thread, so that a file that is slow to parse does not block the event loop.
 *
 * @throws AppError "invalid" for a file that cannot be read, and the errors of `bytes`
 */
export async function* readSchemaRows(
  schema: TaskSchema,
  bytes: AsyncIterable<Uint8Array>,
  options: SchemaFileOptions,
): AsyncGenerator<SchemaRow> {
  const { schemaWorker } = await import("./schema-worker.generated.ts");
  const parts: AsyncIterator<SchemaRow[], { refusal: SchemaRefusal | null }> = reportsOfThread(
    schemaWorker,
    { schema, options },
    { pieces: bytes, maxMemoryMb },
  );
  try {
    for (;;) {
      const { done, value } = await parts.next().catch(throwTooLarge);
      if (!done) {
        yield* value;
        continue;
      }
      if (value.refusal) throw new AppError("invalid", value.refusal.message, value.refusal.field);
      return;
    }
  } finally {
    await parts.return?.();
  }
}

function throwTooLarge(error: unknown): never {
  const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  throw isTooLarge ? new AppError("invalid", "The file exceeds the memory limit. Split it.", "file") : error;
}
