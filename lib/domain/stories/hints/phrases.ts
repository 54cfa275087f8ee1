/** The grammatical role of a phrase in its sentence, which determines the possible cuts. */
export type HintForm =
  /** A clause without a finite verb: "not knowing ...", "unaware of ...", "without noticing ...". */
  | "attached"
  /** A statement: "she had no idea ...", "he did not know ...". */
  | "statement"
  /** One adverb: "unknowingly". */
  | "adverb";

/** A phrase that states explicitly that someone does not know something. */
export interface HintPhrase {
  id: string;
  form: HintForm;
  /** The label of the phrase in the list. */
  label: string;
  pattern: RegExp;
}

const KNOW = "(?:know|realise|realize|suspect|guess|notice)";
const KNOWING = "(?:knowing|realising|realizing|suspecting|guessing|noticing|imagining)";
const KNOWN = "(?:known|realised|realized|suspected|guessed|noticed|learned|learnt)";
const IDEA = "(?:idea|ideas|clue|inkling|notion|knowledge|suspicion)";
const NOT = "(?:\\s+not|n['’]t)";

/** Excludes "did not know what to say", which expresses doubt, not missing knowledge. */
const NOT_DOUBT = "(?!\\s+(?:what|whether|how|where|which way|if)\\s+(?:to\\b|(?:he|she|they)\\s+(?:should|could)\\b))";

function createPhrase(id: string, form: HintForm, label: string, pattern: string): HintPhrase {
  return { id, form, label, pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu") };
}

/**
 * The phrases that the linter searches for. The paper asks annotators to remove explicit statements that a character
 * lacks the knowledge (Yang et al., section 4.2 and appendix A.3) but gives no list, so this list was written for
 * Parallax.
 */
export const hintPhrases: readonly HintPhrase[] = [
  createPhrase(
    "not-knowing",
    "attached",
    "not knowing",
    `(?:not|never|without)\\s+(?:(?:even|ever|quite|yet|really)\\s+)?${KNOWING}`,
  ),
  createPhrase(
    "not-aware",
    "attached",
    "not being aware",
    "(?:not|without)\\s+(?:being|having\\s+been)\\s+(?:aware|told|informed|warned)",
  ),
  createPhrase(
    "unaware",
    "attached",
    "unaware",
    "unaware|oblivious|ignorant\\s+of|none\\s+the\\s+wiser|in\\s+the\\s+dark\\s+about|in\\s+ignorance\\s+of",
  ),
  createPhrase(
    "with-no-idea",
    "attached",
    "with no idea",
    `(?:with|having)\\s+(?:absolutely\\s+)?no\\s+${IDEA}|without\\s+(?:any|an|the\\s+(?:least|slightest|faintest))\\s+${IDEA}`,
  ),
  createPhrase("unknown-to", "attached", "unknown to", "(?:unknown|unbeknownst|unbeknown)\\s+to"),
  createPhrase(
    "had-no-idea",
    "statement",
    "had no idea",
    `(?:had|has|have)\\s+(?:(?:still|absolutely|as\\s+yet)\\s+)?no\\s+(?:real\\s+)?(?:way\\s+of\\s+knowing|way\\s+to\\s+know|means\\s+of\\s+knowing|${IDEA})|(?:had|did)${NOT}\\s+(?:have\\s+)?(?:an?|any|the\\s+(?:least|slightest|faintest|foggiest))\\s+${IDEA}`,
  ),
  createPhrase(
    "did-not-know",
    "statement",
    "did not know",
    `(?:did|does|do)${NOT}\\s+(?:(?:even|yet|really|actually)\\s+)?${KNOW}${NOT_DOUBT}`,
  ),
  createPhrase(
    "could-not-know",
    "statement",
    "could not know",
    `(?:cannot|can${NOT}|could${NOT}|could\\s+never)\\s+(?:possibly\\s+)?(?:know|have\\s+(?:possibly\\s+)?${KNOWN})`,
  ),
  createPhrase(
    "had-not-learned",
    "statement",
    "had not been told",
    `(?:had|has|have)(?:${NOT}|\\s+never)\\s+(?:yet\\s+)?(?:been\\s+(?:told|informed|warned)|${KNOWN})|(?:was|were)(?:${NOT}|\\s+never)\\s+(?:told|informed|warned)`,
  ),
  createPhrase(
    "knew-nothing",
    "statement",
    "knew nothing",
    "(?:knew|knows)\\s+nothing|(?:knew|knows)\\s+none\\s+of|never\\s+(?:knew|suspected|guessed|realised|realized)",
  ),
  createPhrase("was-not-aware", "statement", "was not aware", `(?:was|were|is|are)${NOT}\\s+(?:yet\\s+)?aware`),
  createPhrase(
    "nobody-told",
    "statement",
    "nobody had told",
    "(?:nobody|no\\s+one)\\s+(?:had\\s+)?(?:ever\\s+)?(?:told|warned|informed)",
  ),
  createPhrase(
    "little-did",
    "statement",
    "little did ... know",
    "little\\s+(?:did|does|do)\\s+(?:\\S+\\s+){1,3}?(?:know|suspect|guess|realise|realize)",
  ),
  createPhrase("unknowingly", "adverb", "unknowingly", "unknowingly|unwittingly"),
];
