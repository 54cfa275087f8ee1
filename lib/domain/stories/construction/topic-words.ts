import { wordTexts } from "../../words/words.ts";
import { contentWords } from "../artefacts/item-artefacts.ts";

/**
 * English content words that do not indicate the topic of a story, because they occur in most stories. In other
 * languages, all words count as topic words, which only increases similarity.
 */
const everydayWords = new Set(
  `across afterwards against almost alone along already although always among another anybody anyone anything around asked
  asking ask away back became become because began begin behind below beside better between call called came can can't cannot
  come couldn't day didn't doesn't don't done during either else end enough even evening ever everybody everyone everything
  far felt few find first found full gave get give go goe going gone good got hadn't hand happened hardly he'd he'll head
  heard herself himself home how however i'd i'll i'm i've inside instead it's itself keep kept knew know known last later
  least leave left less let life like little long look looked looking lot made make man many maybe me mean mine moment morning
  much myself near nearly never new next night nobody none nothing often old one open opened other outside part people perhap
  place put quickly quite rather really right said saw say see seem seemed seen set she'd she'll she since slowly small
  somebody someone something sometime soon stand still stood stop story straight such suddenly take taken that themselve thing
  think though thought three through time today together told tomorrow took toward tried turn turned two until up upon us use
  used voice wait waited walk walked want wanted wasn't watched way we'll went weren't whatever whether while whole why within
  woman won't word work world wouldn't year yesterday yet young`.split(/\s+/u),
);

/** The distinct topic words of a text, without endings; all its words if it has no topic words. */
export function topicWords(text: string): Set<string> {
  const topic = contentWords(text).filter((word) => word.length > 1 && !everydayWords.has(word));
  return new Set((topic.length > 0 ? topic : wordTexts(text)).flatMap(stripEnding));
}

/** Scripts that do not separate words by spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/**
 * Removes endings, so that "walked" and "walking", "story" and "stories" count as shared words. In scripts without
 * spaces, returns all pairs of adjacent characters.
 */
function stripEnding(word: string): string | string[] {
  if (UNSPACED.test(word) && word.length > 2)
    return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  return word.replace(/(?<=[a-z]{3})(?:ing|ied|ie|ed|es|ly|y|e)$/u, "");
}
