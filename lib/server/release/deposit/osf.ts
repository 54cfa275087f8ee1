import * as z from "zod";
import type { osfDeposit } from "@/lib/domain/release/deposits.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { type DepositFile, type DepositTarget, depositRequest } from "./deposit-request.ts";
import type { DepositDraft } from "./invenio.ts";

// OSF's API v2 (https://developer.osf.io) and its file service (https://waterbutler.readthedocs.io).

const jsonApi = "application/vnd.api+json";

const nodeSchema = z.object({ data: z.object({ id: z.string(), links: z.object({ html: z.url() }) }) });

const providersSchema = z.object({
  data: z.array(z.object({ attributes: z.object({ provider: z.string() }), links: z.object({ upload: z.url() }) })),
});

const uploadedSchema = z.object({
  data: z.object({
    attributes: z.object({ size: z.number(), extra: z.object({ hashes: z.object({ sha256: z.string() }) }) }),
  }),
});

/** Creates a private component, writes its metadata and uploads the file. Only the owner makes it public. */
export async function depositInOsf(
  target: DepositTarget,
  { node, metadata }: ReturnType<typeof osfDeposit>,
  file: DepositFile,
): Promise<DepositDraft> {
  const { data } = await depositRequest(target, "POST", "/v2/nodes/", nodeSchema, { json: node, type: jsonApi });
  const { id, links } = data;
  await depositRequest(target, "PATCH", `/v2/custom_item_metadata_records/${id}/`, z.unknown(), {
    json: { data: { ...metadata.data, id } },
    type: jsonApi,
  });
  const providers = await depositRequest(target, "GET", `/v2/nodes/${id}/files/`, providersSchema);
  const storage = providers.data.find(({ attributes }) => attributes.provider === "osfstorage");
  if (!storage) throw new AppError("unavailable", "The component in OSF has no storage.");
  const upload = new URL(storage.links.upload);
  upload.searchParams.set("kind", "file");
  upload.searchParams.set("name", file.name);
  const { attributes } = (await depositRequest(target, "PUT", upload.href, uploadedSchema, { file })).data;
  if (attributes.extra.hashes.sha256 !== file.sha256 || attributes.size !== file.bytes)
    throw new AppError("unavailable", "The file in OSF differs from the uploaded file. Please try again.");
  return { remoteId: id, doi: null, page: links.html };
}
