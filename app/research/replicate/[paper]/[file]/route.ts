import { replicationFiles } from "@/lib/domain/replicate/table-files.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { recordReplicationView } from "@/lib/server/replicate/record-replication-view.ts";
import { getReplication } from "@/lib/server/replicate/replication-job.ts";
import { replicationFileResponse } from "../../file-response.ts";

/** One file of the newest replication of a paper: a table, a figure, or report.json. */
export const GET = handler({
  who: requireActor,
  async work({ request }) {
    const { actor, project } = await requireProject("research.read");
    const [name = "", paper = ""] = new URL(request.url).pathname.split("/").reverse();
    const result = (await getReplication(actor, project.id, paper))?.result;
    if (!result) throw notFoundError();
    await recordReplicationView(actor, result.studies);
    return replicationFileResponse(replicationFiles(result.replication), decodeURIComponent(name));
  },
});
