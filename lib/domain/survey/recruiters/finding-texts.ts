import type { LedgerFinding } from "./ledger.ts";

/** The label of each finding of the ledger, its meaning, and the recommended action. */
export const findingTexts: Record<LedgerFinding, { name: string; means: string; toDo: string }> = {
  "finished-not-paid": {
    name: "Finished here, not paid there",
    means: "The session is complete here; the recruiter has it as returned, timed out, rejected or paid in part.",
    toDo: "The person did the work: approve the submission at the recruiter, or pay them there by a bonus.",
  },
  "paid-not-finished": {
    name: "Paid there, not finished here",
    means: "Submitted or paid in full at the recruiter; here the session is unfinished or ended early.",
    toDo: "Open the session and see how far it came. Ask the person to return the submission, or decide to pay it.",
  },
  "other-code": {
    name: "Another code",
    means: "The session is complete here, but another code was given at the recruiter than its end page showed.",
    toDo: "The session is what counts: approve the submission. If many lines are like this, check the codes of the ends.",
  },
  "unknown-here": {
    name: "No session here",
    means: "The recruiter knows a submission that never began here.",
    toDo: "Usually a person who left before the consent. Submitted without a session: ask them to return it. If all lines are like this, the recruiter's address lacks its parameters.",
  },
  decide: {
    name: "Ended early, waiting there",
    means:
      "Screened out, over quota, declined, ended for quality or withdrawn here; the recruiter waits for a decision.",
    toDo: "Pay the screen-out if your study promises it, or ask the person to return the submission. Rejecting is a separate decision.",
  },
  approve: {
    name: "To approve",
    means: "The session is complete here and waits at the recruiter for approval.",
    toDo: "Approve the submission at the recruiter.",
  },
  "no-event": {
    name: "No event",
    means: "The session came by this recruiter's link, and the recruiter has sent nothing about it.",
    toDo: "Import the recruiter's export, or set up its webhooks. If it is missing there, too, the number in the link was not the recruiter's.",
  },
  waiting: {
    name: "Under way",
    means: "One side is not finished yet.",
    toDo: "Nothing now.",
  },
  agrees: {
    name: "Agrees",
    means: "Both sides say the same.",
    toDo: "Nothing.",
  },
};
