/**
 * MTurk's conventions for an ExternalQuestion (ExternalQuestion data structure of its requester API): the page is shown
 * in a frame; the worker's browser posts `assignmentId` and at least one answer to `/mturk/externalSubmit` of the site
 * in `turkSubmitTo`; and before the task is accepted, `assignmentId` contains a fixed word.
 */

/** The allowed sites in `turkSubmitTo`, live and sandbox; anything else would send people's answers elsewhere. */
export const mturkHosts = ["https://www.mturk.com", "https://workersandbox.mturk.com"] as const;

/** The sites that show a task in a frame; the live site uses another host name than the one that receives answers. */
export const mturkFrames = [...mturkHosts, "https://worker.mturk.com"] as const;

export const previewAssignment = "ASSIGNMENT_ID_NOT_AVAILABLE";

/** Whether the page is only the preview of a task that no one has accepted yet. */
export function isMturkPreview(assignmentId: unknown): boolean {
  return assignmentId === previewAssignment;
}

/** The site that receives the answer; null for any value other than MTurk's two sites, ignoring a trailing slash. */
export function mturkHost(turkSubmitTo: string): string | null {
  return mturkHosts.find((host) => turkSubmitTo === host || turkSubmitTo === `${host}/`) ?? null;
}

/** A form for the worker's browser to submit; MTurk requires at least one field besides the assignment. */
export interface MturkSubmit {
  action: string;
  fields: Record<string, string>;
}

/** The form that ends a worker's task; null if the link did not contain its assignment and site. */
export function mturkSubmit(
  parameters: Readonly<Record<string, string>>,
  answer: { code: string; outcome: string },
): MturkSubmit | null {
  const host = mturkHost(parameters.turkSubmitTo ?? "");
  const { assignmentId } = parameters;
  if (!host || !assignmentId || isMturkPreview(assignmentId)) return null;
  return { action: `${host}/mturk/externalSubmit`, fields: { assignmentId, ...answer } };
}
