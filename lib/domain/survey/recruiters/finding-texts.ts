import type { LedgerFinding } from "./ledger.ts";

/** For each finding of the ledger: its label, its meaning, and the recommended action. */
export const findingTexts: Record<LedgerFinding, { name: string; means: string; toDo: string }> = {
  "finished-not-paid": {
    name: "Finished here, not paid there",
    means: "The session is complete in Parallax; at the recruiter it is returned, timed out, rejected or partly paid.",
    toDo: "The person did the work: approve the submission at the recruiter, or pay a bonus there.",
  },
  "paid-not-finished": {
    name: "Paid there, not finished here",
    means: "Submitted or fully paid at the recruiter; in Parallax the session is unfinished or ended early.",
    toDo: "Open the session to see how far the person got. Ask them to return the submission, or pay it.",
  },
  "other-code": {
    name: "Another code",
    means: "The session is complete in Parallax, but the code entered at the recruiter is not the one on the end page.",
    toDo: "Approve the submission, because the session is complete. If there are many such lines, check the codes of the end pages.",
  },
  "unknown-here": {
    name: "No session here",
    means: "The recruiter has a submission without a session in Parallax.",
    toDo: "Usually the person left before the consent form. If it was submitted, ask them to return it. If all lines are like this, the parameters are missing from the study's URL at the recruiter.",
  },
  decide: {
    name: "Ended early, waiting there",
    means:
      "Screened out, over quota, declined, ended for quality or withdrawn in Parallax; the submission awaits review.",
    toDo: "Pay for the screen-out if your study promises this, or ask the person to return the submission. Rejecting it is a separate decision.",
  },
  approve: {
    name: "To approve",
    means: "The session is complete in Parallax, and the submission awaits approval at the recruiter.",
    toDo: "Approve the submission at the recruiter.",
  },
  "no-event": {
    name: "No event",
    means: "The session was opened by this recruiter's link, but there is no report of the recruiter about it.",
    toDo: "Import the recruiter's export, or set up its webhooks. If the submission is missing there too, the ID in the link is not the recruiter's.",
  },
  waiting: {
    name: "Under way",
    means: "The session or the submission is still in progress.",
    toDo: "No action needed yet.",
  },
  agrees: {
    name: "Agrees",
    means: "Parallax and the recruiter report the same.",
    toDo: "No action needed.",
  },
};
