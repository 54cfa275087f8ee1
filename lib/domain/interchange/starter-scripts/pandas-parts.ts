import { pandasEstimates } from "../../results/analysis/starter-scripts.ts";

/** Part of a script that reads the tables with pandas and computes the mean person over cells. */
export const pandasPeople = `# Reads this bundle and recomputes its headline: python start.py (needs pandas; scipy for intervals)
import json

${pandasEstimates}

FLAGS = {"true": True, "false": False}
responses = pd.read_csv("responses.csv", dtype=str)
participants = pd.read_csv("participants.csv", dtype=str)
for table in (responses, participants):
    for column in [name for name in table if name.startswith(("is_", "in_"))]:
        table[column] = table[column].map(FLAGS)

# Stages are never mixed; is_counted is what the pages of Parallax count by default.
with open("manifest.json") as file:
    stage = json.load(file)["stage"]
if not (responses["stage"] == stage).any() and len(responses) > 0:
    stage = responses["stage"].value_counts().idxmax()
counted = responses[(responses["stage"] == stage) & (responses["is_counted"] == True)]
new = [name for name in participants if name == "participant" or name not in counted]
answers = counted.merge(participants[new], on="participant", how="left", validate="many_to_one")
# A source group holds an original story and all that was made of it; elsewhere the story stands for itself.
answers["cluster"] = answers["item_group"].fillna(answers["story"]) if "item_group" in answers else answers["story"]

scored = answers.dropna(subset=["is_correct"]).assign(right=lambda rows: rows["is_correct"].astype(float))
print(f"{len(scored)} answers of {scored['participant'].nunique()} people, stage {stage}")
if len(scored) > 0:
    cells = scored.groupby(["item", "condition", "cluster"], as_index=False)["right"].mean()
    print(f"Mean person over cells: {say(cr2(cells['right'], cells['cluster'], 'stories or source groups'))}")
`;

/** Part of a script for classification and localisation of errors in stories (Yang et al. 2026, Table 2). */
export const pandasErrors = `
# Errors in stories, people and models: classification and localisation (the page "Errors found").
def words(spans):
    return {place for start, end in spans or [] for place in range(start, end)}


def judged(answer, gold):
    """Whether the answer is right, and its localisation: 1 or 0 on a consistent story, the overlap on an erroneous one."""
    says = answer.get("choice") if isinstance(answer, dict) else None
    if says not in ("consistent", "error"):
        return False, 0.0
    right = (says == "consistent") == gold["consistent"]
    if gold["consistent"] or says == "consistent":
        return right, float(right)
    named, true = words(answer.get("spans")), words(gold["spans"])
    return right, len(named & true) / len(named | true) if named | true else 1.0


def table_of_errors(who, rows):
    for shown, own in rows.groupby("shown", sort=False):
        parts = [("positive", own[~own["error"]], "right"), ("negative", own[own["error"]], "right"), ("full", own, "right"),
                 ("localisation, negative", own[own["error"]], "place"), ("localisation, full", own, "place")]
        figures = [f"{name} {100 * some[column].mean():.2f}% (n = {len(some)})" for name, some, column in parts if len(some)]
        print(f"{who}, {shown}: {', '.join(figures)}")


def rows_of_errors(source):
    rows = [(*judged(answer, gold), not gold["consistent"], shown) for answer, gold, shown in source if gold]
    return pd.DataFrame(rows, columns=["right", "place", "error", "shown"])


shown = answers["condition_ablation"].fillna("plain") if "condition_ablation" in answers else ["plain"] * len(answers)
people = zip(answers["answer_full"].fillna("null").map(json.loads), answers["gold"].fillna("null").map(json.loads), shown)
table_of_errors("People", rows_of_errors(people))

items = pd.read_csv("items.csv", dtype=str)
keys = dict(zip(items["item"], items["gold"].fillna("null").map(json.loads)))
said = {}
with open("predictions.jsonl") as file:
    for row in map(json.loads, file):
        if row["parity"] == "mismatch" or row["item"] not in keys:
            continue
        way = {name: level for name, level in row["condition"].items() if name != "ablation"}
        series = (row["model"], row["source"], json.dumps(way, sort_keys=True))
        ablation = row["condition"].get("ablation", "plain")
        said.setdefault(series, []).append((row.get("answer"), keys[row["item"]], "plain" if ablation == "none" else ablation))
for series, source in said.items():
    table_of_errors(" / ".join(series), rows_of_errors(source))
`;

/** Part of a script for context-following rates of people and models (Du et al., equation 1). */
export const pandasBeliefs = `
# Expressions of belief: how often both answers after an expression follow it, where the fact was known without it. What people were asked in another study is not in this bundle.
import math


def side(word, query):
    if word not in ("yes", "no"):
        return "other"
    return "memory" if (word == "yes") == (query == "prior_yes") else "context"


def paired(rows):
    """Every expression to an observer: whether the fact was known before ("memory"), and what both answers say after it."""
    rows = rows.assign(side=[side(word, query) for word, query in zip(rows["read"], rows["query"])])
    pair = ["observer", "fact", "category", "expression", "dimension", "repeat"]

    def both(some, names):
        if len(some) == 0:
            return pd.DataFrame(columns=[*names, "says"])
        one = some.groupby([*names, "query"])["side"].agg(lambda sides: sides.iloc[0] if sides.nunique() == 1 else "other")
        two = one.unstack("query").reindex(columns=["prior_yes", "ctx_yes"]).dropna()
        return two["prior_yes"].where(two["prior_yes"] == two["ctx_yes"], "split").rename("says").reset_index()

    expressed = rows["role"] == "expression"
    pairs = rows.loc[expressed, pair].drop_duplicates()
    before = rows[expressed & ~rows["shown"]]
    pairs = pairs.merge(both(rows[expressed & rows["shown"]], pair).rename(columns={"says": "after"}), on=pair, how="left")
    pairs = pairs.merge(both(before, pair).rename(columns={"says": "own"}), on=pair, how="left")
    facts = both(rows[rows["role"] == "prior"], ["observer", "fact"]).rename(columns={"says": "known"})
    pairs = pairs.merge(facts, on=["observer", "fact"], how="left")
    asked = set(map(tuple, before[pair].drop_duplicates().values))
    has_own = [tuple(values) in asked for values in pairs[pair].values]
    return pairs.assign(prior=pairs["own"].where(has_own, pairs["known"]))


def say_rate(who, pairs, two_way):
    asked, known = pairs["prior"].notna().sum(), (pairs["prior"] == "memory").sum()
    if asked == 0 or known / asked < 0.1:
        if asked > 0:
            print(f"{who}: left out, knows {known} of {asked} pairs")
        return
    pairs = pairs[(pairs["prior"] == "memory") & pairs["after"].isin(["memory", "context"])]
    if len(pairs) == 0:
        print(f"{who}: no pair decides")
        return
    pairs = pairs.assign(follows=(pairs["after"] == "context").astype(float))
    rate, facts = pairs["follows"].mean(), pairs["fact"]
    one = cr2(pairs["follows"], facts, "facts")
    se, df, over = one["se"], one["df"], f"{facts.nunique()} facts"
    if two_way:
        def variance(clusters):
            sums = (pairs["follows"] - rate).groupby(clusters).sum()
            return len(sums) / (len(sums) - 1) * (sums**2).sum() / len(pairs) ** 2 if len(sums) > 1 else float("nan")
        by_person, by_fact = variance(pairs["observer"]), variance(facts)
        both = by_person + by_fact - variance(pairs["observer"] + "/" + facts)
        se = (both if both > 1e-12 * max(by_person, by_fact) else max(by_person, by_fact)) ** 0.5
        df = min(pairs["observer"].nunique(), facts.nunique()) - 1
        over = f"{pairs['observer'].nunique()} people and {over}"
    text = f"{who}: {100 * rate:.2f}% of {len(pairs)} decided pairs follow, over {over}"
    if student is not None and se and 0 < rate < 1 and min(facts.nunique(), df + 1 if two_way else 5) >= 5:
        centre, half = math.log(rate / (1 - rate)), student.ppf(0.975, df) * se / (rate * (1 - rate))
        low, high = (1 / (1 + math.exp(-(centre + step))) for step in (-half, half))
        text += f", interval {100 * low:.2f} to {100 * high:.2f}"
    print(text)


models, left_out = [], set()
with open("predictions.jsonl") as file:
    for row in map(json.loads, file):
        about = row.get("belief")
        if about is None:
            continue
        if about["alsoTrue"]:
            left_out.add(about["fact"])
        elif row["parity"] != "mismatch" and about["role"] != "filler":
            models.append({"observer": f"{row['model']} / {row['source']}", "role": about["role"], "fact": about["fact"],
                           "query": about["queryType"], "expression": about["expression"], "repeat": row["repeat"],
                           "category": about["category"], "dimension": about["dimension"], "read": row.get("read"),
                           "shown": about["role"] != "prior" and row["condition"].get("story") != "none"})
asked = answers[answers["item_role"].isin(["prior", "expression"]) & ~answers["item_fact"].isin(left_out)]
people = pd.DataFrame({"observer": asked["participant"], "role": asked["item_role"], "fact": asked["item_fact"],
                       "query": asked["item_query_type"], "expression": asked["story"], "repeat": 0,
                       "category": asked["item_category"].fillna(""), "dimension": asked["item_dimension"].fillna(""),
                       "read": asked["answer"], "shown": asked["item_role"] != "prior"})
say_rate("People", paired(people), two_way=True)
if models:
    pairs = paired(pd.DataFrame(models))
    for name in dict.fromkeys(row["observer"] for row in models):
        say_rate(name, pairs[pairs["observer"] == name], two_way=False)
`;

/** The comparison of people and models. */
export const pandasEnd = `
print("People beside models: analysis/cells.csv with analysis/start.py")
`;
