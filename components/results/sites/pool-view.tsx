import { Callout } from "@/components/ui/callout.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { PollingNote } from "@/components/ui/polling-note.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describePooled, type PooledStudies } from "@/lib/domain/results/sites/describe-pooled.ts";

interface PoolViewProps {
  studyId: string;
  /** The newest request; null if there was none. */
  state: {
    state: "working" | "done" | "failed";
    doing: string;
    problem: string;
    sites: readonly string[];
    report: PooledStudies | null;
  } | null;
  /** Studies of other sites that can be chosen. */
  others: readonly { id: string; slug: string; name: string; project: string }[];
  canWrite: boolean;
  /** Whether the user may import archives of other installations. */
  canImport: boolean;
  action: FormAction;
}

/** The pooled result of a study and other sites, and the form that requests it. */
export function PoolView({ studyId, state, others, canWrite, canImport, action }: PoolViewProps) {
  const archives = (
    <>
      Studies of other installations appear here after{" "}
      {canImport ? (
        <Link href="/research/admin/archive">the archive of their project was imported</Link>
      ) : (
        "an owner of this installation imported the archive of their project"
      )}
      .
    </>
  );
  return (
    <>
      {state && (
        <Section title="Pooled result" lead={`Sites: ${state.sites.join(", ")}.`}>
          <PoolResult state={state} />
        </Section>
      )}
      <Section
        title="Pool with other sites"
        lead="Each study is a site with its own intercept: people’s accuracy over the stimuli that all sites asked. The summary is a random-effects model of the logits. It is exploratory, and has no test of heterogeneity until the data of all studies are locked."
      >
        {others.length === 0 ? (
          <EmptyState level={3} title="No other study has items of this study">
            {archives}
          </EmptyState>
        ) : !canWrite ? (
          <p className="text-ink-soft">Only researchers of the project can pool its studies.</p>
        ) : (
          <ActionForm
            action={action}
            hidden={{ study: studyId }}
            label="Pool with other sites"
            className="grid max-w-measure grid-cols-1 gap-5"
          >
            <fieldset className="grid min-w-0 grid-cols-1">
              <legend className="mb-1 font-medium">Studies of other sites</legend>
              {others.map(({ id, slug, name, project }) => (
                <Checkbox key={id} name="others" value={id} label={name} hint={`${project} (${slug})`} />
              ))}
            </fieldset>
            <p className="text-sm text-ink-soft">{archives}</p>
            <Field
              name="sharedKey"
              label="Key shared by the sites"
              hint="The key with which the archives were written: people who took part at several sites then count once. Without it, their number is unknown."
              isOptional
            >
              <TextInput type="password" autoComplete="off" maxLength={1_000} />
            </Field>
            <div>
              <SubmitButton disabled={state?.state === "working"}>Pool the studies</SubmitButton>
            </div>
          </ActionForm>
        )}
      </Section>
    </>
  );
}

function PoolResult({ state: { state, doing, problem, report } }: { state: NonNullable<PoolViewProps["state"]> }) {
  if (state === "working") return <PollingNote>{doing || "Waiting for a free worker"} …</PollingNote>;
  if (state === "failed" || report === null)
    return <Callout tone="bad">The studies were not pooled: {problem.replace(/\.$/, "")}.</Callout>;
  return (
    <div role="status">
      <ul className="grid max-w-measure grid-cols-1 gap-1">
        {describePooled(report).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
