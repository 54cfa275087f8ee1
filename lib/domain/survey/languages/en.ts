/**
 * All texts of the participants' screens that do not come from the study, as ICU messages. The keys of this table apply
 * to all languages: each other language is a file of the type `Messages`.
 */
export const en = {
  // The frame of every page.
  skip: "Skip to the content",
  contact: "Questions? {contact}",
  withdraw: "Withdraw",
  languages: "Language",

  // Headings and progress.
  answerTitle: "Your answer",
  confidenceTitle: "How sure are you?",
  numberedTitle: "{title}: {item, number} of {items, number}",
  practiceTitle: "Practice: {title}",
  progress: "Step {current, number} of {total, number}",
  theStory: "The story",
  sameStory: "Same story as before",
  highlightedEvent: "highlighted event",
  highlightedText: "highlighted text",

  // Buttons.
  continue: "Continue",
  saveAnswer: "Continue",

  // The consent.
  ethicsApproval: "Ethics approval: {institution}, no. {number}, {date}",

  // Answers.
  theStatement: "The statement",
  youAnswered: "Your answer:",
  dontKnow: "I do not know",
  howSure: "How sure are you?",
  sureShare: "{share, number} %",
  writeNumber: "Please write a number.",
  wholeNumber: "Please write a whole number.",
  numberAtLeast: "Please write a number of {minimum, number} or more.",
  numberAtMost: "Please write a number of {maximum, number} or less.",
  numberBetween: "Please write a number from {minimum, number} to {maximum, number}.",
  notChosenYet: "Not chosen yet",
  optional: "(optional)",

  // Boxes of the consent form, checks and practice.
  tickBox: "Please tick this box, or choose not to take part.",
  readAgain: "Not every answer was right. Please read this once more; then you are asked again.",
  answerAgain: "Not every answer was right. Please answer once more.",
  shownAfter: "Shown after item {item, number}",
  practiceRight: "That is right.",
  practiceAgain: "That is not right. Please try once more.",
  practiceWrong: "That is not right.",
  checkPassed: "Passed",
  checkMissed: "Not passed",
  boxTicked: "Ticked",
  boxNotTicked: "Not ticked",

  // Limits of a text.
  limitNote: "At most {limit, plural, one {# character} other {# characters}}.",
  lengthNow: "{length} of {limit} characters",

  // Validation errors of a page.
  problemsTitle: "Please check this page",
  problemOf: "{question} – {problem}",
  chooseOne: "Please choose one answer.",
  notOffered: "Please choose one of the answers that are offered.",
  answerQuestion: "Please answer this question.",
  writeSomething: "Please write a few words.",
  tooLong:
    "Your text is {over, plural, one {# character} other {# characters}} too long. Nothing was cut: please shorten it to {limit, number} or fewer.",
  notStorable: "This text holds signs that cannot be stored. Please write it again without them.",

  // Finding the error.
  whereIsTheError: "Where is the error?",
  tapSentences: "Tap every sentence that is wrong. Leave all of them as they are if the story holds together.",
  tapWords: "You can also tap single words, if only a part of the sentence is wrong.",
  wordsOfSentence: "Words of the selected sentence",
  wholeSentence: "Select the whole sentence",
  nothingSelected: "Nothing is selected.",
  wordsSelected: "Words selected: {count}",
  selectWords: "Please select the sentence or the words that are wrong.",
  selectedWithoutError: "You selected words but chose that there is no error. Please change one of the two.",
  selectionUnfit: "The selection does not fit the story. Please select again.",

  // Reading time.
  dwellBefore:
    "Please take your time. You can continue after {seconds, plural, one {# second} other {# seconds}} on this page.",
  dwellLeft: "Please take your time. You can continue in {seconds, plural, one {# second} other {# seconds}}.",
  dwellTicking: "You can continue in {time}.",
  dwellOver: "You can continue now.",
  playBefore:
    "Please play the whole recording. You can continue after {seconds, plural, one {# second} other {# seconds}} at the earliest.",
  playFirst: "Please play the whole recording first.",

  // Time limit of an item.
  timeTitle: "Time for each question",
  timeText:
    "For each of the following questions you have {seconds, plural, one {# second} other {# seconds}}. The time starts when the question appears, and the page shows what is left of it. When it is over, what you have entered so far is stored as “not in time”, and the study goes on by itself. You can choose more time, or no limit; your answers count in the same way.",
  timeQuestion: "How much time would you like?",
  timeStandard: "The time limit: {seconds, plural, one {# second} other {# seconds}} for each question",
  timeDouble: "Twice the time: {seconds, plural, one {# second} other {# seconds}} for each question",
  timeNone: "No time limit",
  timeRemaining: "You have {seconds, plural, one {# second} other {# seconds}} left for this question.",
  timeOver: "The time for this question is over. Please continue; what you enter now is stored as “not in time”.",
  timeTicking: "{time} left",
  timeWasOver:
    "The time for the previous question was over before your answer arrived. What you had entered is stored as “not in time”.",
  dataNotInTime: "Not in time",

  // Saving.
  saved: "Saved.",
  notSavedYet: "Not saved yet. Please keep this page open; it is sent again by itself.",
  downloadAnswers: "Download my answers",
  reloadPage: "Something went wrong. Please reload this page.",

  // Position in the study.
  placeKept: "If you have to stop, come back to this page. Your place is kept until {time}.",
  placeLost:
    "You were away for a while, so your place was offered to somebody else. You can still finish, and your answers are kept.",
  alreadyStarted: "You have already started here.",
  continueHere: "Continue where you stopped",
  alreadyFinished: "You have already finished here.",
  showEnd: "Show the last page again",

  // End pages.
  yourCode: "Your code:",
  finishOn: "Finish on {recruiter}",
  redirectSoon: "Your answers are saved. You will be taken to {recruiter} by itself in a few seconds.",
  redirectDeclined: "You will be taken to {recruiter} by itself in a few seconds.",
  stayHere: "Stay on this page",
  codeFallback: "If nothing happens, enter this code on {recruiter}:",
  returnOnProlific:
    "Please go back to Prolific and choose “Return” for this study, so that your place goes to somebody else. You do not need a code.",
  returnOnMturk: "Please go back to MTurk and choose “Return”, so that somebody else can take the task.",
  returnToSender:
    "Please go back to the service that sent you here and leave this study there, so that your place goes to somebody else. You do not need a code.",
  goBackToSender: "Go back to where you came from",
  privatePage: "Your private page",
  privatePageText:
    "shows what is stored about you, and lets you withdraw later. Whoever has its address can open it, so keep it to yourself.",
  codeLater: "Your code opens the same page, from any browser:",
  codeLaterOther: "The code that stands there opens it from any browser, too; it is not the code shown here:",
  madeUp: "Made up.",
  isTrue: "True.",

  // Stored personal data, and withdrawal.
  dataTitle: "What is stored about you",
  dataIntro: "This is what the study {study} has stored from your visit.",
  dataStudyPart: "Your way through the study",
  dataStarted: "Started",
  dataEnded: "Ended",
  dataOutcome: "How it ended",
  dataLanguage: "Language",
  dataPaid: "Marked as paid",
  dataReported: "Reported by the service that sent you here",
  dataCode: "Your code",
  dataCodeFor: "Code for this page (not for {recruiter})",
  dataPerson: "Number that {recruiter} gave you",
  dataParameter: "“{part}” in the link that you came by",
  dataPersonNone: "No number of yours is stored.",
  dataAnswers: "Your answers",
  dataConsentVersion: "Version of the text that you decided on",
  dataConsentHash: "Fingerprint of that text",
  dataConsentLanguage: "Language of that text",
  dataNoAnswers: "No answers are stored.",
  dataTimes:
    "Also stored: which texts you were shown and in which order, and for each page how long it was open, how long it was in view and how often you left it.",
  dataNetwork:
    "A scrambled mark of your network connection is stored, to count how many people take part from one network. It holds no address.",
  dataErased:
    "Your answers and all data that identified you were erased on {date}. We keep only a record of the session: its code, times, language and outcome, and whether it was paid.",
  dataKept: "You withdrew. You chose that the answers you had given are kept.",
  outcomeUnfinished: "You have not finished yet.",
  outcomeComplete: "You finished the study.",
  outcomeScreenedOut: "You did not belong to the group of people that the study looks for.",
  outcomeOverQuota: "All places were taken.",
  outcomeNoConsent: "You chose not to take part.",
  outcomeQuality: "The study ended early because of one of your answers.",
  outcomeWithdrawn: "You withdrew from the study.",
  withdrawTitle: "Do you want to withdraw?",
  withdrawText:
    "You can leave the study now without giving a reason. Please choose what happens to the answers that you have already given.",
  withdrawKeep: "Withdraw and keep my answers",
  withdrawKeepText: "You will not be asked anything more. The answers that you have given stay in the study.",
  withdrawErase: "Withdraw and erase my answers",
  withdrawHandInFirst:
    "If you have not handed the task in on MTurk yet, please go back to the last page and do that first. After your answers are erased it cannot be handed in from here any more.",
  withdrawEraseText:
    "Your answers and all data from the recruiter's link and your network connection are deleted. This cannot be undone. We keep only a record of the session: its code, times, language and outcome, and whether it was paid.",
  backToStudy: "Go back to the study",
  codePageTitle: "See what is stored about you",
  codePageText:
    "Enter the code that you were given at the end of the study. If that was a recruiter's code, enter the one that your private page shows.",
  codeField: "Your code",
  codeLookUp: "Look it up",
  codeUnknown: "There is no such code in this study. Please check its letters and digits.",

  // Arrival.
  unknownStudyTitle: "There is no study here",
  unknownStudyText:
    "The link may be incomplete, or the study has not started yet. Please check the link that you were given.",
  pausedTitle: "The study is paused",
  pausedText:
    "Nobody can start right now. Please try the same link again later.\n\nIf you had started already, go back to the page you were on: you can still finish.",
  closedTitle: "The study is over",
  closedText:
    "This study does not take new participants any more. Thank you for your interest.\n\nIf you had started already, go back to the page you were on: you can still finish.",
  waitTitle: "Please wait a moment",
  waitText:
    "All places that fit you are held by people who are taking part at this moment. This page asks again by itself every few seconds, and goes on as soon as a place is free. What you have answered so far is saved. At {time} a place is free at the latest if nobody goes on; you may close this page and come back to it then.",
  waitStill: "No place is free yet ({time}).",
  previewTitle: "This is a preview",
  previewText: "Accept the task first. The study then opens here. What follows is what you would be told first.",
  unreadableTitle: "This link cannot be read",
  linkUnfilled:
    "Its part “{part}” was not filled in by the service that sent you here. Please open the study from that service again, and contact the researcher there if it stays like this.",
  linkTwice: "Its part “{part}” is given more than once. Please use the link exactly as you were given it.",
  linkUnreadable: "Its part “{part}” cannot be read. Please use the link exactly as you were given it.",
  idNeededTitle: "This link lacks your participant number",
  idNeededText:
    "This study can only be opened from the service that invited you. Please go back there and open it with the link that you were given.",
  idFormatTitle: "This participant ID is not valid",
  idFormatText:
    "The ID in your link does not have the form that this study expects. Please go back to the service that invited you and open the study with the link exactly as you were given it.",
  signatureTitle: "This link is not valid",
  signatureText:
    "The link does not fit your participant ID, or it is too old. Please go back to the service that invited you and open the study from there again.",
  uncheckedTitle: "This link could not be checked yet",
  uncheckedText:
    "The service that confirms your participant ID cannot be reached at this moment. Nothing is lost: please wait a minute and load this page again.",
  sourceTitle: "This study invites people in another way",
  sourceText:
    "People are invited to this study through another service. Please use the link that you were given there.",
  networkFullTitle: "Many people are taking part from your network",
  networkFullText:
    "As many people as this study allows are taking part from your network and have not answered yet. This page asks again by itself every few seconds, and goes on as soon as one of them has answered or left. What you have answered so far is saved. At {time} a place is free at the latest; another connection may be faster.",
  deniedTitle: "You cannot take part here",
  deniedText:
    "Somebody with your participant number has been in a study whose participants cannot take part in this one. Nothing about this visit was stored. Thank you for your interest.",
  knownTitle: "You have been here before",
  knownText:
    "Somebody has already started this study with your participant number, and each person can take part once.\n\nIf that was you, go back to the browser and the page that you were on, or open your private page: you can go on there, and see your code again. If you think that this is a mistake, contact the researcher through the service that sent you here.",
  knownTextMturk:
    "Somebody has already started this task with your worker number, and each person can take part once.\n\nIf that was you, open the task on the device and in the browser that you started with: there you are offered to go on, or to see the last page again. If nothing is offered, choose “Return” on MTurk and write to the requester there.",
  welcomeBackTitle: "Welcome back",
  welcomeBackText:
    "You have started this study already. You can go on where you stopped; everything that you sent is saved.",
  unknownSessionTitle: "We cannot find your page",
  unknownSessionText:
    "This address does not belong to anybody's visit. It may have been copied incompletely. Please go back to the link that you were given.",

  // Errors.
  awayTitle: "The study cannot be reached right now",
  awayText:
    "Something on our side does not answer. Nothing that you sent is lost.\n\nPlease wait a few seconds, then try again.",
  notSavedTitle: "Your answer is not saved yet",
  notSavedText:
    "Something on our side does not answer. What you sent is kept in this page.\n\nPlease wait a few seconds, then send it again.",
  faultTitle: "Something went wrong here",
  faultText:
    "You did nothing wrong, and nothing that was saved is lost. Please try again.\n\nIf it happens again, contact the researcher through the service that sent you here.",
  refusedTitle: "This could not be accepted",
  refusedText: "{reason} Nothing was saved.\n\nGo back in your browser and try once more.",
  refusedUnreadable: "This page sent something that cannot be read.",
  refusedTooLarge: "This page sent more than can be taken. Please shorten what you wrote.",
  tooManyTitle: "Please wait a moment",
  tooManyText: "There were too many attempts. Please wait a few minutes and try again.",
  tryAgain: "Try again",
  sendAgain: "Send it again",
} as const;

export type MessageKey = keyof typeof en;

/** One language's table: an ICU message for every key. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** The texts of the item kinds in one language, by kind and key. */
export type KindTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;
