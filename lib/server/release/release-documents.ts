import { stringify } from "yaml";
import { createCodebookDocument } from "@/lib/domain/interchange/export-codebook.ts";
import { croissantDocument } from "@/lib/domain/release/croissant.ts";
import { cardBody, cardMetadata } from "@/lib/domain/release/dataset-card.ts";
import {
  citationFile,
  dataCite,
  depositInstructions,
  osfDeposit,
  zenodoDeposit,
  zenodoRecord,
} from "@/lib/domain/release/deposits.ts";
import { psychDsDescription, psychDsIgnore, psychDsSidecar } from "@/lib/domain/release/psych-ds.ts";
import type { ReleaseDataset } from "@/lib/domain/release/release-dataset.ts";
import { releaseLicences } from "@/lib/domain/release/release-description.ts";
import { type ChecklistFacts, reportingChecklist } from "@/lib/domain/release/reporting-checklist.ts";
import { releasePandasScript, releaseRScript } from "@/lib/domain/release/starter-scripts.ts";
import { redactChange, redactProtocol } from "@/lib/domain/survey/redact-protocol.ts";
import type { StudyPlanWithFreezes } from "../studies/draft/study-plan.ts";
import type { ExportContext } from "../studies/export/export-context.ts";
import type { PublishedNumbers } from "./release-numbers.ts";

type Documents = [path: string, text: string][];

/**
 * The documents that explain the data: codebook, protocols, design, plan and amendments, the analysis and example
 * scripts.
 */
export function buildDocuments(
  context: ExportContext,
  dataset: ReleaseDataset,
  plan: StudyPlanWithFreezes | null,
  checklist: ChecklistFacts,
  { analysis, isAnonymous }: { analysis: readonly { name: string; content: string }[]; isAnonymous: boolean },
): Documents {
  const { canary } = context;
  const { tables, facts } = dataset;
  const responses = tables.find(({ table }) => table.name === "responses")?.csv.path ?? "";
  return [
    ...tables.map(({ table, csv }): [string, string] => [
      csv.path.replace(/csv$/, "json"),
      toJson(psychDsSidecar({ table })),
    ]),
    [
      "documentation/codebook.json",
      toJson(
        createCodebookDocument(
          tables.map(({ table }) => table),
          context.shape.kinds,
          canary,
        ),
      ),
    ],
    ["documentation/design.json", toJson({ canary, design: context.study.design })],
    ...[...context.protocols.values()].map(({ version, hash, document }): [string, string] => [
      `documentation/protocol-${version}.json`,
      toJson(
        isAnonymous
          ? { canary, version, hash, redacted: redactionNote, document: redactProtocol(document) }
          : { canary, version, hash, document },
      ),
    ]),
    ...planDocuments(canary, plan, isAnonymous),
    ["documentation/reporting-checklist.md", reportingChecklist(dataset, checklist)],
    ["start.py", releasePandasScript(responses, facts.stage)],
    ["start.R", releaseRScript(responses, facts.stage)],
    ...analysis.map(({ name, content }): [string, string] => [name, content]),
  ];
}

const redactionNote =
  "For blind review, contact, ethics approval and frame addresses are removed from this document. The hash is that of the complete document.";

/** The analysis plan, and each freeze of protocol and plan with its reason and its changes. */
function planDocuments(canary: string, studyPlan: StudyPlanWithFreezes | null, isAnonymous: boolean): Documents {
  if (!studyPlan) return [];
  const { plan, registration, freezes } = studyPlan;
  const amendments = freezes.map(({ document: _, auditHead: __, ...freeze }) =>
    isAnonymous ? { ...freeze, changes: freeze.changes.map(redactChange) } : freeze,
  );
  return [
    ["documentation/plan.json", toJson({ canary, registration, plan })],
    ["documentation/amendments.json", toJson({ canary, freezes: amendments })],
  ];
}

/** The metadata of every format. */
export function buildMetadata(
  dataset: ReleaseDataset,
  numbers: PublishedNumbers,
  changes: string,
  isAnonymous: boolean,
): Documents {
  const { description } = dataset;
  const licence = releaseLicences[description.licence];
  return [
    ["dataset_description.json", toJson(psychDsDescription(dataset))],
    [".psychds-ignore", psychDsIgnore],
    ["README.md", `---\n${stringify(cardMetadata(dataset))}---\n\n${cardBody(dataset)}`],
    ["CHANGES.md", changes],
    ["CITATION.cff", stringify(citationFile(dataset))],
    ["LICENSE.txt", `${licence.name} (${description.licence})\n${licence.url}\n`],
    ["croissant.json", toJson(croissantDocument(dataset, isAnonymous))],
    ["numbers.json", toJson(numbers)],
    ["deposit/datacite.json", toJson(dataCite(dataset))],
    ["deposit/zenodo.json", toJson(zenodoDeposit(dataset))],
    ["deposit/zenodo-record.json", toJson(zenodoRecord(dataset))],
    ["deposit/osf.json", toJson(osfDeposit(dataset))],
    ["deposit/README.md", depositInstructions],
  ];
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
