import type { KindTexts, Messages } from "./en.ts";

/** German, formal address. */
export const de: Messages = {
  skip: "Zum Inhalt springen",
  contact: "Fragen? {contact}",
  withdraw: "Teilnahme widerrufen",
  languages: "Sprache",
  answerTitle: "Ihre Antwort",
  confidenceTitle: "Wie sicher sind Sie?",
  numberedTitle: "{title}: {item, number} von {items, number}",
  practiceTitle: "Übung: {title}",
  progress: "Schritt {current, number} von {total, number}",
  theStory: "Die Geschichte",
  sameStory: "Dieselbe Geschichte wie eben",
  highlightedEvent: "hervorgehobenes Ereignis",
  highlightedText: "hervorgehobene Stelle",

  continue: "Weiter",
  saveAnswer: "Weiter",
  theStatement: "Die Aussage",
  youAnswered: "Ihre Antwort:",
  dontKnow: "Ich weiß es nicht",
  howSure: "Wie sicher sind Sie sich?",
  sureShare: "{share, number} %",
  writeNumber: "Bitte schreiben Sie eine Zahl.",
  wholeNumber: "Bitte schreiben Sie eine ganze Zahl.",
  numberAtLeast: "Bitte schreiben Sie eine Zahl ab {minimum, number}.",
  numberAtMost: "Bitte schreiben Sie eine Zahl bis {maximum, number}.",
  numberBetween: "Bitte schreiben Sie eine Zahl von {minimum, number} bis {maximum, number}.",
  notChosenYet: "Noch nicht gewählt",
  optional: "(freiwillig)",
  ethicsApproval: "Ethikvotum: {institution}, Nr. {number}, {date}",
  tickBox: "Bitte kreuzen Sie dieses Feld an oder entscheiden Sie sich gegen die Teilnahme.",
  readAgain: "Nicht jede Antwort war richtig. Bitte lesen Sie das noch einmal; danach werden Sie wieder gefragt.",
  answerAgain: "Nicht jede Antwort war richtig. Bitte antworten Sie noch einmal.",
  shownAfter: "Gezeigt nach Aufgabe {item, number}",
  practiceRight: "Das ist richtig.",
  practiceAgain: "Das ist nicht richtig. Bitte versuchen Sie es noch einmal.",
  practiceWrong: "Das ist nicht richtig.",
  checkPassed: "Bestanden",
  checkMissed: "Nicht bestanden",
  boxTicked: "Angekreuzt",
  boxNotTicked: "Nicht angekreuzt",
  limitNote: "Höchstens {limit, plural, one {# Zeichen} other {# Zeichen}}.",
  lengthNow: "{length} von {limit} Zeichen",

  problemsTitle: "Bitte prüfen Sie diese Seite",
  problemOf: "{question} – {problem}",
  chooseOne: "Bitte wählen Sie eine Antwort.",
  notOffered: "Bitte wählen Sie eine der angebotenen Antworten.",
  answerQuestion: "Bitte beantworten Sie diese Frage.",
  writeSomething: "Bitte schreiben Sie ein paar Worte.",
  tooLong:
    "Ihr Text ist um {over, plural, one {# Zeichen} other {# Zeichen}} zu lang. Es wurde nichts abgeschnitten: Bitte kürzen Sie ihn auf höchstens {limit, number}.",
  notStorable: "Dieser Text enthält Zeichen, die nicht gespeichert werden können. Bitte schreiben Sie ihn ohne sie.",

  whereIsTheError: "Wo ist der Fehler?",
  tapSentences:
    "Tippen Sie auf jeden Satz, der falsch ist. Wenn die Geschichte stimmig ist, lassen Sie alle unverändert.",
  tapWords: "Sie können auch auf einzelne Wörter tippen, wenn nur ein Teil des Satzes falsch ist.",
  wordsOfSentence: "Wörter des ausgewählten Satzes",
  wholeSentence: "Den ganzen Satz auswählen",
  nothingSelected: "Nichts ist ausgewählt.",
  wordsSelected: "Ausgewählte Wörter: {count}",
  selectWords: "Bitte wählen Sie den Satz oder die Wörter aus, die falsch sind.",
  selectedWithoutError:
    "Sie haben Wörter ausgewählt, aber angegeben, dass es keinen Fehler gibt. Bitte ändern Sie eines von beiden.",
  selectionUnfit: "Die Auswahl passt nicht zur Geschichte. Bitte wählen Sie noch einmal aus.",

  dwellBefore:
    "Bitte nehmen Sie sich Zeit. Nach {seconds, plural, one {# Sekunde} other {# Sekunden}} auf dieser Seite geht es weiter.",
  dwellLeft: "Bitte nehmen Sie sich Zeit. In {seconds, plural, one {# Sekunde} other {# Sekunden}} geht es weiter.",
  dwellTicking: "In {time} geht es weiter.",
  dwellOver: "Sie können jetzt weitergehen.",
  playBefore:
    "Bitte spielen Sie die ganze Aufnahme ab. Frühestens nach {seconds, plural, one {# Sekunde} other {# Sekunden}} geht es weiter.",
  playFirst: "Bitte spielen Sie zuerst die ganze Aufnahme ab.",

  timeTitle: "Zeit für jede Frage",
  timeText:
    "Für jede der folgenden Fragen haben Sie {seconds, plural, one {# Sekunde} other {# Sekunden}}. Die Zeit beginnt, wenn die Frage erscheint, und die Seite zeigt, wie viel davon übrig ist. Ist sie vorbei, wird das bis dahin Eingegebene als „nicht rechtzeitig“ gespeichert, und die Studie geht von selbst weiter. Sie können mehr Zeit oder kein Zeitlimit wählen; Ihre Antworten zählen dann genauso.",
  timeQuestion: "Wie viel Zeit möchten Sie haben?",
  timeStandard: "Das Zeitlimit: {seconds, plural, one {# Sekunde} other {# Sekunden}} für jede Frage",
  timeDouble: "Die doppelte Zeit: {seconds, plural, one {# Sekunde} other {# Sekunden}} für jede Frage",
  timeNone: "Kein Zeitlimit",
  timeRemaining: "Für diese Frage haben Sie noch {seconds, plural, one {# Sekunde} other {# Sekunden}}.",
  timeOver: "Die Zeit ist vorbei. Bitte fahren Sie fort; Ihre Eingabe wird als „nicht rechtzeitig“ gespeichert.",
  timeTicking: "noch {time}",
  timeWasOver: "Ihre vorige Antwort kam nach Ablauf der Zeit. Ihre Eingabe ist als „nicht rechtzeitig“ gespeichert.",
  dataNotInTime: "Nicht rechtzeitig",

  saved: "Gespeichert.",
  notSavedYet: "Noch nicht gespeichert. Bitte lassen Sie diese Seite offen; es wird von selbst noch einmal gesendet.",
  downloadAnswers: "Meine Antworten herunterladen",
  reloadPage: "Etwas ist schiefgegangen. Bitte laden Sie diese Seite neu.",
  placeKept: "Wenn Sie unterbrechen müssen, kommen Sie hierher zurück. Ihr Platz bleibt bis {time} für Sie frei.",
  placeLost:
    "Sie waren eine Weile fort, deshalb wurde Ihr Platz jemand anderem angeboten. Sie können trotzdem zu Ende machen, und Ihre Antworten werden aufbewahrt.",
  alreadyStarted: "Sie haben hier schon angefangen.",
  continueHere: "Dort weitermachen, wo Sie aufgehört haben",
  alreadyFinished: "Sie sind hier schon fertig.",
  showEnd: "Die letzte Seite noch einmal zeigen",
  yourCode: "Ihr Code:",
  finishOn: "Bei {recruiter} abschließen",
  redirectSoon: "Ihre Antworten sind gespeichert. Sie werden in wenigen Sekunden von selbst zu {recruiter} geleitet.",
  redirectDeclined: "In wenigen Sekunden werden Sie von selbst zu {recruiter} geführt.",
  stayHere: "Auf dieser Seite bleiben",
  codeFallback: "Wenn nichts geschieht, geben Sie bei {recruiter} diesen Code ein:",
  returnOnProlific:
    "Bitte gehen Sie zu Prolific zurück und wählen Sie für diese Studie „Return“, damit Ihr Platz an jemand anderen geht. Sie brauchen keinen Code.",
  returnOnMturk:
    "Bitte gehen Sie zu MTurk zurück und wählen Sie „Return“, damit jemand anderes die Aufgabe übernehmen kann.",
  returnToSender:
    "Bitte gehen Sie zu dem Dienst zurück, der Sie hierher geschickt hat, und geben Sie diese Studie dort zurück, damit Ihr Platz an jemand anderen geht. Sie brauchen keinen Code.",
  goBackToSender: "Dorthin zurück, woher Sie gekommen sind",
  privatePage: "Ihre persönliche Seite",
  privatePageText:
    "zeigt, was über Sie gespeichert ist, und lässt Sie die Teilnahme später widerrufen. Wer ihre Adresse kennt, kann sie öffnen; behalten Sie sie deshalb für sich.",
  codeLater: "Ihr Code öffnet dieselbe Seite, in jedem Browser:",
  codeLaterOther:
    "Der Code, der dort steht, öffnet sie auch in jedem anderen Browser; es ist nicht der Code auf dieser Seite:",
  madeUp: "Erfunden.",
  isTrue: "Wahr.",
  dataTitle: "Was über Sie gespeichert ist",
  dataIntro: "Das hat die Studie {study} von Ihrem Besuch gespeichert.",
  dataStudyPart: "Ihr Weg durch die Studie",
  dataStarted: "Begonnen",
  dataEnded: "Beendet",
  dataOutcome: "Wie es endete",
  dataLanguage: "Sprache",
  dataPaid: "Als bezahlt vermerkt",
  dataReported: "Vom Dienst gemeldet, der Sie hierher geschickt hat",
  dataCode: "Ihr Code",
  dataCodeFor: "Code für diese Seite (nicht für {recruiter})",
  dataPerson: "Nummer, die {recruiter} Ihnen gegeben hat",
  dataParameter: "„{part}“ im Link, mit dem Sie kamen",
  dataPersonNone: "Von Ihnen ist keine Nummer gespeichert.",
  dataAnswers: "Ihre Antworten",
  dataConsentVersion: "Fassung des Textes, über den Sie entschieden haben",
  dataConsentHash: "Prüfsumme dieses Textes",
  dataConsentLanguage: "Sprache dieses Textes",
  dataNoAnswers: "Es sind keine Antworten gespeichert.",
  dataTimes:
    "Außerdem ist gespeichert, welche Texte Ihnen in welcher Reihenfolge gezeigt wurden, und zu jeder Seite, wie lange sie offen und wie lange sie sichtbar war und wie oft Sie sie verlassen haben.",
  dataNetwork:
    "Ein verschlüsseltes Zeichen Ihrer Netzverbindung ist gespeichert, um zu zählen, wie viele Menschen aus einem Netz teilnehmen. Es enthält keine Adresse.",
  dataErased:
    "Ihre Antworten und alles, was sagte, wer Sie sind, wurden am {date} gelöscht. Es bleibt, dass jemand teilgenommen hat: der Code, die Zeiten, die Sprache, wie es endete und ob bezahlt wurde.",
  dataKept: "Sie haben die Teilnahme widerrufen und wollten, dass Ihre bisherigen Antworten erhalten bleiben.",
  outcomeUnfinished: "Sie sind noch nicht fertig.",
  outcomeComplete: "Sie haben die Studie abgeschlossen.",
  outcomeScreenedOut: "Sie gehörten nicht zu der Gruppe von Menschen, die diese Studie sucht.",
  outcomeOverQuota: "Alle Plätze waren vergeben.",
  outcomeNoConsent: "Sie haben sich gegen eine Teilnahme entschieden.",
  outcomeQuality: "Die Studie endete vorzeitig wegen einer Ihrer Antworten.",
  outcomeWithdrawn: "Sie haben die Teilnahme widerrufen.",
  withdrawTitle: "Möchten Sie die Teilnahme widerrufen?",
  withdrawText:
    "Sie können die Studie jetzt verlassen, ohne einen Grund zu nennen. Bitte wählen Sie, was mit den Antworten geschieht, die Sie schon gegeben haben.",
  withdrawKeep: "Widerrufen und meine Antworten behalten",
  withdrawKeepText: "Sie werden nichts mehr gefragt. Ihre bisherigen Antworten bleiben in der Studie.",
  withdrawErase: "Widerrufen und meine Antworten löschen",
  withdrawHandInFirst:
    "Wenn Sie die Aufgabe auf MTurk noch nicht abgegeben haben, gehen Sie bitte zur letzten Seite zurück und tun Sie das zuerst. Nachdem Ihre Antworten gelöscht sind, kann sie von hier nicht mehr abgegeben werden.",
  withdrawEraseText:
    "Ihre Antworten und alles, was der Link eines Vermittlers oder Ihr Netz über Sie sagte, werden entfernt. Das lässt sich nicht rückgängig machen. Es bleibt, dass jemand teilgenommen hat: der Code, die Zeiten, die Sprache, wie es endete und ob bezahlt wurde.",
  backToStudy: "Zurück zur Studie",
  codePageTitle: "Sehen, was über Sie gespeichert ist",
  codePageText:
    "Geben Sie den Code ein, den Sie am Ende der Studie erhalten haben. Wenn dies der Code eines Vermittlers war, geben Sie stattdessen den Code ein, der auf Ihrer persönlichen Seite steht.",
  codeField: "Ihr Code",
  codeLookUp: "Nachsehen",
  codeUnknown: "Diesen Code gibt es in dieser Studie nicht. Bitte prüfen Sie Buchstaben und Ziffern.",
  unknownStudyTitle: "Hier gibt es keine Studie",
  unknownStudyText:
    "Der Link ist vielleicht unvollständig, oder die Studie hat noch nicht begonnen. Bitte prüfen Sie den Link, den Sie bekommen haben.",
  pausedTitle: "Die Studie macht Pause",
  pausedText:
    "Im Augenblick kann niemand anfangen. Bitte versuchen Sie denselben Link später noch einmal.\n\nWenn Sie schon angefangen hatten, gehen Sie zu der Seite zurück, auf der Sie waren: Sie können noch zu Ende machen.",
  closedTitle: "Die Studie ist beendet",
  closedText:
    "Diese Studie nimmt niemanden mehr auf. Danke für Ihr Interesse.\n\nWenn Sie schon angefangen hatten, gehen Sie zu der Seite zurück, auf der Sie waren: Sie können noch zu Ende machen.",
  waitTitle: "Bitte warten Sie einen Augenblick",
  waitText:
    "Alle passenden Plätze gehören gerade Menschen, die teilnehmen. Diese Seite fragt alle paar Sekunden von selbst nach und geht weiter, sobald ein Platz frei ist. Ihre bisherigen Antworten sind gespeichert. Spätestens um {time} ist ein Platz frei, wenn niemand weitermacht; Sie können die Seite auch schließen und dann wiederkommen.",
  waitStill: "Noch ist kein Platz frei ({time}).",
  previewTitle: "Das ist eine Vorschau",
  previewText:
    "Nehmen Sie zuerst die Aufgabe an. Dann öffnet sich hier die Studie. Was folgt, würde Ihnen zuerst gesagt.",
  unreadableTitle: "Dieser Link ist nicht lesbar",
  linkUnfilled:
    "Sein Teil „{part}“ wurde von dem Dienst, der Sie hierher geschickt hat, nicht ausgefüllt. Bitte öffnen Sie die Studie dort noch einmal, und wenden Sie sich dort an die Forschenden, wenn es dabei bleibt.",
  linkTwice:
    "Sein Teil „{part}“ ist mehrfach angegeben. Bitte benutzen Sie den Link genau so, wie Sie ihn bekommen haben.",
  linkUnreadable:
    "Sein Teil „{part}“ ist nicht lesbar. Bitte benutzen Sie den Link genau so, wie Sie ihn bekommen haben.",
  idNeededTitle: "Ihre Teilnehmernummer fehlt",
  idNeededText:
    "Diese Studie lässt sich nur von dem Dienst aus öffnen, der Sie eingeladen hat. Bitte gehen Sie dorthin zurück und öffnen Sie sie mit dem Link, den Sie bekommen haben.",
  idFormatTitle: "Diese Teilnehmernummer ist ungültig",
  idFormatText:
    "Die Nummer in Ihrem Link hat nicht die Form, die diese Studie erwartet. Bitte gehen Sie zu dem Dienst zurück, der Sie eingeladen hat, und öffnen Sie die Studie mit dem Link genau so, wie Sie ihn bekommen haben.",
  signatureTitle: "Dieser Link ist ungültig",
  signatureText:
    "Der Link passt nicht zu Ihrer Teilnehmernummer, oder er ist zu alt. Bitte gehen Sie zu dem Dienst zurück, der Sie eingeladen hat, und öffnen Sie die Studie von dort noch einmal.",
  uncheckedTitle: "Dieser Link konnte noch nicht geprüft werden",
  uncheckedText:
    "Der Dienst, der Ihre Teilnehmernummer bestätigt, ist im Moment nicht erreichbar. Nichts ist verloren: Bitte warten Sie eine Minute und laden Sie diese Seite neu.",
  sourceTitle: "Zu dieser Studie wird auf anderem Weg eingeladen",
  sourceText:
    "Zu dieser Studie wird über einen anderen Dienst eingeladen. Bitte benutzen Sie den Link, den Sie dort bekommen haben.",
  networkFullTitle: "Aus Ihrem Netz nehmen gerade viele Menschen teil",
  networkFullText:
    "Aus Ihrem Netz nehmen gerade so viele Menschen teil, wie diese Studie zulässt, und haben noch nicht geantwortet. Diese Seite fragt alle paar Sekunden von selbst nach und geht weiter, sobald jemand von ihnen geantwortet oder aufgehört hat. Was Sie bisher beantwortet haben, ist gespeichert. Spätestens um {time} ist ein Platz frei; über eine andere Verbindung geht es vielleicht schneller.",
  deniedTitle: "Sie können hier nicht teilnehmen",
  deniedText:
    "Jemand mit Ihrer Teilnehmernummer war in einer Studie, deren Teilnehmende an dieser nicht teilnehmen können. Von diesem Besuch wurde nichts gespeichert. Danke für Ihr Interesse.",
  knownTitle: "Sie waren schon hier",
  knownText:
    "Jemand hat diese Studie mit Ihrer Teilnehmernummer schon begonnen, und jeder Mensch kann einmal teilnehmen.\n\nWenn Sie das waren, gehen Sie zu dem Browser und der Seite zurück, auf der Sie waren, oder öffnen Sie Ihre persönliche Seite: Dort können Sie weitermachen und Ihren Code wieder sehen. Wenn Sie das für einen Irrtum halten, wenden Sie sich über den Dienst, der Sie hierher geschickt hat, an die Forschenden.",
  knownTextMturk:
    "Jemand hat diese Aufgabe mit Ihrer Nummer als Worker schon begonnen, und jeder Mensch kann einmal teilnehmen.\n\nWenn Sie das waren, öffnen Sie die Aufgabe auf dem Gerät und in dem Browser, mit dem Sie begonnen haben: Dort wird Ihnen angeboten, weiterzumachen oder die letzte Seite noch einmal zu sehen. Wenn nichts angeboten wird, wählen Sie auf MTurk „Return“ und schreiben Sie dort den Auftraggebenden.",
  welcomeBackTitle: "Willkommen zurück",
  welcomeBackText:
    "Sie haben diese Studie schon begonnen. Sie können dort weitermachen, wo Sie aufgehört haben; alles, was Sie gesendet haben, ist gespeichert.",
  unknownSessionTitle: "Wir finden Ihre Seite nicht",
  unknownSessionText:
    "Zu dieser Adresse gibt es keine Teilnahme. Vielleicht wurde sie unvollständig kopiert. Bitte gehen Sie zu dem Link zurück, den Sie bekommen haben.",
  awayTitle: "Die Studie ist gerade nicht erreichbar",
  awayText:
    "Etwas auf unserer Seite antwortet nicht. Nichts, was Sie gesendet haben, ist verloren.\n\nBitte warten Sie einige Sekunden und versuchen Sie es dann noch einmal.",
  notSavedTitle: "Ihre Antwort ist noch nicht gespeichert",
  notSavedText:
    "Etwas auf unserer Seite antwortet nicht. Was Sie gesendet haben, ist in dieser Seite aufbewahrt.\n\nBitte warten Sie einige Sekunden und senden Sie es dann noch einmal.",
  faultTitle: "Hier ist etwas schiefgegangen",
  faultText:
    "Sie haben nichts falsch gemacht, und nichts Gespeichertes ist verloren. Bitte versuchen Sie es noch einmal.\n\nWenn es wieder geschieht, wenden Sie sich über den Dienst, der Sie hierher geschickt hat, an die Forschenden.",
  refusedTitle: "Das konnte nicht angenommen werden",
  refusedText:
    "{reason} Nichts wurde gespeichert.\n\nGehen Sie in Ihrem Browser zurück und versuchen Sie es noch einmal.",
  refusedUnreadable: "Diese Seite hat etwas gesendet, das nicht gelesen werden kann.",
  refusedTooLarge:
    "Diese Seite hat mehr gesendet, als angenommen werden kann. Bitte kürzen Sie, was Sie geschrieben haben.",
  tooManyTitle: "Bitte warten Sie einen Augenblick",
  tooManyText: "Es gab zu viele Versuche. Bitte warten Sie ein paar Minuten und versuchen Sie es dann noch einmal.",
  tryAgain: "Noch einmal versuchen",
  sendAgain: "Noch einmal senden",
};

/** Texts of the item kinds. */
export const deItems: KindTexts = {
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
    displayEvent: "Ein Ereignis ist hervorgehoben. Entscheiden Sie, ob dieses Ereignis einen logischen Fehler enthält.",
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
};
