"use client";

import { useState } from "react";
import { Rejections } from "@/components/imports/import-outcome.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { countByProblem, isBlocking, type LintProblem } from "@/lib/domain/stories/lint/finding.ts";
import { problemLabels } from "../collection-labels.ts";
import { BlockedCallout } from "./blocked-callout.tsx";
import { FindingTable } from "./finding-table.tsx";
import { reportAsCsv, type StoryImportReport } from "./story-import-report.ts";

const maxShownFindings = 200;

/**
 * The result of an import of stories: the numbers of rows, rejected rows by line, findings by problem, and downloads.
 */
export function StoryImportOutcome({ report, fileName }: { report: StoryImportReport; fileName: string }) {
  const [problem, setProblem] = useState<LintProblem | null>(null);
  const findings = report.findings.filter((finding) => problem === null || finding.problem === problem);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Callout tone={report.rejected > 0 ? "warn" : "good"}>
        {formatNumberOf(report.rows, "row")} read
        {report.rejected > 0
          ? `; ${formatCount(report.rejected)} rejected, the others imported.`
          : ", all of them imported."}
      </Callout>
      <Stats>
        <Stat label="New" value={formatCount(report.inserted)} />
        <Stat label="Unchanged" value={formatCount(report.unchanged)} />
        <Stat label="Rejected" value={formatCount(report.rejected)} />
        <Stat
          label="Items with findings"
          value={formatCount(report.items.withFindings)}
          n={`${formatNumberOf(report.findings.length, "finding")} of the linter`}
        />
        <Stat
          label="Items that need changes"
          value={formatCount(report.items.stopped.length)}
          n={`of ${formatNumberOf(report.inserted, "new item")}`}
        />
      </Stats>
      <BlockedCallout copies={report.blockedCopies} />
      <ItemsWithProblems report={report} />
      {(report.rejected > 0 || report.findings.length > 0) && (
        <div>
          <Button size="small" onClick={() => saveText(`${fileName}.report.csv`, "text/csv", reportAsCsv(report))}>
            Download the report
          </Button>
        </div>
      )}
      {report.rejections.length > 0 && <Rejections rejections={report.rejections} total={report.rejected} />}
      {report.findings.length > 0 && (
        <>
          <ProblemTable report={report} chosen={problem} onChoose={setProblem} />
          <div className="grid gap-2">
            <FindingTable findings={findings.slice(0, maxShownFindings)} maxHeight="30rem" />
            {findings.length > maxShownFindings && (
              <p className="text-sm text-ink-soft">
                And {formatCount(findings.length - maxShownFindings)} more; the report has all of them.
              </p>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** The items that cannot be submitted before they are changed. */
function ItemsWithProblems({ report }: { report: StoryImportReport }) {
  const { stopped, original, error, knp } = report.items;
  if (report.inserted === 0) return null;
  const kinds = [
    formatNumberOf(original, "original"),
    formatNumberOf(error, "erroneous story", "erroneous stories"),
    formatNumberOf(knp, "question"),
  ].join(", ");
  return (
    <div className="grid gap-2">
      <p className="text-ink-soft">
        New: {kinds}.{" "}
        {stopped.length === 0
          ? "All new items can be submitted in the workspace without changes."
          : "These items cannot be submitted until they are repaired:"}
      </p>
      {stopped.length > 0 && (
        <Table caption="Items that cannot be submitted" isCaptionHidden maxHeight="20rem">
          <thead>
            <tr>
              <Th>Item</Th>
              <Th>Blocked by</Th>
            </tr>
          </thead>
          <tbody>
            {stopped.map(({ item, blocks }) => (
              <tr key={item}>
                <Th scope="row" className="wrap-anywhere">
                  {item}
                </Th>
                <Td>{blocks.map((block) => block.replaceAll("-", " ").replaceAll("_", " ")).join(", ")}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  );
}

function ProblemTable({
  report,
  chosen,
  onChoose,
}: {
  report: StoryImportReport;
  chosen: LintProblem | null;
  onChoose: (problem: LintProblem | null) => void;
}) {
  return (
    <Table caption="Linter findings by problem">
      <thead>
        <tr>
          <Th>Problem</Th>
          <Th>Meaning</Th>
          <Th isNumber>Findings</Th>
          <Th isNumber>Items</Th>
          <Th>
            <span className="sr-only">Show</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {countByProblem(report.findings).map(({ problem, findings, items }) => (
          <tr key={problem}>
            <Th scope="row">
              <Badge tone={isBlocking({ item: "", field: "", message: "", problem }) ? "bad" : "warn"}>{problem}</Badge>
            </Th>
            <Td>{problemLabels[problem]}</Td>
            <Td isNumber>{formatCount(findings)}</Td>
            <Td isNumber>{formatCount(items)}</Td>
            <Td>
              <Button
                size="small"
                look="quiet"
                aria-pressed={chosen === problem}
                onClick={() => onChoose(chosen === problem ? null : problem)}
              >
                {chosen === problem ? "Show all findings" : "Show only this problem"}
              </Button>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Downloads a text as a file. */
function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
