import type { Metadata } from "next";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { createBenchmarkAction } from "../actions.ts";

export const metadata: Metadata = { title: "New benchmark" };

export default async function NewBenchmarkPage() {
  await requireProject("research.write");
  return (
    <Page>
      <PageHeader
        title="New benchmark"
        breadcrumbs={[{ href: "/research/benchmarks", label: "Benchmarks" }]}
        lead={
          <>
            For items that you write here. <Link href="/research/benchmarks#import">Import items</Link> to create one
            from a file.
          </>
        }
      />
      <ActionForm action={createBenchmarkAction} label="New benchmark" className="grid max-w-[36rem] gap-5">
        <Field name="name" label="Name">
          <TextInput maxLength={200} required />
        </Field>
        <Field name="description" label="Description" isOptional>
          <TextArea maxLength={2000} rows={3} />
        </Field>
        <Field name="licence" label="Licence" isOptional>
          <TextInput maxLength={300} />
        </Field>
        <div>
          <SubmitButton>Create</SubmitButton>
        </div>
      </ActionForm>
    </Page>
  );
}
