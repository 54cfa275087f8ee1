import { DescriptionList } from "@/components/ui/description-list.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { RadioGroup } from "@/components/ui/forms/radio-group.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import type { SessionPayment } from "@/lib/domain/survey/studies/study-rows.ts";
import { LocalTime } from "../local-time.tsx";

/**
 * The completion code and the payment status of a session, and a form that withdraws the session at the participant's
 * request.
 */
export function SessionPaymentView(props: {
  session: string;
  isErased: boolean;
  payment: SessionPayment;
  markPaid: FormAction;
  withdraw: FormAction;
}) {
  const { session, payment } = props;
  return (
    <>
      <Section title="Code and payment">
        <DescriptionList
          entries={[
            { term: "Completion code", value: payment.code ? <code>{payment.code}</code> : "none issued" },
            {
              term: "Paid",
              value: payment.paidAt ? (
                <>
                  <LocalTime at={payment.paidAt.toISOString()} withDate />
                  {payment.paidBy && `, marked as paid by ${payment.paidBy}`}
                </>
              ) : (
                "not marked as paid"
              ),
            },
          ]}
        />
        {payment.canPay && (
          <ActionForm
            action={props.markPaid}
            hidden={{ session, paid: payment.paidAt ? "no" : "yes" }}
            label="Payment of the session"
            className="mt-4 grid gap-4"
          >
            <div>
              <SubmitButton>{payment.paidAt ? "Undo: not paid" : "Mark as paid"}</SubmitButton>
            </div>
          </ActionForm>
        )}
      </Section>
      {payment.canWithdraw && !props.isErased && (
        <Section
          title="Withdraw at the participant’s request"
          lead="Same effect as withdrawing on the participant’s own page."
        >
          <ConfirmButton
            action={props.withdraw}
            hidden={{ session }}
            title="Withdraw the session?"
            consequence="The withdrawal is recorded with your name and cannot be undone."
            confirm="Withdraw"
            fields={
              <RadioGroup
                name="answers"
                legend="Answers"
                options={[
                  { value: "keep", label: "Keep", hint: "The answers are kept but do not count." },
                  { value: "erase", label: "Erase", hint: "Answers and the recruiter’s ID are deleted permanently." },
                ]}
              />
            }
          >
            Withdraw the session
          </ConfirmButton>
        </Section>
      )}
    </>
  );
}
