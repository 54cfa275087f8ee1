import { replicationFiles } from "@/lib/domain/replicate/table-files.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { notThere } from "@/lib/server/platform/errors/app-error.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { getReplication } from "@/lib/server/replicate/replication-job.ts";

const types: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  tex: "text/plain; charset=utf-8",
};

/** One file of the newest replication of a paper: a table, a figure, or report.json. */
export const GET = handler({
  who: requireActor,
  async work({ request }) {
    const { actor, project } = await requireProject("research.read");
    const [name = "", paper = ""] = new URL(request.url).pathname.split("/").reverse();
    const result = (await getReplication(actor, project.id, paper))?.result;
    const file = result && replicationFiles(result.replication).find((one) => one.name === decodeURIComponent(name));
    if (!file) throw notThere();
    return new Response(file.content, {
      headers: { "content-type": types[file.name.split(".").at(-1) ?? ""] ?? "text/plain; charset=utf-8" },
    });
  },
});
