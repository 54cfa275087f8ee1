import { createHash } from "node:crypto";
import * as z from "zod";
import { AppError } from "../../platform/errors/app-error.ts";
import { type DepositFile, type DepositTarget, depositRequest } from "./deposit-request.ts";

// The REST API of InvenioRDM, which Zenodo runs on: https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/

/** A draft in an archive. */
export interface DepositDraft {
  /** The archive's own id. */
  remoteId: string;
  doi: string | null;
  /** The page on which its owner reviews and publishes it. */
  page: string;
}

const pids = z.record(z.string(), z.looseObject({ identifier: z.string() }));

/** Zenodo's id is a number; `pids` and `doi` are absent until a DOI is reserved. */
const draftSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  links: z.object({ self_html: z.url().optional() }),
  pids: pids.optional(),
  doi: z.string().optional(),
});

/** The body of a record: `access`, `files` and `metadata`. */
type InvenioRecord = Readonly<Record<string, unknown>>;

/** Creates a draft. */
export async function createInvenioDraft(target: DepositTarget, record: InvenioRecord): Promise<DepositDraft> {
  return toDraft(target, await depositRequest(target, "POST", "/api/records", draftSchema, { json: record }));
}

/** Reserves the DOI of a draft; the archive registers the DOI when the owner publishes the draft. */
export async function reserveInvenioDoi(target: DepositTarget, remoteId: string): Promise<string> {
  const path = `/api/records/${encodeURIComponent(remoteId)}/draft/pids/doi`;
  const { doi } = toDraft(target, await depositRequest(target, "POST", path, draftSchema));
  if (!doi) throw new AppError("unavailable", "The archive did not reserve a DOI.");
  return doi;
}

/**
 * Writes the metadata of a draft and uploads the file, which replaces a file with the same name; the draft is not
 * published. The reserved DOI is kept.
 */
export async function fillInvenioDraft(
  target: DepositTarget,
  remoteId: string,
  record: InvenioRecord,
  file: DepositFile,
): Promise<DepositDraft> {
  const draft = `/api/records/${encodeURIComponent(remoteId)}/draft`;
  const { pids: existingPids } = await depositRequest(target, "GET", draft, draftSchema);
  const savedDraft = await depositRequest(target, "PUT", draft, draftSchema, {
    json: { ...record, ...(existingPids ? { pids: existingPids } : {}) },
  });
  const { entries } = await depositRequest(target, "GET", `${draft}/files`, filesSchema);
  const path = `${draft}/files/${encodeURIComponent(file.name)}`;
  if (entries.some(({ key }) => key === file.name)) await depositRequest(target, "DELETE", path, z.unknown());
  await depositRequest(target, "POST", `${draft}/files`, z.unknown(), { json: [{ key: file.name }] });
  const { hashed, md5 } = addMd5(file);
  await depositRequest(target, "PUT", `${path}/content`, z.unknown(), { file: hashed });
  const { checksum, size } = await depositRequest(target, "POST", `${path}/commit`, committedSchema);
  if (checksum !== `md5:${md5()}` || size !== file.bytes)
    throw new AppError("unavailable", "The file in the archive differs from the uploaded file. Please try again.");
  return toDraft(target, savedDraft);
}

const filesSchema = z.object({ entries: z.array(z.object({ key: z.string() })) });
const committedSchema = z.object({ checksum: z.string(), size: z.number() });

function toDraft({ server }: DepositTarget, draft: z.infer<typeof draftSchema>): DepositDraft {
  return {
    remoteId: draft.id,
    doi: draft.pids?.doi?.identifier ?? draft.doi ?? null,
    page: draft.links.self_html ?? `${server}/uploads/${draft.id}`,
  };
}

function addMd5(file: DepositFile): { hashed: DepositFile; md5: () => string } {
  const hash = createHash("md5");
  const open = async function* () {
    for await (const part of file.open()) {
      hash.update(part);
      yield part;
    }
  };
  return { hashed: { ...file, open }, md5: () => hash.digest("hex") };
}
