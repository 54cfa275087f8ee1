import type { Metadata } from "next";
import { EvaluationTable } from "@/components/models/evaluation-table.tsx";
import { PageLinks } from "@/components/results/page-links.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link, LinkButton } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { listEndpoints } from "@/lib/server/models/evaluations/endpoints.ts";
import { evaluationsPerPage, listEvaluations } from "@/lib/server/models/evaluations/get-evaluations.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { readPage } from "../read-query.ts";

export const metadata: Metadata = { title: "Evaluations" };

export default async function EvaluationsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, project } = await requireProject("research.read");
  const page = readPage((await searchParams).page);
  const [{ total, evaluations }, endpoints] = await Promise.all([
    listEvaluations(actor, project.id, page),
    listEndpoints(actor, project.id),
  ]);
  const canWrite = can(actor, "research.write", project.id);
  const first = (page - 1) * evaluationsPerPage + 1;
  return (
    <Page>
      <PageHeader
        title="Evaluations"
        breadcrumbs={[{ href: "/research/models", label: "Models" }]}
        lead="Evaluations of models with the same prompts as the participants’ screens. The answers are stored as a run."
        actions={
          canWrite &&
          endpoints.length > 0 && (
            <LinkButton href="/research/models/evaluations/new" look="primary">
              New evaluation
            </LinkButton>
          )
        }
      />
      {evaluations.length === 0 ? (
        <EmptyState title="No evaluations yet">
          {endpoints.length === 0
            ? "Add an endpoint below first: the address of a model and its settings."
            : "Start an evaluation by choosing a model and a benchmark. Its progress is shown here."}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <EvaluationTable evaluations={evaluations} />
          <PageLinks
            label="Pages of evaluations"
            page={page}
            pages={Math.ceil(total / evaluationsPerPage)}
            shown={[first, first + evaluations.length - 1]}
            total={total}
            unit="evaluations"
            hrefOf={(number) => `/research/models/evaluations?page=${number}`}
          />
        </div>
      )}
      <Section
        title="Endpoints"
        lead="Any endpoint with an OpenAI-compatible API, hosted or local."
        actions={canWrite && <LinkButton href="/research/models/endpoints/new">New endpoint</LinkButton>}
      >
        {endpoints.length > 0 && (
          <Table caption="Endpoints" isCaptionHidden>
            <thead>
              <tr>
                <Th>Name</Th>
                <Th>Model</Th>
                <Th>Address</Th>
                <Th>Kind</Th>
                <Th>Key</Th>
              </tr>
            </thead>
            <tbody>
              {endpoints.map(({ id, name, settings, hasKey, isArchived }) => (
                <tr key={id}>
                  <Th scope="row">
                    {canWrite ? <Link href={`/research/models/endpoints/${id}`}>{name}</Link> : name}{" "}
                    {isArchived && <Badge>Archived</Badge>}
                  </Th>
                  <Td>{settings.model}</Td>
                  <Td className="break-all">{settings.url}</Td>
                  <Td>{settings.style === "chat" ? "chat" : "completions"}</Td>
                  <Td>{hasKey ? "stored" : "none"}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
    </Page>
  );
}
