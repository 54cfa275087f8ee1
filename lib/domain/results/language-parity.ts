import type { Parity } from "../models/decide-parity.ts";

/** What people read and what models were shown in one language of a study. */
export interface LanguageParity {
  language: string;
  /** Whether it is the language of the originals. */
  isOwn: boolean;
  /** Answers that count by default, and the people who gave them. */
  answers: number;
  people: number;
  /** Answers to a text in this language; the others were shown the original. */
  readTranslated: number;
  /** Items of the study with a text in this language. */
  items: number;
  /** Models' answers to these texts, by whether they were shown what people read in this language. */
  parity: Record<Parity, number>;
}
