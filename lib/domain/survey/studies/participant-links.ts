/** One entry URL for participants, and where to use it. */
export interface ParticipantLink {
  name: string;
  url: string;
  hint: string;
}

/**
 * The entry URLs of a study for each kind of recruiter. The recruiter fills in the parts in braces; Prolific and MTurk
 * have their own notation for these parts.
 */
export function participantLinks(publicUrl: string, slug: string): ParticipantLink[] {
  const base = `${publicUrl}/s/${slug}`;
  return [
    {
      name: "Prolific",
      url: `${base}?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}`,
      hint: "Paste this link as the study's URL at Prolific, let Prolific add the participant's ID to the URL, and choose Prolific as the recruiter of this study. To test it, use the rehearsal on the tab Recruit, which never counts.",
    },
    {
      name: "MTurk",
      url: base,
      hint: "Use it as the ExternalURL of an ExternalQuestion and choose MTurk as the study’s recruiter: then MTurk may show the study in its frame, live and in the sandbox, and the last page submits the task. MTurk adds workerId, assignmentId, hitId and turkSubmitTo by itself.",
    },
    {
      name: "Your own list",
      url: `${base}?pid=PARTICIPANT`,
      hint: "Replace PARTICIPANT by the ID of each person. Each ID can take part only once.",
    },
    {
      name: "Anyone",
      url: base,
      hint: "For a notice board or an e-mail. People have no ID, so the same person could take part twice.",
    },
  ];
}

/** The link for one person on the researcher's own list, signed if a signature is given. */
export function personalLink(publicUrl: string, slug: string, externalId: string, signature: string): string {
  const parameters = new URLSearchParams({ pid: externalId, sig: signature });
  return `${publicUrl}/s/${slug}?${parameters}`;
}

/** The IDs of a pasted list: one per line or separated by commas or tabs, without duplicates, in the given order. */
export function readPersonList(text: string): string[] {
  return [...new Set(text.split(/[\r\n,;\t]+/).map((entry) => entry.trim()))].filter((entry) => entry !== "");
}
