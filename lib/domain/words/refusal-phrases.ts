// English refusal phrases, as parts of regular expressions over folded text (straight apostrophes, single spaces).

export const CANNOT =
  "(?:can(?:no|')t|cant|can not|could not|couldn't|won't|will not|would not|wouldn't|(?:am|'m|are|'re) (?:currently |also |simply |just )?(?:unable|not able|not allowed|not permitted|not authori[sz]ed|not comfortable|not going|not willing|not in a position|not programmed|not designed|prohibited|forbidden)|refuse|decline)(?: to| from| with)?";

/** The requested actions of a model. "Cannot help but" and "can't help it" have another meaning. */
export const TASK =
  "(?:help(?:ing)?(?! (?:but|it|myself|\\w+ing)\\b)|assist(?:ing)?|answer(?:ing)?|respond(?:ing)?|reply(?:ing)?|comply(?:ing)?|do (?:that|this|so|it|what)|(?:re)?writ(?:e|ing)|creat(?:e|ing)|provid(?:e|ing)|generat(?:e|ing)|fulfill?(?:ing)?|continu(?:e|ing)|produc(?:e|ing)|retell(?:ing)?|summari[sz](?:e|ing)|chang(?:e|ing)|modify(?:ing)?|engag(?:e|ing)|support(?:ing)?|complet(?:e|ing)|process(?:ing)?|discuss(?:ing)?|shar(?:e|ing)|offer(?:ing)?|participat(?:e|ing)|accommodat(?:e|ing)|evaluat(?:e|ing)|judg(?:e|ing)|comment(?:ing)?|speculat(?:e|ing))";

export const FIND_OUT =
  "(?:determine|say|tell|know|infer|conclude|decide|figure|deduce|ascertain|identify|verify|confirm|be (?:certain|sure|determined|known|answered|inferred|decided))";

const MATERIAL =
  "(?:story|text|passage|context|information|question|prompt|statement|narrative|excerpt|scenario|paragraph|premise|description|conversation|dialogue|article)";
/** Descriptions of a request that is refused. */
const REASON =
  "(?:can(?:no|')t|cannot|can not|not (?:able|something|appropriate|possible|allowed)|unable|declin|refus|against|violat|guidelines|polic|inappropriate|harmful|unethical)";
const ADVERBS =
  "(?:,? ?\\b(?:really|simply|just|however|therefore|also|still|regretfully|unfortunately|\\w{3,12}ly)\\b,?)*,? ?";
/** Text that may follow "decline": the end, the request, or a reason. Any other object belongs to a story. */
const DECLINED = `(?=\\s*(?:$|[.,;:!\\u2013\\u2014-])| (?:to (?:\\w+ly )?${TASK}|this|that|your|the (?:request|task|question|prompt)|${TASK}|from|as|because|since|at|here|in this|respectfully)\\b)`;
/** Text that may follow "I don't know". "I do not know him" is not a refusal. */
const NOT_KNOWN =
  "(?=\\s*(?:$|[.,;!?\\u2013\\u2014-])| (?:that|this|the answer|the reason|what|where|who|whom|whose|which|when|why|how|if|whether|for|enough|based|from|because|since|as|exactly|about|anything|it|much|with)\\b)";

const createPatterns = (patterns: readonly string[]) => patterns.map((pattern) => new RegExp(`^(?:${pattern})`, "iu"));

/** Polite phrases and adverbials that often introduce a refusal, but also other sentences. */
export const openers: readonly { pattern: RegExp; says?: "sorry" | "machine" }[] = [
  {
    says: "sorry",
    pattern:
      /^(?:(?:i(?: am|'m)|we(?: are|'re)) (?:(?:very|so|truly|deeply|really|terribly) )*(?:sorry|afraid)\b(?! of\b)|(?:so |very )?sorry\b|(?:please accept )?(?:my |our )?(?:(?:sincere|sincerest|deepest) )?apologies\b|i (?:do |sincerely |must )*apologi[sz]e\b)(?: (?:to say|(?:for|about) (?:(?!\bbut\b)[^.!?,]){0,80}))?(?: that(?= (?:i|we|this|your)\b))?/iu,
  },
  {
    says: "machine",
    pattern:
      /^(?:as|being|since i(?: am|'m)|because i(?: am|'m)|i(?: am|'m)) (?:just |only )?(?:an?|your) (?:(?:responsible|helpful|harmless|safe|text-based|virtual|large) )*(?:ai|a\.i\.|artificial intelligence|language model|llm|assistant|chatbot|bot|machine|computer)\b(?:(?! i (?:can|cannot|can't|do|don't|am|will|must|have)\b)[^,.!?]){0,80}/iu,
  },
  {
    pattern:
      /^(?:hello|hi|hmm+|well|oh|ah|ok(?:ay)?|unfortunately|regrettably|sadly|honestly|frankly|to be honest|in all honesty|at this time|currently|right now|thank you[^.!?,]{0,60}|thanks[^.!?,]{0,60}|(?:i|while i|although i) (?:understand|appreciate|realize|see)\b[^.!?]{0,160}?(?=[,;] |[.] ))/iu,
  },
  {
    pattern: new RegExp(
      `^(?:based on|given|from|according to|with|in|judging by) (?:(?:only|just|the|this|that|what|provided|given|available|above|limited|short|alone) )*${MATERIAL}[^.!?,]{0,60},`,
      "iu",
    ),
  },
  {
    pattern:
      /^(?:it (?:seems|appears|looks like)|i think|i believe|i would say|i must say|i have to say|i must admit)(?: that)?\b/iu,
  },
];

export const declinePatterns = createPatterns([
  `(?:i|we) ?${ADVERBS}${CANNOT}${ADVERBS} ?(?:(?:be able|be|fully|directly) )?(?:to )?(?:with )?${TASK}\\b`,
  `(?:i|we)(?:'ll|'d)? ?${ADVERBS}(?:(?:must|have to|need to|will have to|would have to|have to|am going to have to|have no choice but to|choose to|prefer to|would rather|rather|would prefer to|have decided to)${ADVERBS} ?)?(?:decline|refuse|abstain)${DECLINED}`,
  `(?:i|we)(?: would|'d) (?:rather|prefer)(?: to)? not\\b(?: (?:to )?(?:say|${TASK}))?(?=\\s*(?:$|[.,;!])| (?:that|this|on|to)\\b)`,
  "(?:i|we) (?:do not|don't|would not|wouldn't) feel comfortable\\b",
  "(?:i|we)(?: am|'m| are|'re) (?:unable to do|not able to do) \\w+",
  `(?:this|that|your|the|such an?) (?:request|prompt|task|content|topic)\\b[^.!?]{0,120}${REASON}`,
  "(?:my|our) (?:guidelines|programming|policies|instructions|training|creators)\\b[^.!?]{0,80}(?:not|prevent|prohibit|forbid)",
  `(?:it (?:would be|is)|it's) (?:inappropriate|unethical|against my|not (?:appropriate|ethical|possible) (?:for me|to ${TASK}))`,
  "(?:no comment|request (?:denied|refused|declined)|declined|refused)(?=\\W*$)",
]);

/** Phrases that are refusals only after an apology. */
export const declinePatternsAfterSorry = createPatterns([
  `(?:this|that|it|your|the)\\b[^.!?]{0,120}${REASON}`,
  `(?:i|we) ?${CANNOT}(?=\\W*$)`,
]);

/** Phrases that are refusals only if the speaker says that it is a machine. */
export const declinePatternsAsMachine = createPatterns([
  `(?:i|we) ?${ADVERBS}(?:${CANNOT}|do not|don't|lack|have no|am not|'m not|never|must not)\\b`,
]);

export const unknownPatterns = createPatterns([
  `(?:i|we) ?${ADVERBS}(?:do not|don't|dont|did not|didn't|cannot|can't|could not)${ADVERBS} ?know\\b${NOT_KNOWN}`,
  `(?:i|we|one|you) ?${ADVERBS}${CANNOT}${ADVERBS} ?(?:[\\w']+ ){0,2}?${FIND_OUT}\\b`,
  "(?:i|we) (?:do not|don't) (?:have|see|find) (?:enough|sufficient|any|access|the)\\b",
  "(?:i (?:have|'ve)|i've) (?:absolutely )?no (?:idea|clue|information|way (?:of|to)|answer)\\b",
  "(?:i(?: am|'m) )?(?:not (?:\\w+ )?(?:sure|certain)|unsure|uncertain)\\b",
  "(?:no (?:idea|clue)|unanswerable|undetermined|indeterminate|undecidable|not applicable|n\\/?a)(?=\\W*$)",
  "(?:unknown|unclear|ambiguous)(?=\\W*$| (?:from|based|because|as|since|in|to|who|what|where|whether|if)\\b)",
  "(?:it|this|that|there|the (?:answer|correct answer|question|location|reason)|(?:her|his|their) \\w+)(?:'s| is| was| remains| are)? (?:(?:really|currently|simply|still) )*(?:unclear|unknown|impossible to|undetermined|ambiguous|unanswerable|uncertain|hard to (?:say|tell|know)|difficult to (?:say|tell|know)|no way (?:to|of)|not (?:enough|sufficient|clear|known|stated|mentioned|specified|given|possible to|explicitly|sure|provided|determinable|answerable|said|indicated|revealed))\\b",
  "(?:it|this|that|the (?:answer|question)) (?:cannot|can't|can not|could not|couldn't) (?:\\w+ )?be (?:\\w+ )?(?:determined|known|answered|inferred|decided|said|told|established|concluded)\\b",
  "(?:cannot|can't|can not|could not) (?:be )?(?:determined?|known|answer(?:ed)?|say|tell|infer(?:red)?|decided?)\\b",
  "(?:there (?:is|'s|isn't|is not) |there's )?(?:not enough|insufficient|no(?:t)? sufficient)\\b",
  "not (?:explicitly |directly |clearly )?(?:stated|specified|mentioned|given|known|clear|available|determinable|possible to (?:say|tell|know|determine)|provided|answerable)(?=\\W*$| (?:in|by|from|based|information|to)\\b)",
  `the (?:\\w+ )?${MATERIAL}\\b(?: \\w+){0,4}? (?:(?:gives?|provides?|contains?|offers?) no|lacks|leaves (?:it|this|that) (?:open|unclear)|is (?:unclear|ambiguous|silent|insufficient|not (?:enough|sufficient|clear))|(?:does not|doesn't|did not|didn't|do not|don't|never) (?:\\w+ ){0,2}?(?:say|tell|states?|specif(?:y|ies)|mentions?|provides?|gives?|indicates?|reveals?|explains?|clarif(?:y|ies)|contain|include|make|answers?|describes?|discloses?))\\b`,
  "(?:impossible|no way|hard) to (?:say|tell|know|determine|answer|decide)\\b",
]);

/** Shows that the speaker is a character in a story. */
export const reportedSpeech =
  /^[\s,;!?"”»]*(?:(?:he|she|they|i|the \p{L}+|\p{L}[\p{L}'-]*) )?(?:said|says|asked|cried|whispered|shouted|replied|answered|added|murmured|muttered|thought|wrote|told|explained|exclaimed|insisted|sighed|laughed|repeated|announced|declared)\b/iu;

/** Connectives from a refusal to an answer. */
export const answerConnectives =
  /(?:^|[\s,;.!?\u3001\u3002\uff0c\u2013\u2014-])(?:but|however|though|that said|that being said|having said that|nevertheless|nonetheless|still,|anyway|if i (?:had|have|must|were)(?: to)? (?:guess|choose|answer|pick|say)|(?:if )?forced to|my (?:best )?guess(?: is| would be)?|(?:the|my) (?:(?:correct|final|best|most likely) )*answer(?: is| would be| might be| may be| could be| should be|:)|so i(?:'d| would|'ll| will)? (?:say|guess|go|choose|pick|answer)|i(?:'d| would|'ll| will)? (?:guess|infer|suggest|assume|imagine|suppose)|most likely|probably|(?:aber|jedoch|pero|sin embargo|mais|cependant|mas|por\u00e9m|maar|ale|\u043d\u043e|\u043e\u0434\u043d\u0430\u043a\u043e)(?!\p{L})|\u4f46\u662f?|\u4e0d\u8fc7|\u4e0d\u904e|\u3057\u304b\u3057|\ud558\uc9c0\ub9cc|\uadf8\ub7ec\ub098|\u0644\u0643\u0646)[\s,:\uff0c\u3001]*/giu;

/** Offers, questions or reasons. They are no answer, even after a connective. */
export const offerPatterns =
  /^(?:(?:i|we) (?:(?:can|could|may|might)(?! (?:say|infer|conclude|guess|tell you (?:that|it|he|she|they))\b)|would be|am (?:happy|glad|able|here|available|willing)|will (?:try|do my)|hope|recommend|encourage|appreciate|understand)|(?:i'd|i'm|we'd|i'll) (?:be )?(?:happy|glad|able|here|love|available|willing|try|do my)|(?:you|please|feel free|let me|let us|let's|perhaps you|maybe you|is there|are there|would you|could you|can you|do you|thank|thanks|good|sorry|consider|try|consult|here (?:is|are) (?:some|a few)|how about|what about|because|since|as|if (?:you|there|it))\b|.{0,80}\b(?:guidelines|policy|policies|my training)\b)/iu;

/** Other sentences that may follow a refusal without being an answer. */
export const refusalContinuation = new RegExp(
  `^(?:(?:this|that|it|your|the (?:request|task|prompt|question)|such|my|our|i|we|there|more|further|additional|without|any|they|neither|either|both|no|not)\\b|it's|the (?:\\w+ )?${MATERIAL})`,
  "iu",
);
