const mark = "/matching";

/** The subject of a result, or of the same result without answers to another text than the item's. */
export function subjectWith(subject: string, withMismatches: boolean): string {
  return withMismatches ? subject : `${subject}${mark}`;
}

/** The same subject under its other name, and whether its result counts answers to another text than the item's. */
export function readSubject(subject: string): { subject: string; withMismatches: boolean } {
  if (!subject.endsWith(mark)) return { subject, withMismatches: true };
  return { subject: subject.slice(0, -mark.length), withMismatches: false };
}
