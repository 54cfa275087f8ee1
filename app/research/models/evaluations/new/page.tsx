import type { Metadata } from "next";
import Form from "next/form";
import { redirect } from "next/navigation";
import * as z from "zod";
import { EvaluationForm } from "@/components/models/evaluation-form.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { textOfSelection } from "@/lib/domain/items/item-selection.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { listEvaluationFactors } from "@/lib/domain/models/evaluation/plan.ts";
import { listEndpoints } from "@/lib/server/models/evaluations/endpoints.ts";
import { listAskable } from "@/lib/server/models/evaluations/list-askable.ts";
import { listAskableStudies } from "@/lib/server/models/evaluations/study-words.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { listDifferingItems } from "@/lib/server/studies/parity/differing-items.ts";
import { evaluateAction } from "../actions.ts";

const textSchema = z.string().max(1_000);

export const metadata: Metadata = { title: "New evaluation" };

export default async function NewEvaluationPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { actor, project } = await requireProject("research.write");
  const [endpoints, askable] = await Promise.all([listEndpoints(actor, project.id), listAskable(actor, project.id)]);
  const usableEndpoints = endpoints.filter(({ isArchived }) => !isArchived);
  if (usableEndpoints.length === 0) redirect("/research/models/endpoints/new?required=yes");
  const { about, endpoint, study, model, items, differing } = await searchParams;
  const selectedKey = textSchema.safeParse(about).data ?? "";
  const namedEndpoints = usableEndpoints.filter(({ id, name }) => id === endpoint || [model].flat().includes(name));
  const selected = askable.find(({ benchmarkId, kind }) => selectedKey === `${benchmarkId}/${kind}`);
  const kind = selected && itemKinds[selected.kind];
  // A model without an endpoint cannot be asked; another model must not be chosen in its place.
  const missing = [model ?? []].flat().filter((name) => !usableEndpoints.some((one) => one.name === name));
  const chosenEndpoints =
    namedEndpoints.length > 0 || missing.length > 0 ? namedEndpoints : usableEndpoints.slice(0, 1);
  const differingItems =
    selected && differing === "yes"
      ? await listDifferingItems(actor, textSchema.safeParse(study).data ?? "", {
          model: textSchema.safeParse(model).data ?? "",
          kind: selected.kind,
        })
      : [];
  const studies = selected
    ? await listAskableStudies(actor, { projectId: project.id, benchmarkId: selected.benchmarkId, kind: selected.kind })
    : [];
  return (
    <Page>
      <PageHeader
        title="New evaluation"
        breadcrumbs={[
          { href: "/research/models", label: "Models" },
          { href: "/research/models/evaluations", label: "Evaluations" },
        ]}
        lead="Prompts are rendered by the same function as the participants’ screens, so each answer is verified to be about the same stimulus."
      />
      {askable.length === 0 ? (
        <Callout>
          No items yet. Import an item file under <Link href="/research/benchmarks">Benchmarks</Link>.
        </Callout>
      ) : (
        <Form action="/research/models/evaluations/new" className="flex max-w-[52rem] flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1">
            <Field name="about" label="Items">
              <Select
                defaultValue={selectedKey}
                options={askable.map((one) => ({
                  value: `${one.benchmarkId}/${one.kind}`,
                  label: `${one.benchmark}: ${formatCount(one.items)} × ${itemKinds[one.kind]?.label ?? one.kind}`,
                }))}
              />
            </Field>
          </div>
          {typeof endpoint === "string" && <input type="hidden" name="endpoint" value={endpoint} />}
          <Button type="submit">Choose</Button>
        </Form>
      )}
      {missing.length > 0 && (
        <Callout tone="warn" title={`No endpoint is named ${missing.join(", ")}`}>
          Add <Link href="/research/models/endpoints/new">an endpoint</Link> with this name to ask the model again, or
          import its answers under <Link href="/research/models">Models</Link>.
        </Callout>
      )}
      {selected && kind && (
        <Section title={`${selected.benchmark}: ${kind.label}`}>
          <EvaluationForm
            action={evaluateAction}
            benchmark={selected.benchmarkId}
            kind={selected.kind}
            factors={listEvaluationFactors(kind)}
            endpoints={usableEndpoints}
            chosen={{
              endpoints: chosenEndpoints.map(({ id }) => id),
              // Answers to a different wording cannot be compared with people's, so the study's wording is the default.
              study: (studies.find(({ id }) => id === study) ?? studies.find(({ isReal }) => isReal))?.id ?? "",
              items:
                differingItems.length > 0
                  ? textOfSelection({ ids: differingItems })
                  : (textSchema.safeParse(items).data ?? ""),
            }}
            studies={studies}
            asksForFacts={selected.asksForFacts}
            hasOptions={kind.optionSource !== "none"}
          />
        </Section>
      )}
    </Page>
  );
}
