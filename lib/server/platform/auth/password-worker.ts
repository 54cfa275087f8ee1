import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english, translations } from "@zxcvbn-ts/language-en";
import { serveThread } from "../threads/serve-thread.ts";

/** The strength of a password, from 0 (guessed immediately) to 4, with problem and advice as sentences. */
export interface PasswordRating {
  score: number;
  warning: string | null;
  suggestions: string[];
}

/** Words and names on which most guesses are based. */
const dictionary = {
  "passwords-common": common["passwords-common"],
  "commonWords-en": english["commonWords-en"],
  "firstnames-en": english["firstnames-en"],
};

/**
 * Rates a password in a thread, because loading the dictionaries takes half a second. `own` contains words related to
 * the user.
 */
export const script = serveThread<{ password: string; own: string[] }, never, never, PasswordRating>(
  ({ password, own }) => {
    const rating = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, translations });
    const { score, feedback } = rating.check(password, own);
    return { score, warning: feedback.warning, suggestions: feedback.suggestions };
  },
  "normal",
);
