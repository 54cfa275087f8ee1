import { Callout } from "@/components/ui/callout.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { AutoRefresh } from "./live/auto-refresh.tsx";

/** The progress or the result of the latest simulation of a study. */
type Simulation =
  | { state: "working"; done: number; participants: number }
  | {
      state: "done";
      participants: number;
      result: { study: string; finished: number; left: number; turnedAway: number };
    }
  | { state: "failed"; reason: string };

/**
 * A simulation with scripted participants in a copy of the study. It shows whether all slots of the design are filled.
 */
export function SimulationSection({
  studyId,
  sessions,
  simulation,
  readAt,
  canWrite,
  action,
}: {
  studyId: string;
  /** Number of slots with a quota. The default number of participants is computed from it. */
  sessions: number;
  simulation: Simulation | null;
  readAt: string;
  canWrite: boolean;
  action: FormAction;
}) {
  const isWorking = simulation?.state === "working";
  return (
    <Section
      title="Simulation"
      lead="Scripted participants answer a copy of this study in the stage Simulation, without dwell time. Their answers are never combined with those of people. The pages of the copy show what data this design would collect."
    >
      {simulation && <SimulationOutcome simulation={simulation} readAt={readAt} />}
      {canWrite && !isWorking && (
        <ActionForm
          action={action}
          hidden={{ study: studyId }}
          label="Simulation"
          className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          <Field name="participants" label="Participants">
            <TextInput inputMode="numeric" defaultValue={Math.ceil(sessions * 1.25)} />
          </Field>
          <Field name="seed" label="Seed">
            <TextInput defaultValue="7" />
          </Field>
          <Field name="accuracy" label="Accuracy (0 to 1)">
            <TextInput inputMode="decimal" defaultValue="0.8" />
          </Field>
          <Field name="dropOut" label="Drop-out (0 to 1)">
            <TextInput inputMode="decimal" defaultValue="0.15" />
          </Field>
          <div>
            <SubmitButton>Simulate</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}

function SimulationOutcome({ simulation, readAt }: { simulation: Simulation; readAt: string }) {
  if (simulation.state === "failed") return <Callout tone="bad">The simulation failed: {simulation.reason}</Callout>;
  if (simulation.state === "working") {
    const { done, participants } = simulation;
    const summary = `${formatCount(done)} of ${formatCount(participants)} participants have taken part.`;
    return (
      <>
        <AutoRefresh readAt={readAt} isRunning summary={summary} />
        <Progress label="Scripted participants" side="people" value={done} maximum={participants} />
      </>
    );
  }
  const { study, finished, left, turnedAway } = simulation.result;
  return (
    <p>
      Of {formatCount(simulation.participants)} scripted participants {formatCount(finished)} completed the study,{" "}
      {formatCount(left)} left and {formatCount(turnedAway)} found no free slot.{" "}
      <Link href={`/research/studies/${study}/collect`}>View the simulated study</Link>
    </p>
  );
}
