import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { MarginalCount } from "@/lib/domain/survey/design.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";

const marginLabels: Record<MarginalCount["name"], { name: string; unit: string }> = {
  "stratum x item": { name: "Each item in each group", unit: "answers" },
  "item x condition": { name: "Each item under each condition", unit: "answers" },
  "stratum x item x condition": { name: "Each item under each condition in each group", unit: "answers" },
  sessions: { name: "In all", unit: "sessions" },
};

/** The design of a study: participants, items, conditions and numbers of answers. */
export function StudyDesign(props: {
  benchmark: string;
  items: number;
  seed: string;
  /** The groups, each with its target number of sessions. */
  strata: readonly { key: string; label: string; sessions: number }[];
  /** The rules for the composition of a session, one sentence each. */
  rules: readonly string[];
  hasOpenStratum: boolean;
  itemsPerSession: number;
  conditions: readonly { key: string; label: string }[];
  margins: readonly MarginalCount[];
  isFrozen: boolean;
  /** Whether the items of each session were fixed when the study was created; otherwise they are drawn in blocks. */
  hasLists: boolean;
  /**
   * Whether slots form permuted blocks that contain each item once; otherwise the items with the fewest answers come
   * next.
   */
  hasBlocks: boolean;
  actions: ReactNode;
}) {
  return (
    <>
      <StudySizes {...{ props }} />
      <Section title="Items">
        <DescriptionList
          entries={[
            { term: "Benchmark", value: props.benchmark },
            { term: "Items", value: formatCount(props.items) },
            { term: "Items per person", value: formatCount(props.itemsPerSession) },
          ]}
        />
      </Section>
      <Section title="Conditions">
        <ul className="grid grid-cols-1 gap-2">
          {props.conditions.map((condition) => (
            <li key={condition.key} className="flex flex-wrap items-baseline gap-x-4">
              <span>{condition.label}</span>
              <code className="text-sm text-ink-soft">{condition.key}</code>
            </li>
          ))}
        </ul>
        <ConditionNotes notes={explainConditions(props.conditions.map(({ label }) => label))} />
      </Section>
      {props.rules.length > 0 && (
        <Section title="Session composition" lead="Every session follows these rules.">
          <ul className="grid list-disc gap-1 pl-5">
            {props.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Groups">
        <ul className="flex flex-wrap gap-2">
          {props.strata.map((stratum) => (
            <li key={stratum.key} className="rounded-sm bg-sunken px-2.5 py-1">
              {stratum.label}
              <span className="ml-2 text-sm text-ink-soft tabular-nums">
                {formatNumberOf(stratum.sessions, "session")}
              </span>
            </li>
          ))}
          {props.hasOpenStratum && (
            <li className="rounded-sm border border-dashed border-edge px-2.5 py-1 text-ink-soft">
              Outside quotas, without a target
            </li>
          )}
        </ul>
      </Section>
      <Section title="Order of slots">
        <p className="max-w-measure text-ink-soft">
          {props.hasLists ? (
            <>
              One list of items for each person, generated when the study was created, from the seed{" "}
              <code className="text-ink">{props.seed}</code>, and assigned in that order.
            </>
          ) : !props.hasBlocks ? (
            <>
              An order generated from the seed <code className="text-ink">{props.seed}</code>: sessions whose items and
              condition were used least come next, so that a partly full study is close to balance.
            </>
          ) : (
            <>
              Permuted blocks generated from the seed <code className="text-ink">{props.seed}</code>: each block
              contains every item once, so that a partly full study is already balanced.
            </>
          )}
        </p>
      </Section>
    </>
  );
}

/** The size of the full study. */
function StudySizes({ props }: { props: Pick<Parameters<typeof StudyDesign>[0], "margins" | "isFrozen" | "actions"> }) {
  return (
    <Section
      title={
        <>
          Numbers <WhatIsThis term="Margin" />
        </>
      }
      lead="All slots are generated in advance and assigned to one person at a time, so drop-out does not change these numbers."
      actions={props.actions}
    >
      <Table caption="Content of a full study" isCaptionHidden>
        <thead>
          <tr>
            <Th>Margin</Th>
            <Th isNumber>Number</Th>
            <Th>Exact?</Th>
          </tr>
        </thead>
        <tbody>
          {props.margins.map((margin) => (
            <tr key={margin.name}>
              <Th scope="row">{marginLabels[margin.name].name}</Th>
              <Td isNumber>
                {margin.low === margin.high
                  ? formatCount(margin.low)
                  : `${formatCount(margin.low)} to ${formatCount(margin.high)}`}{" "}
                {marginLabels[margin.name].unit}
              </Td>
              <Td>{margin.isExact ? "Exact" : margin.high - margin.low === 1 ? "Within one" : "As generated"}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {props.isFrozen ? (
        <p className="mt-3 text-sm text-ink-soft">The design has been generated and is fixed.</p>
      ) : (
        <Callout className="mt-4">Generated when the study is opened. Until then, everything can be changed.</Callout>
      )}
    </Section>
  );
}
