import { randomUUID } from "node:crypto";
import * as z from "zod";
import { formatDay } from "@/lib/domain/format/times.ts";
import { type DepositService, depositServices } from "@/lib/domain/release/deposit-services.ts";
import { osfDeposit, zenodoRecord } from "@/lib/domain/release/deposits.ts";
import type { ReleaseSubject } from "@/lib/domain/release/release-subject.ts";
import { type Actor, can } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { withTransferPermit } from "../../platform/http/transfer-permit.ts";
import { deliveryAddressPolicy, deliveryAddressProblem } from "../../platform/network/address-policies.ts";
import { storedParts } from "../release-archive.ts";
import { auditTypes, lockSubject, requireSubject, subjectColumns } from "../release-subject.ts";
import { getStoredReport, type OpenRelease, requireRelease } from "../release-versions.ts";
import type { DepositFile, DepositTarget } from "./deposit-request.ts";
import { createInvenioDraft, type DepositDraft, fillInvenioDraft, reserveInvenioDoi } from "./invenio.ts";
import { depositInOsf } from "./osf.ts";

/** The destination of a deposit, with the token, which is used only for this request. */
export interface DepositInput {
  service: DepositService;
  /** Another server with the same API; empty for the service's default server. */
  address: string;
  token: string;
}

/** A draft that this installation created in an archive. */
interface Deposit {
  id: string;
  service: DepositService;
  server: string;
  doi: string | null;
  page: string;
  /** The version that the deposit contains; null while only its DOI is reserved. */
  version: string | null;
  createdAt: Date;
}

const depositRow = z.strictObject({
  id: z.string(),
  service: z.enum(depositServices.map(({ value }) => value)),
  server: z.string(),
  doi: z.string().nullable(),
  page: z.string(),
  version: z.string().nullable(),
  createdAt: z.date(),
}) satisfies z.ZodType<Deposit>;

/** The deposits of a subject, newest first. The caller must check the right to read it. */
export async function listDeposits({ type, id }: ReleaseSubject): Promise<Deposit[]> {
  return manyRows(
    pool(),
    depositRow,
    sql`SELECT deposit.id, deposit.service, deposit.server, deposit.doi, deposit.page, release.version,
          deposit.created_at AS "createdAt"
        FROM release_deposit AS deposit LEFT JOIN release ON release.id = deposit.release_id
        WHERE deposit.${subjectColumns[type]} = ${id}::uuid ORDER BY deposit.created_at DESC, deposit.id`,
  );
}

/**
 * Creates a draft in Zenodo or another InvenioRDM archive and reserves its DOI, before a version that names the DOI is
 * written.
 */
export async function reserveDoi(actor: Actor, subject: ReleaseSubject, input: DepositInput): Promise<{ doi: string }> {
  const { name, projectId } = await requireSubject(actor, "write", subject);
  if (input.service === "osf")
    throw new AppError("invalid", "OSF cannot reserve a DOI before a component is public.", "service");
  const target = resolveTarget(actor, projectId, input);
  const draft = await createInvenioDraft(target, {
    access: { record: "public", files: "public" },
    files: { enabled: true },
    // The four required fields of every record; the upload replaces them.
    metadata: {
      resource_type: { id: "dataset" },
      title: name,
      publication_date: formatDay(new Date()),
      creators: [{ person_or_org: { type: "personal", family_name: actor.name } }],
    },
  });
  const doi = await reserveInvenioDoi(target, draft.remoteId);
  await recordDeposit(actor, subject, target.server, input.service, { ...draft, doi }, null);
  return { doi };
}

/**
 * Uploads a version with its metadata to a draft in an archive; the draft's owner reviews and publishes it there. Uses
 * the draft of the DOI that the version names if this DOI was reserved in Parallax, otherwise a new draft.
 */
export async function depositRelease(actor: Actor, releaseId: string, input: DepositInput): Promise<{ page: string }> {
  const release = await requireRelease(actor, releaseId, "write");
  if (release.request.level === "identified")
    throw new AppError("invalid", "A version with recruiters’ IDs must not be deposited.", "release");
  const target = resolveTarget(actor, release.projectId, input);
  const draft = await withTransferPermit(() => upload(target, input.service, release));
  await recordDeposit(actor, release.subject, target.server, input.service, draft, release);
  return { page: draft.page };
}

async function upload(target: DepositTarget, service: DepositService, release: OpenRelease): Promise<DepositDraft> {
  const { description } = release.request;
  const facts = (await getStoredReport(release.id))?.facts ?? { language: "", collected: null };
  const file: DepositFile = {
    name: release.fileName,
    bytes: release.bytes,
    sha256: release.sha256,
    open: () => storedParts(release.id),
  };
  if (service === "osf") return depositInOsf(target, osfDeposit({ description, facts }), file);
  const record = zenodoRecord({ description, facts });
  const reservedId = await findReservedDraft(release, target.server);
  const remoteId = reservedId ?? (await createInvenioDraft(target, record)).remoteId;
  return fillInvenioDraft(target, remoteId, record, file);
}

const remoteRow = z.strictObject({ remoteId: z.string() });

async function findReservedDraft({ subject, request }: OpenRelease, server: string): Promise<string | null> {
  const row = await maybeRow(
    pool(),
    remoteRow,
    sql`SELECT remote_id AS "remoteId" FROM release_deposit
        WHERE ${subjectColumns[subject.type]} = ${subject.id}::uuid AND server = ${server} AND doi = ${request.description.doi ?? null}`,
  );
  return row?.remoteId ?? null;
}

/** Records a deposit. The draft of a reserved DOI has the same row before and after the upload. */
async function recordDeposit(
  actor: Actor,
  subject: ReleaseSubject,
  server: string,
  service: DepositService,
  { remoteId, doi, page }: DepositDraft,
  release: OpenRelease | null,
): Promise<void> {
  await withTx(async (client) => {
    const { projectId } = await lockSubject(client, actor, "write", subject);
    const column = subjectColumns[subject.type];
    await client.query(sql`
      INSERT INTO release_deposit (id, ${column}, release_id, service, server, remote_id, doi, page, created_by_id)
      VALUES (${randomUUID()}, ${subject.id}, ${release?.id ?? null}, ${service}, ${server}, ${remoteId}, ${doi}, ${page},
        ${actor.userId})
      ON CONFLICT (${column}, server, remote_id) DO UPDATE SET release_id = excluded.release_id
    `);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: `${auditTypes[subject.type]}.${release ? "deposit-release" : "reserve-doi"}`,
      subjectType: auditTypes[subject.type],
      subjectId: subject.id,
      after: { service, server, doi, page, version: release?.version ?? null },
    });
  });
}

/**
 * The destination of a deposit. Only people who manage the project's members may enter an address in the server's own
 * network, and only if the operator allows it.
 */
function resolveTarget(actor: Actor, projectId: string, { service, address, token }: DepositInput): DepositTarget {
  const isOfAdmin = can(actor, "users.manage", projectId);
  const server = address === "" ? depositServices.find(({ value }) => value === service)?.server : address;
  if (!server || !z.url({ protocol: /^https?$/ }).safeParse(server).success)
    throw new AppError("invalid", "Please enter an http or https address.", "address");
  const problem = deliveryAddressProblem(server, isOfAdmin);
  if (problem) throw new AppError("invalid", problem, "address");
  return { server: new URL(server).origin, token, reach: deliveryAddressPolicy(isOfAdmin) };
}
