import { formatPInSentence } from "../../format/figures.ts";
import { exactBinomialTest } from "../proportions/exact-binomial.ts";
import { wilsonInterval } from "../proportions/wilson.ts";
import { mcnemarBounds } from "./mcnemar-bounds.ts";
import { type MindgamesData as Data, mindgamesDataSchema } from "./mindgames-data.ts";
import type { PublishedCheck, Reproduction } from "./published-check.ts";
import { quantity } from "./quantity.ts";

/**
 * Recomputes the few numbers in the text of Sileo and Lernould 2023 (MindGames) from the counts that each number
 * implies. Figures 1 and 2 print no numbers.
 */
export function reproduceMindGames2023(published: unknown): Reproduction {
  const data = mindgamesDataSchema.parse(published);
  return {
    title: "Sileo and Lernould 2023, MindGames (Findings of EMNLP, doi 10.18653/v1/2023.findings-emnlp.303)",
    checks: [checkHumanEvaluation(data), ...checkModels(data.models), checkClassifier(data)],
    errors: [],
    remarks: [
      {
        id: "TWO-RATERS",
        where: "Human evaluation",
        printed: "94% by two researchers",
        correct:
          "with two raters a majority does not exist and a tie is every disagreement; the mean of both is what can be said",
        confidence: "methodological note",
        evidence: "design",
      },
      {
        id: "AGREEMENT-NAME",
        where: "Human evaluation",
        printed: "inter-annotator agreement 0.89",
        correct:
          "the coefficient is not named; raw agreement fits the accuracy with whole counts, kappa would mean about .945 raw",
        confidence: "methodological note",
        evidence: "the check “accuracy and agreement from whole counts”",
      },
      {
        id: "TWENTY-PROBLEMS",
        where: "Section 4.4",
        printed: "GPT-3.5 60%, GPT-4 70%",
        correct: "20 problems cannot distinguish these: whatever the pairs were, McNemar's p is above .1",
        confidence: "methodological note",
        evidence: "bounds over all pairs with these totals",
      },
    ],
    notReproducible: [
      ...data.figureOnly.map(({ figure, finding }) => ({
        what: `Figure ${figure} (${finding})`,
        why: "printed as a figure without numbers",
      })),
      { what: "accuracy by setup", why: "not printed for people or models" },
    ],
  };
}

/**
 * The mean accuracy and the raw agreement of two raters determine how often both were wrong: 2(1 - accuracy) =
 * disagreement + 2 bothWrong.
 */
function checkHumanEvaluation({ human, dataset }: Data): PublishedCheck {
  const items = human.samplesPerSetup * dataset.setups.length;
  const answers = items * human.raters;
  const wrong = Math.round((1 - human.meanAccuracy) * answers);
  const disagreements = Math.round((1 - human.interAnnotatorAgreement) * items);
  const bothWrong = (wrong - disagreements) / 2;
  const { low, high } = wilsonInterval(answers - wrong, answers);
  return {
    group: "Human evaluation: 2 raters, 50 problems of each of 4 setups",
    label: "accuracy and agreement from whole counts",
    quantities: [
      quantity("mean accuracy", String(human.meanAccuracy), (answers - wrong) / answers),
      quantity("agreement", String(human.interAnnotatorAgreement), (items - disagreements) / items),
    ],
    refused: null,
    beside: `${wrong} of ${answers} answers wrong, ${disagreements} of ${items} problems answered differently, so both wrong on ${bothWrong}; Wilson 95% of the accuracy ${low.toFixed(3)}-${high.toFixed(3)}, too narrow because two people gave all answers`,
  };
}

function checkModels(models: Data["models"]): PublishedCheck[] {
  const modelsWithCounts = models.flatMap(({ k, n, ...model }) =>
    k === undefined || n === undefined ? [] : [{ ...model, k, n }],
  );
  return modelsWithCounts.map((model) => {
    const { low, high } = wilsonInterval(model.k, model.n);
    const sameSizeModel = modelsWithCounts.find((other) => other !== model && other.n === model.n);
    const mcnemarRange = sameSizeModel ? mcnemarBounds(model.k, sameSizeModel.k, model.n) : null;
    return {
      group: "Section 4.4 Twenty problems",
      label: model.model,
      quantities: [quantity("accuracy", String(model.value), model.k / model.n)],
      refused: null,
      beside:
        `${model.k} of ${model.n}, Wilson 95% ${low.toFixed(3)}-${high.toFixed(3)}; against chance ${formatPInSentence(exactBinomialTest(model.k, model.n, 0.5).pvalue)}` +
        (mcnemarRange && sameSizeModel
          ? `; against ${sameSizeModel.model} the mid-p lies between ${mcnemarRange.smallest.toFixed(3)} and ${mcnemarRange.largest.toFixed(3)} whatever the pairs`
          : ""),
    };
  });
}

function checkClassifier({ dataset, models }: Data): PublishedCheck {
  const thousands = (text: string) => Number(text.replace("k", "")) * 1000;
  const heldOutExamples = thousands(dataset.testAndValidationExamples);
  const classifier = models.find(({ n }) => n === undefined)!;
  const right = Math.round(classifier.value * heldOutExamples);
  const { low, high } = wilsonInterval(right, heldOutExamples);
  return {
    group: "Section 4.2 Baseline classifier",
    label: classifier.model,
    quantities: [quantity("validation accuracy", String(classifier.value), right / heldOutExamples)],
    refused: null,
    beside: `of about ${heldOutExamples} validation problems, Wilson 95% ${low.toFixed(3)}-${high.toFixed(3)}; training and two held-out parts divide 3 : 1 : 1 (${(thousands(dataset.trainExamples) / heldOutExamples).toFixed(2)} : 1)`,
  };
}
