import { firstProblem } from "@/lib/domain/text.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { keySetSchema, storeProlificKeys } from "./prolific-keys.ts";

/**
 * Stores the key set that an owner pasted, for an installation without outgoing access; with an empty text, the keys
 * are fetched again. Only owners may do this, because the keys determine whose arrivals are accepted.
 */
export async function setProlificKeys(actor: Actor, pasted: string): Promise<void> {
  const userId = requirePerson(actor);
  if (!actor.isOwner) throw notFoundError();
  const keys = pasted.trim() === "" ? null : readKeySet(pasted);
  await storeProlificKeys(keys);
  await withTx((client) =>
    recordAudit(client, {
      actorId: userId,
      action: "installation.set-prolific-keys",
      subjectType: "setting",
      subjectId: "prolific-keys",
      after: { keys: keys?.map(({ kid }) => kid) ?? "fetched" },
    }),
  );
}

function readKeySet(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(
      "invalid",
      "The key set is not valid JSON. Paste the complete content of Prolific’s jwks.json.",
      "keys",
    );
  }
  const parsed = keySetSchema.safeParse(value);
  if (parsed.success) return parsed.data.keys;
  const { field, message } = firstProblem(parsed.error);
  throw new AppError("invalid", `The key set cannot be used: ${field || "it"} ${message}.`, "keys");
}
