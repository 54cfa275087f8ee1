import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Rules that must have one implementation (docs/architecture.md, "Shared rules") and where neither a type nor an import
// rule prevents a second one: a pattern that only a copy would contain.

interface SharedRule {
  rule: string;
  /** A pattern of a copy. */
  copy: RegExp;
  /** Files that may contain it. */
  allowed: RegExp;
}

const sharedRules: SharedRule[] = [
  {
    rule: "the text of an annotation item: item_text",
    copy: /\.id = (coalesce\()?[a-z]*\.?accepted_revision_id|id = [a-z]+\.accepted_revision_id/,
    allowed: /^$/,
  },
  {
    rule: "a lease is free: lease_is_free",
    copy: /(available_at|lease_ends_at|offered_until) *(<=?|>=?) *clock_timestamp/,
    allowed: /^$/,
  },
  {
    rule: "a lease's end: lease_end",
    copy: /(available_at|lease_ends_at|offered_until) *=[^,]*clock_timestamp\(\) *\+/,
    allowed: /^$/,
  },
  {
    rule: "a condition shows no story: isContextFree",
    copy: /(===|includes\() ?"context-free"/,
    allowed: /^lib\/domain\/items\/kinds\/context-free\.ts$/,
  },
  { rule: "the next fence: next_fence", copy: /fence *\+ *1/, allowed: /^lib\/domain\/leases\/lease\.ts$/ },
  { rule: "a dwell is over: dwell_is_over", copy: /screen_shown_at *\+/, allowed: /^$/ },
  {
    // Parts of a name, pieces of a diff and the length of a hedge are not words of a text.
    rule: "what a word is: wordsOf",
    copy: /\\p\{L\}\\p\{N\}\]\+\(\?:\[?(\\u2019)?'/,
    allowed: /^lib\/domain\/(words\/words|stories\/(diff\/tokens|hints\/scope)|models\/read-output\/[a-z-]+)\.ts$/,
  },
  {
    rule: "answers to another text count: countsOtherTexts",
    copy: /parity !== "(matching|all)"|exclusions,mismatched/,
    allowed: /^lib\/(domain\/items\/other-texts|server\/studies\/parity\/includes-other-texts)\.ts$/,
  },
  {
    // A line feed is 10 and 0x0a. A backup counts rows of COPY, whose line feeds are escaped.
    rule: "the lines of a file: splitLines",
    copy: /indexOf\((0x0a|10)[,)]|StringDecoder|createInterface\(\{ input: io/,
    allowed: /^lib\/server\/(platform\/files\/split-lines|backup\/copy-table)\.ts$/,
  },
  {
    rule: "no more of a body than was agreed: boundedBytes",
    copy: /for await \([^)]*\)[^}]*\+= [a-z]+\.(byteLength|length);\s*if \([a-z]+ > /,
    allowed: /^lib\/server\/platform\/files\/bounded-bytes\.ts$/,
  },
  {
    // A name in SQL is quoted in the same way.
    rule: "a record of CSV: csvLine",
    copy: /replaceAll\('"', '""'\)/,
    allowed: /^lib\/server\/backup\/copy-table\.ts$/,
  },
  {
    // A planning range for the similarity of stories is a separate sentence.
    rule: "what a test could have found: wordingOfDetectable",
    copy: /\bor more would have been found|could have been found with/,
    allowed: /^lib\/domain\/statistics\/referee\/wording\.ts$/,
  },
  {
    // Deleting data after days of inactivity is another rule.
    rule: "a session is in progress: sessionInProgress",
    copy: /outcome IS NULL\s+AND (session\.)?last_seen_at|last_seen_at *[<>][^\n]*(minute|mins)/,
    allowed: /^lib\/server\/(studies\/run\/session-in-progress|platform\/auth\/read-session)\.ts$/,
  },
  {
    rule: "components never fetch: lib/client",
    copy: /\bfetch\(|XMLHttpRequest|navigator\.sendBeacon|EventSource/,
    allowed: /^lib\/|^app\/participant\/survey-assets/,
  },
  {
    rule: "whether a study is full: studyIsFull",
    copy: /NOT EXISTS \(\s*SELECT[^)]*FROM stratum\s+JOIN slot/,
    allowed: /^lib\/server\/studies\/run\/study-is-full\.ts$/,
  },
  {
    rule: "rights as SQL compares them: projectScope",
    copy: /=== "all" \? null/,
    allowed: /^lib\/server\/platform\/access\/project-scope\.ts$/,
  },
  {
    rule: "who may annotate and review in a collection: allowedIn",
    copy: /projectScope\(actor, "annotation\.(work|review)"\)/,
    allowed: /^lib\/server\/annotation\/access\/collection-roles\.ts$/,
  },
  {
    rule: "what kinds of stories are called: kindLabels",
    copy: /knp: "[Nn]ext/,
    allowed: /^lib\/domain\/annotation\/labels\.ts$/,
  },
  {
    // A row of an item file and an entry of a list have other fields: their stories have names.
    rule: "the item of a row: itemOfRow",
    copy: /story: \{ title: [a-z]+\.title, genre: [a-z]+\.genre, text: [a-z]+\.story/,
    allowed: /^lib\/server\/items\/item-of-row\.ts$/,
  },
  {
    // Excepted: the template with which another program parses answers, a column of an item file, and a cell that
    // contains yes or no.
    rule: "what a model's text says: readOutput",
    copy: /\((\?:|\?<word>)?(true\|false|yes\|no)\)/,
    allowed:
      /^lib\/domain\/(models\/read-output\/|epistemic\/mindgames\/lm-eval|interchange\/item-files\/read-item-table)/,
  },
  {
    rule: "what could not be read counts as: unparsed-policy",
    copy: /(policy|unparsed) === "(wrong|excluded?)" \?|isRight === null && /,
    allowed: /^lib\/domain\/results\/(model\/unparsed-policy|comparison\/side-sentence)\.ts$/,
  },
  {
    rule: "whether an item may be submitted: submissionProblems",
    copy: /(const|function) (required(Roles|Marks)|problemsOf(Item|Submission)|maySubmit)\b/,
    allowed: /^lib\/domain\/annotation\/submission-problems\.ts$/,
  },
  {
    rule: "a text is a refusal: findRefusal",
    copy: /as an ai|must (\w+ )?decline|cannot help|unable to assist/iu,
    allowed: /^lib\/domain\/words\/refusal[a-z-]*\.ts$/,
  },
  {
    rule: "where a sentence ends: splitSentences",
    copy: /granularity: "sentence"|\[\.!\?[^\]]*\u3002|split\("\. "\)|split\(\/\(\?<=\[\.!\?/,
    allowed: /^lib\/domain\/words\/(split-sentences|refusal)\.ts$/,
  },
  {
    // Of a single answer, where a page shows the newest reading and the study's.
    rule: "how a study reads a model's text: studyReading",
    copy: /prediction\.(answer|answer_key|reading_rule)\b(?! IS DISTINCT)/,
    allowed: /^lib\/(server\/(models\/|studies\/study-reader|annotation|demo)|cli)/,
  },
  {
    rule: "kappa with its interval: kappaLimits",
    copy: /kappa *[-+] *[a-z0-9.]+( *\*|;|,| \})/,
    allowed: /^lib\/domain\/statistics\/agreement\/agreement-intervals\.ts$/,
  },
  { rule: "a name in addresses: slugify", copy: /normalize\("NFKD"\)/, allowed: /^lib\/domain\/slug\.ts$/ },
  {
    rule: "a line of the audit log: recordAudit",
    copy: /INSERT INTO audit_event|auditEvent\.create/i,
    allowed: /^lib\/server\/platform\/audit\/record-audit\.ts$/,
  },
  {
    // Setting a variable and passing the environment to another process are not reading.
    rule: "a variable of the environment: environment, settings",
    copy: /process\.env(\.\w+\b(?! *(\?\?|\|\|)?= )|\[)/,
    allowed: /^lib\/(server\/platform\/environment|supervisor\/settings)\.ts$/,
  },
  {
    rule: "several writes at once: withTx",
    copy: /\$transaction\(|query\("COMMIT"\)/,
    allowed: /^lib\/server\/platform\/database\/with-transaction\.ts$/,
  },
  {
    rule: "the reason that an answer came with: reasonOfAnswer",
    copy: /given \? 'explanation'|LIKE '%-explanation'/,
    allowed: /^lib\/server\/counting\/reason-of-answer\.ts$/,
  },
  {
    rule: "which answers count: counted_response",
    copy: /NOT EXISTS \(\s*SELECT[^)]*FROM exclusion|outcome = 'complete' AND NOT [a-z.]*is_surplus/,
    // Whether an answer has been excluded already is another question.
    allowed: /^lib\/server\/(counting\/|studies\/cleaning\/(exclude-flagged|rate-answer)\.ts$)/,
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

describe("a shared rule has one implementation", () => {
  it.each(sharedRules)("$rule", ({ copy, allowed }) => {
    const copies = sources.filter(({ path, text }) => !allowed.test(path) && copy.test(text)).map(({ path }) => path);
    expect(copies).toEqual([]);
  });
});
