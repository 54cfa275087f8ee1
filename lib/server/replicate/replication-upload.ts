import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { storeUpload, uploadJobKinds } from "../imports/stored-upload.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";

export const replicationUploadSchema = z.strictObject({ fileName: boundedText(300).default("") });

/** The kind of the jobs that read the uploads. */
export const replicationJobKind = uploadJobKinds.replication;

/** Stores released data or logs until the replication that names the upload has read them. */
export async function uploadReplicationFile(
  actor: Actor,
  projectId: string,
  { fileName }: z.infer<typeof replicationUploadSchema>,
  body: ReadableStream<Uint8Array> | null,
): Promise<{ upload: string }> {
  requireRight(actor, "research.write", projectId);
  const target = { projectId, fileName, command: "parallax replicate" };
  return storeUpload(body, target, async (_client, upload) => ({ upload }));
}
