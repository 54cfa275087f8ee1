import { tableOf } from "./messages.ts";

type Words = Readonly<Record<string, string>>;

/**
 * Which of the item kinds' own words a study was made with. In the second, instructions follow a reversed order of the
 * answers, and the sentences of display conditions, of the kind `choice` and of practice items are translated.
 */
export type WordsEdition = 1 | 2;
export const newestWords = 2 satisfies WordsEdition;

/**
 * What the item kinds say by themselves, in the languages that have a table, by kind and key; English is in the kinds.
 * A study's own wording always comes first.
 */
const wordings: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  de: {
    "true-false": {
      readInstruction: "Bitte lesen Sie die folgende Geschichte zweimal im Stillen.",
      answerInstruction:
        "Bitte antworten Sie anhand der gegebenen Informationen und Ihres eigenen Verständnisses der Geschichte.",
      contextFreeInstruction: "Zu dieser Aussage gibt es keine Geschichte. Bitte beurteilen Sie sie für sich allein.",
      questionTrueFirst: "Halten Sie die folgende Aussage für wahr oder für falsch?",
      questionFalseFirst: "Halten Sie die folgende Aussage für falsch oder für wahr?",
      trueLabel: "Wahr",
      falseLabel: "Falsch",
    },
    "yes-no": {
      readInstruction: "Bitte lesen Sie dies.",
      noExpressionInstruction: "Die nächste Frage steht für sich allein.",
      answerInstruction: "Beantworten Sie die Frage mit Ja oder Nein.",
      answerInstructionNoFirst: "Beantworten Sie die Frage mit Nein oder Ja.",
      yesLabel: "Ja",
      noLabel: "Nein",
      dontKnowLabel: "Ich weiß es nicht",
    },
    "two-choice": {
      readInstruction: "Bitte lesen Sie die folgende Geschichte.",
      answerInstruction: "Bitte antworten Sie anhand der Informationen in der Geschichte.",
      displayKnowledge: "Eine Stelle der Geschichte ist hervorgehoben.",
      displayAttention:
        "Achten Sie darauf, was jede Figur in jedem Augenblick wissen kann: was sie gesehen, gehört oder erfahren hat und was sie nicht wissen konnte.",
    },
    consistency: {
      readInstruction: "Bitte lesen Sie die folgende Geschichte aufmerksam.",
      answerInstruction: "Wenn es einen logischen Fehler gibt, wählen Sie die Wörter aus, die falsch sind.",
      consistentLabel: "Nein, die Geschichte ist stimmig",
      errorLabel: "Ja, es gibt einen logischen Fehler",
      displayEvent:
        "Ein Ereignis ist hervorgehoben. Entscheiden Sie, ob dieses Ereignis einen logischen Fehler enthält.",
      displayEventKnowledge:
        "Zwei Stellen sind hervorgehoben: ein Ereignis und etwas, das vorher in der Geschichte erzählt wird. Entscheiden Sie, ob das Ereignis angesichts der anderen Stelle einen logischen Fehler enthält.",
      displayAttention:
        "Achten Sie darauf, was jede Figur in jedem Augenblick wissen kann: was sie gesehen, gehört oder erfahren hat und was sie nicht wissen konnte.",
    },
    "open-text": {
      readInstruction: "Bitte lesen Sie den folgenden Text.",
      noStoryInstruction: "Die nächste Frage steht für sich allein.",
      answerInstruction: "Bitte antworten Sie mit wenigen Worten.",
    },
    choice: {
      readInstruction: "Bitte lesen Sie den folgenden Text.",
      noStoryInstruction: "Die nächste Frage steht für sich allein.",
      answerInstruction: "Bitte wählen Sie eine Antwort.",
    },
  },
  "zh-Hans": {
    "true-false": {
      readInstruction: "请将下面的故事默读两遍。",
      answerInstruction: "请根据所给的信息和您自己对故事的理解作答。",
      contextFreeInstruction: "这条陈述没有对应的故事。请仅就陈述本身作出判断。",
      questionTrueFirst: "您认为下面的陈述是真的还是假的？",
      questionFalseFirst: "您认为下面的陈述是假的还是真的？",
      trueLabel: "真",
      falseLabel: "假",
    },
    "yes-no": {
      readInstruction: "请阅读以下内容。",
      noExpressionInstruction: "下一个问题是独立的。",
      answerInstruction: "请用“是”或“否”回答问题。",
      answerInstructionNoFirst: "请用“否”或“是”回答问题。",
      yesLabel: "是",
      noLabel: "否",
      dontKnowLabel: "我不知道",
    },
    "two-choice": {
      readInstruction: "请阅读下面的故事。",
      answerInstruction: "请根据故事中的信息作答。",
      displayKnowledge: "故事中有一处被标出。",
      displayAttention: "请注意每个人物在每一时刻能够知道什么：他们看到、听到或被告知了什么，以及他们不可能得知什么。",
    },
    consistency: {
      readInstruction: "请仔细阅读下面的故事。",
      answerInstruction: "如果有逻辑错误，请选择有错误的词。",
      consistentLabel: "没有，故事前后一致",
      errorLabel: "有，存在逻辑错误",
      displayEvent: "有一个事件被标出。请判断该事件是否包含逻辑错误。",
      displayEventKnowledge:
        "有两处被标出：一个事件，以及故事前文讲到的内容。请结合另一处内容，判断该事件是否包含逻辑错误。",
      displayAttention: "请注意每个人物在每一时刻能够知道什么：他们看到、听到或被告知了什么，以及他们不可能得知什么。",
    },
    "open-text": {
      readInstruction: "请阅读下面的文字。",
      noStoryInstruction: "下一个问题是独立的。",
      answerInstruction: "请用几个词回答。",
    },
    choice: {
      readInstruction: "请阅读下面的文字。",
      noStoryInstruction: "下一个问题是独立的。",
      answerInstruction: "请选择一个答案。",
    },
  },
  ar: {
    "true-false": {
      readInstruction: "يُرجى قراءة القصة التالية مرتين في سرّك.",
      answerInstruction: "يُرجى الإجابة بناءً على المعلومات المعطاة وفهمك الخاص للقصة.",
      contextFreeInstruction: "لا توجد قصة لهذه العبارة. يُرجى الحكم عليها بمفردها.",
      questionTrueFirst: "هل تعتقد أن العبارة التالية صحيحة أم خاطئة؟",
      questionFalseFirst: "هل تعتقد أن العبارة التالية خاطئة أم صحيحة؟",
      trueLabel: "صحيحة",
      falseLabel: "خاطئة",
    },
    "yes-no": {
      readInstruction: "يُرجى قراءة ما يلي.",
      noExpressionInstruction: "السؤال التالي مستقل بذاته.",
      answerInstruction: "أجب عن السؤال بنعم أو لا.",
      answerInstructionNoFirst: "أجب عن السؤال بلا أو نعم.",
      yesLabel: "نعم",
      noLabel: "لا",
      dontKnowLabel: "لا أعرف",
    },
    "two-choice": {
      readInstruction: "يُرجى قراءة القصة التالية.",
      answerInstruction: "يُرجى الإجابة بناءً على المعلومات الواردة في القصة.",
      displayKnowledge: "أحد مواضع القصة مميَّز.",
      displayAttention:
        "انتبه إلى ما يمكن أن تعرفه كل شخصية في كل لحظة: ما رأته أو سمعته أو أُخبرت به، وما لم يكن بوسعها أن تعلمه.",
    },
    consistency: {
      readInstruction: "يُرجى قراءة القصة التالية بعناية.",
      answerInstruction: "إذا كان هناك خطأ منطقي فحدّد الكلمات الخاطئة.",
      consistentLabel: "لا، القصة متماسكة",
      errorLabel: "نعم، يوجد خطأ منطقي",
      displayEvent: "أحد الأحداث مميَّز. قرّر هل يحتوي هذا الحدث على خطأ منطقي.",
      displayEventKnowledge:
        "هناك موضعان مميَّزان: حدث، وشيء ذُكر قبله في القصة. قرّر هل يحتوي الحدث على خطأ منطقي في ضوء الموضع الآخر.",
      displayAttention:
        "انتبه إلى ما يمكن أن تعرفه كل شخصية في كل لحظة: ما رأته أو سمعته أو أُخبرت به، وما لم يكن بوسعها أن تعلمه.",
    },
    "open-text": {
      readInstruction: "يُرجى قراءة النص التالي.",
      noStoryInstruction: "السؤال التالي مستقل بذاته.",
      answerInstruction: "يُرجى الإجابة ببضع كلمات.",
    },
    choice: {
      readInstruction: "يُرجى قراءة النص التالي.",
      noStoryInstruction: "السؤال التالي مستقل بذاته.",
      answerInstruction: "يُرجى اختيار إجابة واحدة.",
    },
  },
};

/**
 * The words that a study of the first edition does not have: its participants read them in English, or not at all. What
 * an opened study shows, and with it the fingerprints of its stimuli, does not change with a new version of Parallax.
 */
const addedInSecond: Readonly<Record<string, readonly string[]>> = {
  "yes-no": ["answerInstructionNoFirst"],
  consistency: ["displayEvent", "displayEventKnowledge", "displayAttention"],
  choice: ["readInstruction", "noStoryInstruction", "answerInstruction"],
};

/** What a kind says in a language; empty for English and for languages without a table, where the kind's own words hold. */
export function itemWording(kind: string, language: string, edition: WordsEdition): Words {
  const table = wordings[tableOf(language) ?? "en"];
  const words = table && Object.hasOwn(table, kind) ? (table[kind] as Words) : {};
  if (edition >= 2) return words;
  return Object.fromEntries(Object.entries(words).filter(([name]) => !addedInSecond[kind]?.includes(name)));
}
