"use client";

import { useState } from "react";
import type { Problem } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { Explorer } from "./explorer.tsx";
import { replaceAddress, stepAddress } from "./step-address.ts";

/** The explorer of one problem. The address contains the step, so that a link to a step can be shared. */
export function ExplorerWithAddress({
  problem,
  initialStep,
  address,
}: {
  problem: Problem;
  initialStep: number;
  /** The path and query of this page, without the step. */
  address: string;
}) {
  const [step, setStep] = useState(initialStep);
  return (
    <Explorer
      problem={problem}
      step={step}
      hrefOf={(next) => stepAddress(address, next)}
      onStep={(next) => {
        setStep(next);
        replaceAddress(stepAddress(address, next));
      }}
    />
  );
}
