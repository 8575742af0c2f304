import { Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct, IConstruct } from 'constructs';
import { type PlanName, plans } from '#contract/plans.ts';
import { createPeoplePlan } from './people-plan.ts';

export type CommercePlans = { readonly [Plan in PlanName]: UsagePlan };

/**
 * One usage plan per subscription tier, and the plan of people. Brands get their gateway keys, and the keys their plan,
 * at run time.
 *
 * @param peopleKey value of the key that meters people whose request names no brand of theirs
 */
export function createCommercePlans(
  scope: Construct,
  { name, stage, peopleKey }: { readonly name: string; readonly stage: Stage; readonly peopleKey: string },
): CommercePlans {
  const create = (plan: PlanName, id: string) => {
    const { ratePerSecond, burst, monthlyQuota } = plans[plan];
    return new UsagePlan(scope, id, {
      description: `Plan ${plan} of ${name}`,
      throttle: { rateLimit: ratePerSecond, burstLimit: burst },
      quota: { limit: monthlyQuota, period: Period.MONTH },
      apiStages: [{ api: stage.restApi, stage }],
    });
  };
  const made = {
    starter: create('starter', 'StarterPlan'),
    farm: create('farm', 'FarmPlan'),
    enterprise: create('enterprise', 'EnterprisePlan'),
  };
  deployInSequence([...Object.values(made), createPeoplePlan(scope, peopleKey, stage)]);
  return made;
}

/**
 * Makes CloudFormation create, update and delete these in turn: API Gateway refuses parallel changes of usage plans
 * of one stage, and of the keys of one plan, with 409.
 */
export function deployInSequence(constructs: readonly IConstruct[]): void {
  for (const [index, construct] of constructs.entries()) {
    const before = constructs[index - 1];
    if (before) construct.node.addDependency(before);
  }
}
