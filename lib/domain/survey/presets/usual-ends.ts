/** The texts of end pages that are the same in every preset; a study can change them like any other text. */
export const usualEnds = {
  "screened-out": {
    title: "Thank you for your interest",
    text: "This study is looking for a particular group of people, and going by your answers you are not in it this time. Nothing else is needed from you.",
    returnUrl: "",
  },
  "no-consent": {
    title: "That is fine",
    text: "You chose not to take part. All we keep is that somebody declined, when, in which language, how long the page was open and in view, and how often it was left; nothing of it points to you. You can close this page.",
    returnUrl: "",
  },
  quality: {
    title: "We have to stop here",
    text: "One of the answers did not fit what the question asked for, so the study ends here. Please get in touch if you think that this is a mistake.",
    returnUrl: "",
  },
  withdrawn: {
    title: "You have withdrawn",
    text: "You have left the study. Your private page says what is stored of your visit. Thank you for your time so far.",
    returnUrl: "",
  },
};
