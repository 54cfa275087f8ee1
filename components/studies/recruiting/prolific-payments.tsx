import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatCents } from "@/lib/domain/format/money.ts";
import { LocalTime } from "../local-time.tsx";
import { TokenField } from "./prolific-draft-form.tsx";

interface BonusLine {
  id: string;
  people: number;
  totalCents: number;
  createdAt: Date;
  paidAt: Date | null;
}

/** Forms that approve submissions and pay bonuses on Prolific. */
export function ProlificPayments({
  studyId,
  due,
  remoteStudy,
  bonuses,
  actions,
}: {
  studyId: string;
  /** Number of submissions that are complete in Parallax and wait for approval on Prolific. */
  due: number;
  /** The study's ID on Prolific, if Parallax created the study there. */
  remoteStudy: string;
  bonuses: readonly BonusLine[];
  actions: { approve: FormAction<number>; setUp: FormAction; pay: FormAction };
}) {
  const form = "grid max-w-3xl grid-cols-1 items-start gap-5 sm:grid-cols-2";
  return (
    <Section
      id="payments"
      title="Payments on Prolific"
      lead="Without a token, approve submissions and pay bonuses on Prolific’s website; the ledger file lists them."
    >
      <div className="grid grid-cols-1 gap-10">
        {due > 0 ? (
          <ActionForm
            action={actions.approve}
            hidden={{ study: studyId }}
            label="Approve submissions"
            resetsOnSuccess
            className={form}
          >
            <p className="sm:col-span-2">
              {formatNumberOf(due, "submission was finished", "submissions were finished")} here and{" "}
              {due === 1 ? "awaits" : "await"} approval. Approval pays the reward.
            </p>
            <TokenField />
            <div className="sm:col-span-2">
              <SubmitButton look="secondary">
                {due === 1 ? "Approve 1 submission" : `Approve ${formatCount(due)} submissions`}
              </SubmitButton>
            </div>
          </ActionForm>
        ) : (
          <p>No submissions await approval.</p>
        )}
        <ActionForm
          action={actions.setUp}
          hidden={{ study: studyId }}
          label="Set up bonuses"
          resetsOnSuccess
          className={form}
        >
          <h3 className="font-semibold sm:col-span-2">Bonuses</h3>
          <Field
            name="bonuses"
            label="Participants and amounts"
            hint="One participant or submission ID and one amount in each line: 60ffe5c8371090c7041d43f8, 1.50. Nothing is paid yet."
          >
            <TextArea rows={4} spellCheck={false} maxLength={20_000} className="font-code text-sm" />
          </Field>
          <div className="grid gap-5">
            <Field name="remoteStudy" label="Prolific study ID">
              <TextInput maxLength={24} spellCheck={false} defaultValue={remoteStudy} />
            </Field>
            <TokenField />
          </div>
          <div className="sm:col-span-2">
            <SubmitButton look="secondary">Set up bonuses</SubmitButton>
          </div>
        </ActionForm>
        {bonuses.length > 0 && <BonusTable studyId={studyId} bonuses={bonuses} pay={actions.pay} />}
      </div>
    </Section>
  );
}

/** The bonuses that were set up. Unpaid bonuses have a form that pays them. */
function BonusTable({ studyId, bonuses, pay }: { studyId: string; bonuses: readonly BonusLine[]; pay: FormAction }) {
  return (
    <Table caption="Bonuses that were set up">
      <thead>
        <tr>
          <Th>Set up</Th>
          <Th isNumber>Bonuses</Th>
          <Th isNumber>Total with fees</Th>
          <Th>Payment</Th>
        </tr>
      </thead>
      <tbody>
        {bonuses.map(({ id, people, totalCents, createdAt, paidAt }) => (
          <tr key={id}>
            <Td>
              <LocalTime at={createdAt.toISOString()} withDate />
            </Td>
            <Td isNumber>{formatCount(people)}</Td>
            <Td isNumber>{formatCents(totalCents)}</Td>
            <Td className="min-w-64">
              {paidAt ? (
                <>
                  requested <LocalTime at={paidAt.toISOString()} withDate />
                </>
              ) : (
                <ActionForm
                  action={pay}
                  hidden={{ study: studyId, bonus: id }}
                  label="Pay these bonuses"
                  className="grid gap-3"
                >
                  <TokenField />
                  <div>
                    <SubmitButton look="secondary">Pay {formatCents(totalCents)}</SubmitButton>
                  </div>
                </ActionForm>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
