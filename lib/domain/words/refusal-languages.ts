/**
 * Beginnings of common refusals in other languages: `declined` if the speaker refuses, `unknown` if the speaker does
 * not know.
 */
const languages: readonly { declined: string; unknown: string }[] = [
  {
    declined:
      "(?:lo siento|disculpa|perd[oó]n)[^.!?]{0,80}no (?:puedo|me es posible)|no puedo (?:ayudar|responder|contestar|proporcionar|cumplir|hacer|continuar|escribir)|como (?:modelo de lenguaje|una? (?:ia|inteligencia artificial))[^.!?]{0,60}no\\b|debo (?:rechazar|negarme)|lo siento(?=\\W*$)",
    unknown:
      "(?:yo )?no (?:lo )?sé(?=\\W*$| (?:la|qué|quién|dónde|cuál|si|por))|no (?:se puede|puedo) (?:saber|determinar|decir)|no hay (?:suficiente )?información",
  },
  {
    declined:
      "(?:je (?:suis|regrette)[^.!?]{0,12})?désolée?[^.!?]{0,80}ne (?:peux|puis|suis)|je ne (?:peux|puis)(?: malheureusement)? pas (?:\\p{L}+ )?(?:aider|répondre|fournir|écrire|faire|accéder|satisfaire)|en tant qu(?:'ia|'intelligence artificielle|e modèle de langage)[^.!?]{0,60}(?:ne|n')|je dois (?:décliner|refuser)|(?:je suis )?désolée?(?=\\W*$)",
    unknown:
      "je ne sais pas|je l'ignore|aucune idée|(?:il est )?impossible (?:de|à) (?:dire|savoir|déterminer)|on ne (?:peut|sait) pas",
  },
  {
    declined:
      "(?:es )?tut mir (?:sehr )?leid[^.!?]{0,100}(?:nicht|kein)|entschuldigung[^.!?]{0,80}(?:nicht|kein)|(?:leider )?(?:kann|darf|möchte|werde) ich[^.!?]{0,60}nicht[^.!?]{0,20}(?:helfen|beantworten|antworten|schreiben|erfüllen|tun|unterstützen)|ich (?:kann|darf|möchte|werde)[^.!?]{0,60}nicht[^.!?]{0,20}(?:helfen|beantworten|antworten|schreiben|erfüllen|tun|unterstützen)|als (?:ki|künstliche intelligenz|(?:ki-)?sprachmodell)[^.!?]{0,60}(?:nicht|kein)|ich muss (?:ablehnen|das ablehnen)|(?:es )?tut mir leid(?=\\W*$)",
    unknown:
      "(?:ich weiß|das weiß ich|weiß ich|weiß)(?: (?:es|das|ich))? (?:leider )?nicht|keine ahnung|(?:das |es )?(?:ist )?(?:nicht bekannt|unbekannt|unklar)(?=\\W*$)|das (?:lässt|geht)[^.!?]{0,40}nicht",
  },
  {
    declined:
      "(?:mi dispiace|spiacente)[^.!?]{0,80}non (?:posso|sono)|non posso (?:aiutar|rispond|fornir|scriver|soddisfar)|come (?:modello linguistico|(?:una )?ia|intelligenza artificiale)[^.!?]{0,60}non|devo (?:rifiutare|declinare)|mi dispiace(?=\\W*$)",
    unknown:
      "(?:io )?non (?:lo )?so(?=\\W*$| (?:la|che|chi|dove|quale|se|perché))|non (?:è possibile|si può) (?:sapere|dire|determinare)",
  },
  {
    declined:
      "(?:me )?(?:desculpe|sinto muito|lamento)[^.!?]{0,80}não (?:posso|consigo)|não (?:posso|consigo) (?:ajudar|responder|fornecer|escrever|fazer|atender)|como (?:um )?modelo de linguagem[^.!?]{0,60}não|devo recusar|(?:me )?desculpe(?=\\W*$)",
    unknown: "(?:eu )?não sei|não é possível (?:saber|dizer|determinar)|não há informação",
  },
  {
    declined:
      "(?:het )?spijt me[^.!?]{0,80}(?:niet|geen)|(?:helaas )?(?:ik kan|kan ik)[^.!?]{0,50}niet[^.!?]{0,20}(?:helpen|beantwoorden|antwoorden|schrijven)|als (?:ai|taalmodel)[^.!?]{0,60}(?:niet|geen)|ik moet (?:weigeren|afwijzen)",
    unknown: "(?:ik )?weet (?:ik )?(?:het )?niet|geen idee",
  },
  {
    declined:
      "(?:przykro mi|przepraszam|niestety)[^.!?]{0,80}nie (?:mogę|potrafię)|nie mogę (?:pomóc|odpowiedzieć|tego|napisać|udzielić)|muszę odmówić",
    unknown: "(?:ja )?nie wiem|nie wiadomo",
  },
  {
    declined:
      "(?:извините|простите|прошу прощения|к сожалению|мне жаль|сожалею)[^.!?]{0,80}не (?:могу|смогу|можем)|я не (?:могу|смогу) (?:\\p{L}+ )?(?:ответить|помочь|выполнить|написать|предоставить)|как (?:языковая модель|ии|искусственный интеллект)[^.!?]{0,60}не|я вынужден[аы]? отказать|извините(?=\\W*$)",
    unknown: "(?:я )?не знаю|невозможно (?:сказать|определить|узнать)|неизвестно(?=\\W*$)",
  },
  {
    declined: "(?:на жаль|вибачте|перепрошую)[^.!?]{0,80}не можу|я не можу (?:відповісти|допомогти)",
    unknown: "(?:я )?не знаю|невідомо(?=\\W*$)",
  },
  {
    declined:
      "(?:很|非常|十分)?(?:抱歉|对不起|對不起|遗憾|遺憾)[^。！？.!?]{0,40}(?:无法|無法|不能|不可以|没办法|不便)|我(?:无法|無法|不能|不可以|不便)(?:回答|帮助|幫助|提供|协助|協助|完成|满足|滿足|写|寫|为您)|(?:无法|無法|不能)(?:提供|协助|協助)|作为(?:一个|一名|一款)?[^。，,]{0,8}(?:ai|人工智能|语言模型)[^。！？]{0,20}(?:无法|不能|没有)|我(?:必须|只能|不得不)?拒绝|(?:很|非常)?(?:抱歉|对不起|對不起)(?=[\\W。！]*$)",
    unknown:
      "我?(?:也)?不(?:知道|清楚|确定|確定)|我?(?:无法|無法|不能)(?:确定|確定|判断|判斷|得知|回答|知道)|(?:不明|未知|不详)(?=[\\W。]*$)|(?:信息|資訊|资料)不足|没有足够",
  },
  {
    declined:
      "(?:大変|誠に)?(?:申し訳|すみません|すいません|ごめんなさい|恐れ入り)[^。]{0,60}(?:できません|できない|できかね|いたしかね|お答え)|(?:お答え|回答|お手伝い|対応)[^。]{0,12}(?:できません|できかねます|いたしかねます)|aiとして[^。]{0,40}(?:できません|ません)|お断り(?:し|いたし)ます|(?:申し訳(?:ありません|ございません)|ごめんなさい)(?=[\\W。]*$)",
    unknown:
      "(?:私には|それは)?(?:わかりません|分かりません|わからない|分からない)|(?:不明|不明です)(?=[\\W。]*$)|判断できません|情報が(?:不足|足り)",
  },
  {
    declined:
      "(?:정말 )?(?:죄송|미안)[^.!?]{0,60}(?:없습니다|없어요|없네요|못)|(?:답변|대답|도움|도와)[^.!?]{0,20}(?:수 없|수가 없|못)|(?:죄송합니다|미안합니다)(?=\\W*$)|거절(?:하겠|합니다)",
    unknown: "(?:저는 |잘 )?(?:모르겠|모릅니다|몰라요)|알 수 없",
  },
  {
    declined:
      "(?:آسف|عذرا|عذراً|أعتذر|للأسف)[^.!؟]{0,60}لا (?:أستطيع|يمكنني)|لا (?:أستطيع|يمكنني) (?:المساعدة|الإجابة|مساعدتك|تقديم)",
    unknown: "(?:أنا )?لا (?:أعرف|أعلم|أدري)|غير معروف",
  },
  {
    declined:
      "(?:क्षमा करें|माफ़ कीजिए|माफ कीजिए|मुझे खेद है)[^।!?]{0,60}(?:नहीं|असमर्थ)|मैं[^।!?]{0,40}(?:मदद|उत्तर|जवाब)[^।!?]{0,20}नहीं",
    unknown: "मुझे (?:नहीं पता|पता नहीं)|मैं नहीं जानत[ाी]|पता नहीं",
  },
  {
    declined:
      "(?:üzgünüm|maalesef|özür dilerim)[^.!?]{0,60}(?:emiyorum|amıyorum|amam|emem)|(?:yardımcı ol|cevap ver|yanıt ver)amam",
    unknown: "(?:ben )?bilmiyorum|bilinmiyor(?=\\W*$)",
  },
  {
    declined:
      "(?:jag är |jeg er )?(?:ledsen|tyvärr|beklager|desværre|dessverre|undskyld)[^.!?]{0,60}(?:inte|ikke)|(?:jag|jeg) kan (?:tyvärr |desværre |dessverre )?(?:inte|ikke) (?:\\p{L}+ )?(?:hjälpa|svara|hjælpe|hjelpe|svare|besvare)",
    unknown: "(?:jag|jeg) (?:vet|ved) (?:det )?(?:inte|ikke)",
  },
  {
    declined:
      "(?:je mi líto|omlouvám se|bohužel)[^.!?]{0,60}(?:nemohu|nemůžu)|nemohu (?:odpovědět|pomoci)|(?:sajnálom|elnézést)[^.!?]{0,60}nem|(?:îmi pare rău|scuze)[^.!?]{0,60}nu pot|(?:anteeksi|valitettavasti|olen pahoillani)[^.!?]{0,60}en (?:voi|pysty)|(?:λυπάμαι|συγγνώμη)[^.!;]{0,60}δεν μπορώ|(?:xin lỗi|rất tiếc)[^.!?]{0,60}không thể|(?:maaf)[^.!?]{0,60}tidak (?:bisa|dapat)|(?:ขอโทษ|ขออภัย)[^.!?]{0,60}ไม่(?:สามารถ|ได้)|(?:סליחה|מצטער|מצטערת)[^.!?]{0,60}(?:לא|אינני)",
    unknown:
      "nevím|nem tudom|nu știu|en tiedä|δεν (?:ξέρω|γνωρίζω)|(?:tôi )?không biết|(?:saya )?tidak tahu|ไม่(?:ทราบ|รู้)|(?:אני )?לא יודעת?",
  },
];

const declined = new RegExp(`^(?:${languages.map((one) => one.declined).join("|")})`, "iu");
// In scripts with lower-case letters, the phrase must not continue within a word.
const unknown = new RegExp(`^(?:${languages.map((one) => one.unknown).join("|")})(?![\\p{Ll}])`, "iu");

/** Finds a refusal in a language other than English at the beginning of a folded text. */
export function findLanguageRefusal(text: string): { kind: "declined" | "unknown"; length: number } | null {
  for (const [kind, pattern] of [
    ["declined", declined],
    ["unknown", unknown],
  ] as const) {
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > 0) return { kind, length };
  }
  return null;
}
