/** A term as used on screens, in documents and in the code. */
export interface Term {
  term: string;
  meaning: string;
}

export interface TermGroup {
  /** Unique in the glossary, because links refer to it. */
  key: string;
  title: string;
  terms: readonly Term[];
}

/** The terms of Parallax, shown in `docs/glossary.md` and in the application's help. */
export const glossary: readonly TermGroup[] = [
  {
    key: "designs",
    title: "Studies and their design",
    terms: [
      { term: "Benchmark", meaning: "A named set of items, each with its story and its answer key." },
      {
        term: "Story",
        meaning:
          "The text that an item is about: a premise, a passage or an expression of belief. Versions never change.",
      },
      { term: "Item", meaning: "One question about one story, with attributes such as order, level or category." },
      { term: "Passage", meaning: "A piece of a text. Never a participation in a study: that is a session." },
      {
        term: "Answer key",
        meaning:
          "The right answer or the right words of an item. It is versioned apart from the item, and never sent to a participant.",
      },
      {
        term: "Item kind",
        meaning: "How an item is asked, answered and scored: true or false, two choices, consistency and so on.",
      },
      {
        term: "Task schema",
        meaning:
          "A versioned document of stimulus fields and answer fields: what is shown and what is asked, to participants, annotators and models alike.",
      },
      {
        term: "Condition",
        meaning:
          "One cell of the design: how an item is shown, for example whether its story is repeated with the question.",
      },
      { term: "no-story", meaning: "A condition: the story is read first and not repeated on the question screen." },
      { term: "story", meaning: "A condition: the story is read first and repeated on the question screen." },
      {
        term: "context-free",
        meaning:
          "A condition: the statement is judged alone and its story is never shown. Not the same as no-story, whose readers do read the story.",
      },
      {
        term: "Stimulus",
        meaning:
          "What is shown under one condition, to people and models alike. Two fingerprints (SHA-256) identify its content and its presentation.",
      },
      {
        term: "Parity",
        meaning: "Whether a model was shown the same stimulus as people: verified, different or unverified.",
      },
      {
        term: "Protocol",
        meaning:
          "The ordered steps of a study with consent, screening, wording and end pages. A version never changes and has a hash.",
      },
      {
        term: "End page",
        meaning: "The last page of a session, one for each outcome, with the return link to the recruiter.",
      },
      {
        term: "Stage",
        meaning: "Preview, simulation, pilot, main or re-solve. Answers of different stages are never mixed.",
      },
      { term: "Stratum, quota", meaning: "A group of participants with a target number, such as an age band." },
      {
        term: "Outside quotas",
        meaning: "Participants who match no quota. They take part in an open group without a target.",
      },
      { term: "Slot", meaning: "The plan of one session in the design: a stratum and an ordered list of placements." },
      { term: "Placement", meaning: "One item under one condition at one position of a slot." },
      { term: "Generate", meaning: "To create all slots of a design from its seed, before the first session." },
      {
        term: "Margin",
        meaning: "The number of answers that an item, a condition or a group of them has when the study is full.",
      },
    ],
  },
  {
    key: "sessions",
    title: "Sessions and answers",
    terms: [
      { term: "Participant", meaning: "A person who takes part in a study. Participants have no account." },
      { term: "Session", meaning: "One participation in a study, from consent to an end page." },
      {
        term: "Lease",
        meaning:
          "The time for which a slot or a task is reserved. It is renewed while the page is open, and expires without further action.",
      },
      {
        term: "Surplus",
        meaning: "Finished after the slot had been reassigned: kept and paid, but not counted by default.",
      },
      { term: "Dwell", meaning: "The minimum time for which a screen is shown, by the server’s clock." },
      { term: "Visible time", meaning: "How long a screen was visible, as the browser reports it." },
      { term: "Focus loss", meaning: "A time at which the page lost the focus, as the browser reports it." },
      { term: "Response", meaning: "One answer to one placement. Cleaning never deletes it." },
      {
        term: "Counted response",
        meaning: "An answer that enters results: complete, in a slot, not excluded, its newest revision, of one stage.",
      },
      {
        term: "Cleaning rule, flag",
        meaning:
          "A rule of the analysis plan with a fixed limit, such as a minimum response time, flags answers. Flagged answers are excluded at the data lock or reviewed; a flag alone excludes nothing.",
      },
      {
        term: "Review, adjudication",
        meaning:
          "Two raters, blind to the given answer and to each other, decide about flagged answers that are mixed with a random sample. An adjudicator decides where they differ; an unresolved answer counts.",
      },
      {
        term: "Exclusion",
        meaning:
          "A mark, with a reason, that takes an answer out of the results. It can be revoked; both stay on record.",
      },
      { term: "Endpoint", meaning: "An address of the application that receives requests." },
    ],
  },
  {
    key: "models",
    title: "Models",
    terms: [
      {
        term: "Model, run, prediction",
        meaning: "A model; one evaluation of it under one prompt condition; its answer to one stimulus.",
      },
      {
        term: "Unparsed",
        meaning:
          "A model’s text from which no answer can be read. Where there is a key it counts as wrong by default, and its number is shown.",
      },
      { term: "Synthetic", meaning: "Invented for the demo or a simulation; never data about people or models." },
      {
        term: "Rejected, unchanged",
        meaning: "The result for a row of an imported file: not stored, with the reason; or already stored.",
      },
    ],
  },
  {
    key: "statistics",
    title: "Statistics",
    terms: [
      { term: "Majority vote", meaning: "The answer that more people gave than any other." },
      {
        term: "Majority-vote accuracy",
        meaning: "The share of cells whose majority vote is right. It describes a group, not a person.",
      },
      { term: "Mean individual accuracy", meaning: "The share of single answers that are right: how one person does." },
      {
        term: "Mean person",
        meaning: "Short form of mean individual accuracy, used where people are compared with a model.",
      },
      { term: "Chance level", meaning: "The expected accuracy of random choice among the options." },
      {
        term: "Baseline classifier",
        meaning:
          "A simple program that predicts answers from words alone. Accuracy above the chance level shows artefacts.",
      },
      { term: "Artefact", meaning: "A property of a data set that reveals answers without any understanding." },
      {
        term: "Significant difference",
        meaning:
          "A difference that the declared test finds at its level, after correction. Its absence does not mean that the two are equal.",
      },
      { term: "Equivalence", meaning: "Shown by a separate test, against a margin declared in advance." },
      {
        term: "Cluster",
        meaning: "Answers that belong together, by story or by person, and are therefore not independent.",
      },
      { term: "Interval", meaning: "A 95% confidence interval, unless another level is named." },
    ],
  },
  {
    key: "annotation",
    title: "Annotation",
    terms: [
      {
        term: "Annotator, reviewer, rater",
        meaning: "Users who check and repair items, who decide on their work, and who solve items again.",
      },
      { term: "Workspace", meaning: "The screen on which annotators and reviewers work." },
      { term: "Task", meaning: "One copy of one item for one annotator." },
      { term: "Tab lock", meaning: "Allows one browser tab to write on a task; other tabs are read-only." },
      { term: "Anchor", meaning: "Marked words of a story (knowledge, event or error). It follows edits." },
      { term: "Verdict", meaning: "What an annotator decides about an item: sound, refined or irreparable." },
      { term: "Defective", meaning: "Found to have an error in review." },
      {
        term: "Hidden answers",
        meaning: "What models answered to an item. Shown only after the annotator’s own verdict.",
      },
      {
        term: "Re-solve",
        meaning: "Items are solved again by raters who have not seen them; an item passes by its declared rule.",
      },
      { term: "Report", meaning: "The figures of a collection that a paper reports." },
    ],
  },
  {
    key: "abbreviations",
    title: "Abbreviations of the four papers",
    terms: [
      { term: "LLM", meaning: "Large language model." },
      { term: "ToM", meaning: "Theory of mind: knowing what others know, believe and intend." },
      {
        term: "DEL",
        meaning:
          "Dynamic epistemic logic: a logic of knowledge and of announcements that change it (Sileo and Lernould 2023).",
      },
      {
        term: "S5",
        meaning: "The modal logic in which what is known is true, and one knows what one knows and what one does not.",
      },
      {
        term: "SMCDEL",
        meaning:
          "Symbolic model checker for dynamic epistemic logic, a program whose text format Parallax reads and writes.",
      },
      { term: "NLI", meaning: "Natural language inference: whether a premise entails a hypothesis." },
      {
        term: "IKD",
        meaning:
          "Implausible knowledge detection: finding where a character acts on what they cannot know (Yang et al. 2026).",
      },
      {
        term: "KNP",
        meaning:
          "Knowledge-sensitive next-action prediction: choosing what a character does next, given what they know (Yang et al. 2026).",
      },
      {
        term: "KSTE",
        meaning:
          "Knowledge state tracking and estimation, the subject of both; used in the names of commands and files.",
      },
      {
        term: "MoToMQA",
        meaning:
          "Multi-Order Theory of Mind Question & Answer, a test of stories and true-or-false statements (Street et al. 2024).",
      },
      { term: "IMT", meaning: "Imposing Memory Task, the psychological test that MoToMQA builds on." },
      {
        term: "Order, level",
        meaning:
          "How deeply mental states (order) or events (level, for factual statements) are nested in a statement.",
      },
      { term: "EoB", meaning: "Expression of belief: one claim in one linguistic form (Du et al.)." },
      {
        term: "CFR",
        meaning:
          "Context-following rate: among decided pairs, the share that follows the expression rather than memory (Du et al.).",
      },
      {
        term: "PopQA",
        meaning: "A public set of questions about popular and less popular subjects, from which the facts are drawn.",
      },
    ],
  },
];
