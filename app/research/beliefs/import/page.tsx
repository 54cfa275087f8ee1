import type { Metadata } from "next";
import { Disclosure } from "@/components/beliefs/disclosure.tsx";
import { FactsForm } from "@/components/beliefs/forms/facts-form.tsx";
import { CodeBlock } from "@/components/ui/code.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

export const metadata: Metadata = { title: "Import facts" };

export default async function ImportFactsPage() {
  const { project } = await requireProject("research.write");
  return (
    <Page>
      <PageHeader
        title="Import facts"
        breadcrumbs={[
          { href: "/research/benchmarks", label: "Benchmarks" },
          { href: "/research/beliefs", label: "Expressions of belief" },
        ]}
        lead="Facts, each with a false object. The result of every row is reported; expressions are generated from them in the next step."
      />
      <FactsForm projectId={project.id} />
      <Disclosure summary="Example of a line">
        <div className="grid gap-4">
          <CodeBlock label="One line of the authors’ file">{tupleExample}</CodeBlock>
          <CodeBlock label="Header and one row of a PopQA table (tabs between the columns)">{rowExample}</CodeBlock>
        </div>
      </Disclosure>
    </Page>
  );
}

const tupleExample = `{"subject": "Norway", "relation": "capital", "object_ctx": "Tampere", "object_pri": "Oslo", "object_ctx_aliases": [], "object_prior_aliases": ["Kristiania"], "possible_prior_answers": ["Oslo", "Kristiania"], "subject_relation": "the capital of Norway", "extra_info_obj_ctx": "is the place of birth of Eppu Nuotio", "condition": "Warsaw is the capital of Poland", "counterfactual_condition": "Warsaw were not the capital of Poland"}`;

const rowExample = `subj\tprop\tobj\ts_pop\to_pop\to_aliases\tpossible_answers
Norway\tcapital\tOslo\t530000\t91000\t["Kristiania"]\t["Oslo", "Kristiania"]`;
