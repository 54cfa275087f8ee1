import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { PollingNote } from "@/components/ui/polling-note.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { describeRemedy } from "@/lib/domain/release/privacy.ts";
import { maxFindingRows, type ReleaseFinding, type ReleaseReport } from "@/lib/domain/release/release-finding.ts";
import { applyRemedy, type ReleaseRequest, releaseFieldsOf } from "@/lib/domain/release/release-request.ts";

/** The progress of the newest request, or its result. */
export function ReleaseResult({
  base,
  hidden,
  state,
  action,
}: {
  base: string;
  /** The fields that name the subject. */
  hidden: Record<string, string>;
  state: {
    state: "working" | "done" | "failed";
    doing: string;
    problem: string;
    report: ReleaseReport | null;
    isWritten: boolean;
    request: ReleaseRequest;
  };
  /** Repeats the checks with the change that a finding proposes. */
  action: FormAction<{ id: string }>;
}) {
  if (state.state === "working") return <PollingNote>{state.doing || "Waiting for a free worker"} …</PollingNote>;
  if (state.state === "failed") return <Callout tone="bad">It failed: {state.problem}</Callout>;
  const { findings = [], tables = [], missingForNeurips = [], anonymity = null } = state.report ?? {};
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">{describeResult(state.isWritten, errors)}</p>
      {findings.length > 0 && (
        <ul aria-label="Findings" className="grid grid-cols-1 gap-4">
          {findings.map((finding) => (
            <Finding key={finding.check + finding.message} base={base} finding={finding}>
              {finding.remedies?.map((remedy) => (
                <ActionForm
                  key={describeRemedy(remedy)}
                  className="grid justify-items-start"
                  action={action}
                  hidden={{ ...hidden, intent: "check", ...releaseFieldsOf(applyRemedy(state.request, remedy)) }}
                >
                  <SubmitButton look="secondary">{describeRemedy(remedy)}, and check again</SubmitButton>
                </ActionForm>
              ))}
            </Finding>
          ))}
        </ul>
      )}
      {anonymity && (
        <p>
          k = {anonymity.k}: the smallest group of people who share all their attributes, of{" "}
          {formatNumberOf(anonymity.people, "person", "people")}.
        </p>
      )}
      {missingForNeurips.length > 0 && (
        <p>NeurIPS 2026 also requires: {missingForNeurips.map((field) => neuripsLabels[field] ?? field).join(", ")}.</p>
      )}
      {tables.length > 0 && (
        <p>{tables.map(({ name, rows }) => `${name}: ${formatNumberOf(rows, "record")}`).join("; ")}.</p>
      )}
    </div>
  );
}

const neuripsLabels: Readonly<Record<string, string>> = {
  limitations: "limitations",
  biases: "biases",
  uses: "intended uses",
  socialImpact: "social impact",
};

function describeResult(isWritten: boolean, errors: number): string {
  if (isWritten) return "The version is written. It is in the list above.";
  if (errors > 0)
    return `${formatNumberOf(errors, "error")} ${errors === 1 ? "prevents" : "prevent"} the release; nothing was written.`;
  return "The checks found no errors; nothing was written.";
}

/** A finding with links to the affected sessions, and buttons that resolve it. */
function Finding({ base, finding, children }: { base: string; finding: ReleaseFinding; children: ReactNode }) {
  const { severity, message, rows } = finding;
  return (
    <li className="grid grid-cols-1 gap-1">
      <p className="max-w-measure">
        <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge> {message}
      </p>
      {children}
      {rows.length > 0 && (
        <details>
          <summary className="py-1">
            {rows.length === maxFindingRows ? `The first ${rows.length} rows` : formatNumberOf(rows.length, "row")}
          </summary>
          <ul className="grid list-disc grid-cols-1 gap-1 pl-6 text-sm wrap-anywhere">
            {rows.map(({ text, session }) => (
              <li key={text}>{session ? <Link href={`${base}/responses/${session}`}>{text}</Link> : text}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
