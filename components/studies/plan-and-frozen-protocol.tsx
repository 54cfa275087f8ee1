import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { DataLock, EndCause } from "@/lib/domain/results/plan/data-collection-state.ts";
import type { FrozenChange } from "@/lib/domain/results/plan/frozen-protocol.ts";
import { LocalTime } from "./local-time.tsx";
import { planEntries } from "./plan-entries.ts";

/** Maximum number of changes that are listed; of further changes, only the number is shown. */
const maxListedChanges = 12;

const sectionTitle = (
  <>
    Analysis plan and frozen protocol <WhatIsThis term="Frozen protocol" document="formats#frozen-protocol" />
  </>
);

interface ListedFreeze {
  number: number;
  hash: string;
  auditHead: string | null;
  reason: string;
  kind: string;
  hasData: boolean;
  at: Date;
  changes: readonly FrozenChange[];
}

/** The analysis plan of a study, its protocol as frozen at the opening, and all later amendments. */
export function PlanAndFrozenProtocol({
  slug,
  plan,
  isSaved,
  registration,
  freezes,
  interimViews,
  locks,
  looks,
  form,
  warning,
}: {
  slug: string;
  /** A warning (`fewClustersWarning`) if no planned test can be significant after the correction; otherwise null. */
  warning: string | null;
  /** The form that changes the plan; null for users who may not change it. */
  form: ReactNode;
  /** The planned interim analyses, with a button for the one that is due. */
  looks: ReactNode;
  /** Recorded views of people's answers before the data lock, newest first. */
  interimViews: readonly { at: Date; by: string; filled: number; status: string; openings: number }[];
  /** The data locks, oldest first. Confirmatory tables use the first lock. */
  locks: readonly DataLock[];
  plan: AnalysisPlan;
  /** Whether the plan was saved; otherwise it is the default plan. */
  isSaved: boolean;
  registration: string;
  freezes: readonly ListedFreeze[];
}) {
  return (
    <Section
      title={sectionTitle}
      lead="Opening a pilot or main study freezes protocol, items, keys, correspondence of conditions and this plan. Later changes are amendments, with a reason."
    >
      <DescriptionList entries={planEntries(plan, isSaved)} />
      {warning && (
        <Callout tone="warn" title="Too few stories for this plan">
          {warning}
        </Callout>
      )}
      {form}
      <p className="mt-3 max-w-measure text-sm text-ink-soft">
        <code>parallax design plan {slug} --set PLAN.json</code> changes the plan;{" "}
        <code>parallax design protocol {slug} --out DIR</code> writes the machine-readable protocol and the texts for
        AsPredicted and OSF.
      </p>
      {freezes.length === 0 ? (
        <p className="mt-4">Nothing is frozen yet.</p>
      ) : (
        <>
          <p className="mt-4">{registration ? `Registered: ${registration}` : "Frozen by its owner."}</p>
          <Table caption="Frozen protocol and amendments" isCaptionHidden>
            <thead>
              <tr>
                <Th>State</Th>
                <Th>From</Th>
                <Th>Reason and changes</Th>
                <Th>SHA-256</Th>
              </tr>
            </thead>
            <tbody>
              {freezes.map((freeze) => (
                <tr key={freeze.number}>
                  <Th scope="row">
                    {freeze.number === 1
                      ? "Frozen"
                      : `Amendment ${freeze.number - 1}${freeze.kind === "reopening" ? ": reopened" : ""}`}
                  </Th>
                  <Td className="whitespace-nowrap">
                    <LocalTime at={freeze.at.toISOString()} withDate />
                  </Td>
                  <Td>
                    <Changes {...freeze} />
                  </Td>
                  <Td>
                    <code className="text-xs break-all">{freeze.hash}</code>
                    {freeze.auditHead && (
                      <p className="text-xs">
                        Head of the audit chain: <code className="break-all">{freeze.auditHead}</code>
                      </p>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </>
      )}
      <DataLocks locks={locks} />
      {looks}
      <InterimViews interimViews={interimViews} />
    </Section>
  );
}

function DataLocks({ locks }: { locks: readonly DataLock[] }) {
  return (
    <>
      <h3 className="mt-6 font-medium">Data lock</h3>
      {locks.length === 0 ? (
        <p className="text-ink-soft">The data are locked when the main stage ends.</p>
      ) : (
        <ul className="grid gap-2">
          {locks.map((lock) => (
            <li key={lock.number}>
              {lock.number > 1 && "After reopening: "}
              <LocalTime at={lock.lockedAt.toISOString()} withDate />
              {lock.lockedBy && ` by ${lock.lockedBy}`}, {causeLabels[lock.cause]}: {formatCount(lock.counted)} of{" "}
              {formatCount(lock.listed)} responses counted, {formatCount(lock.leftSince)} erased since. SHA-256 of the
              list: <code className="text-xs break-all">{lock.sha256}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function InterimViews({
  interimViews,
}: {
  interimViews: readonly { at: Date; by: string; filled: number; status: string; openings: number }[];
}) {
  return (
    <>
      <h3 className="mt-6 font-medium">
        Interim views <WhatIsThis term="Interim views" document="formats#interim-analyses" />
      </h3>
      {interimViews.length === 0 ? (
        <p className="text-ink-soft">No interim views of the answers are recorded.</p>
      ) : (
        <ul className="list-disc pl-5 tabular-nums">
          {interimViews.map(({ at, by, filled, status, openings }) => (
            <li key={at.toISOString()}>
              <LocalTime at={at.toISOString()} withDate /> by {by}, with {formatCount(filled)} complete answers (study{" "}
              {status}){openings > 1 && `, opened ${formatCount(openings)} times on this day`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const causeLabels: Record<EndCause, string> = {
  full: "when the study was full",
  closed: "when the study was closed",
  upgrade: "by an upgrade, after the study had ended",
};

function Changes({
  number,
  reason,
  hasData,
  changes,
}: {
  number: number;
  reason: string;
  hasData: boolean;
  changes: readonly FrozenChange[];
}) {
  const timing = hasData ? "After the first answers." : "Before the first answer.";
  if (number === 1) return <>{timing}</>;
  return (
    <div className="grid gap-1">
      <p>
        {reason} {timing}
      </p>
      <ul className="grid gap-1 text-sm">
        {changes.slice(0, maxListedChanges).map(({ path, before, after }) => (
          <li key={path} className="break-words">
            <code>{path}</code>: <del>{shortenText(before)}</del> <ins>{shortenText(after)}</ins>
          </li>
        ))}
        {changes.length > maxListedChanges && <li>and {changes.length - maxListedChanges} more</li>}
      </ul>
    </div>
  );
}

function shortenText(text: string): string {
  if (text === "") return "nothing";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
