/** A study that is locked with an older reader of model texts, compared with the newest reader on the same texts. */
export interface StudyParser {
  /** Reader versions. */
  locked: number;
  newest: number;
  /** Answers to the study's items that the two read differently. */
  changed: number;
  /** The first of them. */
  examples: {
    model: string;
    item: string;
    condition: string;
    /** Answer keys; null for unparsed. */
    locked: string | null;
    newest: string | null;
    /** The beginning of the text. */
    output: string;
  }[];
}
