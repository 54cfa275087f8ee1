import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Rules that have one home (docs/architecture.md, "Shared rules") and how a second copy of each would
// look. A law test holds a rule and its twin together; this one finds a copy that neither of them knows.

interface Home {
  rule: string;
  /** What only a copy of the rule would say. */
  copy: RegExp;
  /** Files that may. */
  home: RegExp;
}

const homes: Home[] = [
  {
    rule: "the text of an annotation item: item_text",
    copy: /\.id = (coalesce\()?[a-z]*\.?accepted_revision_id|id = [a-z]+\.accepted_revision_id/,
    home: /^$/,
  },
  {
    rule: "a lease is free: lease_is_free",
    copy: /(available_at|lease_ends_at|offered_until) *(<=?|>=?) *clock_timestamp/,
    home: /^$/,
  },
  {
    rule: "a lease's end: lease_end",
    copy: /(available_at|lease_ends_at|offered_until) *=[^,]*clock_timestamp\(\) *\+/,
    home: /^$/,
  },
  {
    rule: "a condition shows no story: isContextFree",
    copy: /(===|includes\() ?"context-free"/,
    home: /^lib\/domain\/items\/kinds\/context-free\.ts$/,
  },
  { rule: "the next fence: next_fence", copy: /fence *\+ *1/, home: /^lib\/domain\/leases\/lease\.ts$/ },
  { rule: "a dwell is over: dwell_is_over", copy: /screen_shown_at *\+/, home: /^$/ },
  {
    // Parts of a name, the pieces of a diff and the length of a hedge are no words of a text.
    rule: "what a word is: wordsOf",
    copy: /\\p\{L\}\\p\{N\}\]\+\(\?:\[?(\\u2019)?'/,
    home: /^lib\/domain\/(words\/words|stories\/(diff\/tokens|hints\/scope)|models\/read-output\/[a-z-]+)\.ts$/,
  },
  {
    rule: "answers to another text count: countsOtherTexts",
    copy: /parity !== "(matching|all)"|exclusions,mismatched/,
    home: /^lib\/(domain\/items\/other-texts|server\/studies\/parity\/reads-other-texts)\.ts$/,
  },
  {
    // A line feed is 10 and 0x0a. A backup counts rows of COPY, whose line feeds are escaped.
    rule: "the lines of a file: splitLines",
    copy: /indexOf\((0x0a|10)[,)]|StringDecoder|createInterface\(\{ input: io/,
    home: /^lib\/server\/(platform\/files\/split-lines|backup\/copy-table)\.ts$/,
  },
  {
    rule: "no more of a body than was agreed: boundedBytes",
    copy: /for await \([^)]*\)[^}]*\+= [a-z]+\.(byteLength|length);\s*if \([a-z]+ > /,
    home: /^lib\/server\/platform\/files\/bounded-bytes\.ts$/,
  },
  {
    // A name in SQL is quoted in the same way.
    rule: "a record of CSV: csvLine",
    copy: /replaceAll\('"', '""'\)/,
    home: /^lib\/server\/backup\/copy-table\.ts$/,
  },
  {
    // A planning range for the similarity of stories is a separate sentence.
    rule: "what a test could have found: wordingOfDetectable",
    copy: /\bor more would have been found|could have been found with/,
    home: /^lib\/domain\/statistics\/referee\/wording\.ts$/,
  },
  {
    // What is forgotten after days of silence is another rule.
    rule: "a session is in progress: sessionInProgress",
    copy: /outcome IS NULL\s+AND (session\.)?last_seen_at|last_seen_at *[<>][^\n]*(minute|mins)/,
    home: /^lib\/server\/(studies\/run\/session-in-progress|platform\/auth\/read-session)\.ts$/,
  },
  {
    rule: "components never fetch: lib/client",
    copy: /\bfetch\(|XMLHttpRequest|navigator\.sendBeacon|EventSource/,
    home: /^lib\/|^app\/participant\/survey-assets/,
  },
  {
    rule: "whether a study is full: studyIsFull",
    copy: /NOT EXISTS \(\s*SELECT[^)]*FROM stratum\s+JOIN slot/,
    home: /^lib\/server\/studies\/run\/study-is-full\.ts$/,
  },
  {
    rule: "rights as SQL compares them: projectScope",
    copy: /=== "all" \? null/,
    home: /^lib\/server\/platform\/access\/project-scope\.ts$/,
  },
  {
    rule: "who may annotate and review in a collection: allowedIn",
    copy: /projectScope\(actor, "annotation\.(work|review)"\)/,
    home: /^lib\/server\/annotation\/access\/collection-roles\.ts$/,
  },
  {
    rule: "what kinds of stories are called: kindLabels",
    copy: /knp: "[Nn]ext/,
    home: /^lib\/domain\/annotation\/labels\.ts$/,
  },
  {
    // A row of an item file and what a page lists are of other shapes: their stories have names.
    rule: "the item of a row: itemOfRow",
    copy: /story: \{ title: [a-z]+\.title, genre: [a-z]+\.genre, text: [a-z]+\.story/,
    home: /^lib\/server\/items\/item-of-row\.ts$/,
  },
  {
    // The template that another program reads answers with, a column of an item file, and a cell that says yes.
    rule: "what a model's text says: readOutput",
    copy: /\((\?:|\?<word>)?(true\|false|yes\|no)\)/,
    home: /^lib\/domain\/(models\/read-output\/|epistemic\/mindgames\/lm-eval|interchange\/item-files\/read-item-table)/,
  },
  {
    rule: "what could not be read counts as: unparsed-policy",
    copy: /(policy|unparsed) === "(wrong|excluded?)" \?|isRight === null && /,
    home: /^lib\/domain\/results\/(model\/unparsed-policy|comparison\/side-sentence)\.ts$/,
  },
  {
    rule: "whether an item may be submitted: submissionProblems",
    copy: /(const|function) (required(Roles|Marks)|problemsOf(Item|Submission)|maySubmit)\b/,
    home: /^lib\/domain\/annotation\/submission-problems\.ts$/,
  },
  {
    rule: "a text is a refusal: findRefusal",
    copy: /as an ai|must (\w+ )?decline|cannot help|unable to assist/iu,
    home: /^lib\/domain\/words\/refusal[a-z-]*\.ts$/,
  },
  {
    rule: "where a sentence ends: splitSentences",
    copy: /granularity: "sentence"|\[\.!\?[^\]]*\u3002|split\("\. "\)|split\(\/\(\?<=\[\.!\?/,
    home: /^lib\/domain\/words\/(split-sentences|refusal)\.ts$/,
  },
  {
    // Of a single answer, where a page shows the newest reading beside the study's.
    rule: "how a study reads a model's text: studyReading",
    copy: /prediction\.(answer|answer_key|reading_rule)\b(?! IS DISTINCT)/,
    home: /^lib\/(server\/(models\/|studies\/study-reader|annotation|demo)|cli)/,
  },
  {
    rule: "kappa with its interval: kappaLimits",
    copy: /kappa *[-+] *[a-z0-9.]+( *\*|;|,| \})/,
    home: /^lib\/domain\/statistics\/agreement\/agreement-intervals\.ts$/,
  },
  { rule: "a name in addresses: slugify", copy: /normalize\("NFKD"\)/, home: /^lib\/domain\/slug\.ts$/ },
  {
    rule: "a line of the audit log: recordAudit",
    copy: /INSERT INTO audit_event|auditEvent\.create/i,
    home: /^lib\/server\/platform\/audit\/record-audit\.ts$/,
  },
  {
    // Setting a variable, and handing all of them to another process, is no reading.
    rule: "a variable of the environment: environment, settings",
    copy: /process\.env(\.\w+\b(?! *(\?\?|\|\|)?= )|\[)/,
    home: /^lib\/(server\/platform\/environment|supervisor\/settings)\.ts$/,
  },
  {
    rule: "several writes at once: withTx",
    copy: /\$transaction\(|query\("COMMIT"\)/,
    home: /^lib\/server\/platform\/database\/with-transaction\.ts$/,
  },
  {
    rule: "the reason that an answer came with: reasonOfAnswer",
    copy: /given \? 'explanation'|LIKE '%-explanation'/,
    home: /^lib\/server\/counting\/reason-of-answer\.ts$/,
  },
  {
    rule: "which answers count: counted_response",
    copy: /NOT EXISTS \(\s*SELECT[^)]*FROM exclusion|outcome = 'complete' AND NOT [a-z.]*is_surplus/,
    home: /^lib\/server\/counting\//,
  },
];

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "lib", "app", "components"], {
  encoding: "utf8",
});
const sources = listed
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, "utf8") }];
    } catch {
      // Listed, but deleted in the working tree.
      return [];
    }
  });

describe("a shared rule has one home", () => {
  it.each(homes)("$rule", ({ copy, home }) => {
    const copies = sources.filter(({ path, text }) => !home.test(path) && copy.test(text)).map(({ path }) => path);
    expect(copies).toEqual([]);
  });
});
