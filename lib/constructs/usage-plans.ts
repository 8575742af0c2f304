import { Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct, IConstruct } from 'constructs';
import { type PlanName, plans } from '#contract/plans.ts';

export type UsagePlans = { readonly [Plan in PlanName]: UsagePlan };

/** One usage plan per subscription tier. Brands get their gateway keys, and the keys their plan, at run time. */
export function createUsagePlans(scope: Construct, name: string, stage: Stage): UsagePlans {
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
  oneAfterTheOther(Object.values(made));
  return made;
}

/**
 * Makes CloudFormation create, update and delete these in turn: API Gateway refuses parallel changes of usage plans
 * of one stage, and of the keys of one plan, with 409.
 */
export function oneAfterTheOther(constructs: readonly IConstruct[]): void {
  for (const [index, construct] of constructs.entries()) {
    const before = constructs[index - 1];
    if (before) construct.node.addDependency(before);
  }
}
