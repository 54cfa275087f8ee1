/** The comparison of the parser with which a study was locked and the newest parser, on the same texts. */
export interface StudyParser {
  /** Parser versions. */
  locked: number;
  newest: number;
  /** Answers to the study's items that the two parsers read differently. */
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
