"use client";

import { LocalTime } from "@/components/studies/local-time.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { type DepositService, depositServices } from "@/lib/domain/release/deposit-services.ts";
import type { VersionLine } from "./version-table.tsx";

export interface DepositLine {
  id: string;
  service: DepositService;
  server: string;
  doi: string | null;
  page: string;
  version: string | null;
  createdAt: Date;
}

/** Forms that reserve a DOI and upload a version as a draft to an archive. */
export function DepositSection({
  hidden,
  deposits,
  versions,
  actions,
}: {
  /** The fields that name the subject. */
  hidden: Record<string, string>;
  deposits: readonly DepositLine[];
  /** The versions that may be deposited. */
  versions: readonly VersionLine[];
  actions: { reserve: FormAction<{ doi: string }>; deposit: FormAction<{ page: string }> };
}) {
  return (
    <Section
      title="Deposit"
      lead="A draft is created in the archive; you review and publish it there. The token is used for one request and never stored. Without a token, upload the zip by hand: deposit/README.md in it has the instructions."
    >
      <div className="grid grid-cols-1 gap-8">
        {deposits.length > 0 && <DepositTable deposits={deposits} />}
        <ActionForm
          action={actions.reserve}
          hidden={hidden}
          label="Reserve a DOI"
          resetsOnSuccess
          className="grid max-w-3xl grid-cols-1 gap-5"
        >
          {(state) => (
            <>
              <h3 className="font-medium">Reserve a DOI (before the version is written)</h3>
              <TargetFields services={depositServices.filter(({ value }) => value !== "osf")} />
              <div>
                <SubmitButton look="secondary">Reserve a DOI</SubmitButton>
              </div>
              <div role="status">
                {state?.ok && (
                  <Callout tone="good">{state.value.doi} is reserved and entered in the form above.</Callout>
                )}
              </div>
            </>
          )}
        </ActionForm>
        {versions.length > 0 && (
          <ActionForm
            action={actions.deposit}
            label="Upload a version"
            resetsOnSuccess
            className="grid max-w-3xl grid-cols-1 gap-5"
          >
            {(state) => (
              <>
                <h3 className="font-medium">Upload a version</h3>
                <Field name="release" label="Version">
                  <Select
                    options={versions.map(({ id, version, level }) => ({ value: id, label: `${version} (${level})` }))}
                  />
                </Field>
                <TargetFields services={depositServices} />
                <div>
                  <SubmitButton look="secondary">Upload as a draft</SubmitButton>
                </div>
                <div role="status">
                  {state?.ok && (
                    <Callout tone="good">
                      The version is uploaded. <Link href={state.value.page}>Review and publish the draft</Link>
                    </Callout>
                  )}
                </div>
              </>
            )}
          </ActionForm>
        )}
      </div>
    </Section>
  );
}

function TargetFields({ services }: { services: readonly { value: string; label: string }[] }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <Field name="service" label="Archive">
        <Select options={services} />
      </Field>
      <Field name="address" label="Address of another server with the same API" isOptional>
        <TextInput spellCheck={false} maxLength={500} />
      </Field>
      <Field name="token" label="Your access token">
        <TextInput type="password" maxLength={500} autoComplete="off" />
      </Field>
    </div>
  );
}

function DepositTable({ deposits }: { deposits: readonly DepositLine[] }) {
  return (
    <Table caption="Drafts in archives">
      <thead>
        <tr>
          <Th>Created</Th>
          <Th>Archive</Th>
          <Th>Version</Th>
          <Th>DOI</Th>
        </tr>
      </thead>
      <tbody>
        {deposits.map(({ id, service, server, doi, page, version, createdAt }) => (
          <tr key={id}>
            <Td className="whitespace-nowrap">
              <LocalTime at={createdAt.toISOString()} withDate />
            </Td>
            <Th scope="row">
              <Link href={page}>{depositServices.find(({ value }) => value === service)?.label}</Link>
              <span className="block font-normal text-ink-soft">{server}</span>
            </Th>
            <Td>{version ?? "DOI reserved"}</Td>
            <Td className="wrap-anywhere">{doi ?? "–"}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
