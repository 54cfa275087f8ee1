import { parseLocalServers } from "@/lib/domain/network/endpoint-policy.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { environment } from "../platform/environment.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { localServersKey, readLocalServers } from "../platform/network/address-policies.ts";
import { setSetting } from "../platform/settings/setting.ts";
import { requireModelRight } from "./endpoint.ts";

/**
 * Stores the local model servers that every project may call, one `host:port` per line. The change is audited. Refused
 * if `PARALLAX_PRIVATE_ENDPOINTS` is set, and for users who may not configure the models of all projects.
 */
export async function setLocalServers(actor: Actor, projectId: string, text: string): Promise<void> {
  await requireModelRight(actor, projectId);
  if (environment().privateEndpoints !== null)
    throw new AppError(
      "conflict",
      "The local servers are set by PARALLAX_PRIVATE_ENDPOINTS and cannot be changed here.",
      "servers",
    );
  const parsed = parseLocalServers(text);
  if ("problem" in parsed) throw new AppError("invalid", parsed.problem, "servers");
  const currentServers = await readLocalServers();
  await setSetting(localServersKey, parsed.servers);
  await withTx((client) =>
    recordAudit(client, {
      actorId: actor.userId,
      action: "installation.set-local-servers",
      subjectType: "setting",
      subjectId: localServersKey,
      before: { servers: currentServers },
      after: { servers: parsed.servers },
    }),
  );
}
