import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";

export const minimumPasswordLength = 10;

/** A new password: 10 to 200 characters of any kind, with nothing asked of their mixture. */
export const newPassword = boundedText(200).pipe(
  z.string().min(minimumPasswordLength, `must have at least ${minimumPasswordLength} characters`),
);

/**
 * Why a password would be guessed, or null.
 *
 * The words that lists of leaked passwords are made of are few; what people do with them (capitals, digits for letters,
 * a year and an exclamation mark at the end, saying it twice) is undone first, so the words below stand for many
 * thousands of entries of such lists. Names that belong to the person or to this house count as such words.
 */
export function refuseGuessable(password: string, person: { email: string; name: string }): string | null {
  const reason = "is easy to guess; three or four words that have nothing to do with each other make a good one";
  const bare = undisguise(password);
  const own = [
    person.email,
    person.email.split("@")[0] ?? "",
    ...person.email.split(/[@.]/),
    ...person.name.split(/\s+/),
  ]
    .map(undisguise)
    .filter((word) => word.length >= 2);
  const words = new Set([...commonWords, ...own]);
  if (isRun(password.toLowerCase()) || isRun(bare)) return reason;
  if (bare.length < 4) return reason;
  return isMadeOf(bare, words) ? reason : null;
}

/** Lower case, digits and signs that stand for letters turned back, and the decoration at both ends taken off. */
function undisguise(text: string): string {
  const lower = text.normalize("NFKC").toLowerCase();
  const core = lower.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
  return core.replace(/[^\p{L}]/gu, (sign) => lettersBySign[sign] ?? "");
}

const lettersBySign: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};

/** One sign over and over, a short piece repeated, or a walk along the alphabet, the digits or the keyboard. */
function isRun(text: string): boolean {
  if (/^(.{1,4})\1+$/su.test(text)) return true;
  return walks.some((walk) => walk.includes(text) || [...walk].reverse().join("").includes(text));
}

const walks = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "qazwsxedcrfvtgbyhnujm",
];

/** Whether a text is nothing but these words, one after another. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const reachable = new Set([0]);
  for (let start = 0; start < text.length; start += 1) {
    if (!reachable.has(start)) continue;
    for (const word of words) if (text.startsWith(word, start)) reachable.add(start + word.length);
  }
  return reachable.has(text.length);
}

const commonWords = (
  "password passwort passwd pass word secret secure security login logon access admin administrator root user guest " +
  "welcome hello test testing tester demo sample default change changeme letmein open please trustno one two three " +
  "qwerty qwertz azerty asdf asdfgh zxcvbn zxcv qwer iloveyou love lover loveme forever baby babygirl angel angels " +
  "princess prince queen king queen sunshine summer winter spring autumn monday tuesday wednesday thursday friday " +
  "saturday sunday january february march april may june july august september october november december football " +
  "baseball basketball soccer hockey tennis golf liverpool chelsea arsenal barcelona madrid yankees cowboys lakers " +
  "eagles steelers monkey dragon tiger lion bear wolf eagle falcon panther shark horse butterfly dolphin kitten puppy " +
  "master shadow superman batman spiderman ironman pokemon pikachu naruto starwars matrix hunter killer ninja samurai " +
  "michael michelle jessica jennifer jordan ashley amanda daniel david robert thomas andrew joshua matthew charlie " +
  "william james george harry oliver nicole samantha thunder diamond silver golden flower rainbow cookie chocolate " +
  "cheese coffee banana apple orange pepper ginger freedom whatever nothing something computer internet google " +
  "facebook twitter samsung microsoft windows linux ubuntu android mustang ferrari porsche mercedes corvette harley " +
  "london paris berlin germany america england canada mexico australia family mother father brother sister friend " +
  "friends jesus christ heaven blessed lucky happy smile money dollar success company business office work home house " +
  "school student teacher science university research researcher project study lab parallax the my is and you me a i " +
  "in it on for to of we are not"
).split(" ");
