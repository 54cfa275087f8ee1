import * as z from "zod";
import { differentialItemFunctioning } from "../item-response/differential-item-functioning.ts";
import { abilityMethods, personAbility } from "../item-response/person-ability.ts";
import { raschModel } from "../item-response/rasch-model.ts";
import { crossedLogistic } from "../regression/crossed-logistic.ts";
import { type Call, call, zeroOrOne } from "./call.ts";

const number = z.number();
const answers = z.array(zeroOrOne.nullable());
const ids = z.array(z.union([z.string(), number]).nullable());

/** Models of persons and items. */
export const itemResponseCalls: Record<string, Call> = {
  mantel_haenszel_dif: call(
    "responses (persons x items, 0/1/null), group (0 reference, 1 focal), item, width -> nReference, nFocal, nDropped, nStrata, commonOddsRatio, chi2, pvalue, delta, seDelta, class",
    { responses: z.array(answers), group: z.array(number), item: number, width: number },
    ({ responses, group, item, width }) => differentialItemFunctioning(responses, group, item, width),
  ),
  rasch_cml: call(
    "responses (persons x items, 0/1) -> difficulty, se, loglik, nPersonsUsed, removedItems, estimable",
    { responses: z.array(z.array(zeroOrOne)) },
    ({ responses }) => raschModel(responses),
  ),
  ability_ml: call(
    `difficulties, responses (0/1/null), method (${abilityMethods.join(" | ")}) -> score, n, theta, se, method`,
    {
      difficulties: z.array(number.nullable()),
      responses: answers,
      method: z.enum(abilityMethods).optional(),
    },
    ({ difficulties, responses, method }) => personAbility(difficulties, responses, method),
  ),
  glmm_crossed_logistic: call(
    "y (0/1), subject, item, X (a row for each answer, without the constant) -> beta, se, seRX, sdSubject, sdItem, loglik, singular",
    { y: answers, subject: ids, item: ids, X: z.array(z.array(number.nullable())) },
    ({ y, subject, item, X }) => {
      const {
        covariance: _covariance,
        places: _places,
        sdFurther: _sdFurther,
        ...fit
      } = crossedLogistic(y, subject, item, X);
      return fit;
    },
  ),
};
