import { ApiKey, CfnUsagePlanKey, Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct, IConstruct } from 'constructs';
import type { ClaimsRole } from '#contract/endpoint.ts';
import { claimsPlan, type PlanName, peoplePlan, plans } from '#contract/plans.ts';

// Values of gateway keys are not secret: API Gateway takes them from the authorizer, never from a client.

export type CommercePlans = { readonly [Plan in PlanName]: UsagePlan };

/**
 * Creates a usage plan for each subscription tier, and one for people. The service creates the gateway keys of brands,
 * and moves them between the plans, at run time.
 *
 * @param peopleKey value of the key for people whose request names no brand of theirs
 */
export function createCommercePlans(
  scope: Construct,
  { name, stage, peopleKey }: { readonly name: string; readonly stage: Stage; readonly peopleKey: string },
): CommercePlans {
  const create = (plan: PlanName, id: string) =>
    createPlan(scope, id, `Plan ${plan} of ${name}`, stage, plans[plan]);
  const created = {
    starter: create('starter', 'StarterPlan'),
    farm: create('farm', 'FarmPlan'),
    enterprise: create('enterprise', 'EnterprisePlan'),
  };
  // Operators, people who hold no brand yet, and requests whose brand only the body names.
  const people = createPlan(
    scope,
    'PeoplePlan',
    'People whose request names no brand of theirs',
    stage,
    peoplePlan,
  );
  people.addApiKey(new ApiKey(scope, 'PeopleKey', { description: 'Meters people', value: peopleKey }));
  deployInSequence([...Object.values(created), people]);
  return created;
}

/** Construct id, end of the key value and description: one key for each role, and one for people without a role. */
const meteredCallers: readonly (readonly [id: string, name: ClaimsRole | 'no-role', description: string])[] =
  [
    ['BillerKey', 'biller', 'Meters billers'],
    ['AuditorKey', 'auditor', 'Meters auditors'],
    ['AdminKey', 'admin', 'Meters admins'],
    ['NoRoleKey', 'no-role', 'Meters people without a role'],
  ];

/**
 * Creates the usage plan of the claims service with a key for each role, so that no role uses up the throttle of
 * another.
 *
 * @param keyPrefix begins the value of each key, which ends in the role or `no-role`
 */
export function createRolePlan(scope: Construct, keyPrefix: string, stage: Stage): void {
  const plan = createPlan(scope, 'RolePlan', 'Callers of the claims service, by role', stage, claimsPlan);
  const keys = meteredCallers.map(
    ([id, name, description]) => new ApiKey(scope, id, { description, value: `${keyPrefix}-${name}` }),
  );
  for (const key of keys) plan.addApiKey(key);
  deployInSequence(keys);
  deployInSequence(plan.node.findAll().filter((one) => one instanceof CfnUsagePlanKey));
}

interface PlanLimits {
  readonly ratePerSecond: number;
  readonly burst: number;
  readonly monthlyQuota?: number;
}

const createPlan = (
  scope: Construct,
  id: string,
  description: string,
  stage: Stage,
  { ratePerSecond, burst, monthlyQuota }: PlanLimits,
): UsagePlan =>
  new UsagePlan(scope, id, {
    description,
    throttle: { rateLimit: ratePerSecond, burstLimit: burst },
    ...(monthlyQuota !== undefined && { quota: { limit: monthlyQuota, period: Period.MONTH } }),
    apiStages: [{ api: stage.restApi, stage }],
  });

/**
 * Makes CloudFormation create, update and delete these one after the other, because API Gateway refuses parallel
 * changes of the usage plans of a stage, and of the keys of a plan, with 409.
 */
function deployInSequence(constructs: readonly IConstruct[]): void {
  for (const [index, construct] of constructs.entries()) {
    const previous = constructs[index - 1];
    if (previous) construct.node.addDependency(previous);
  }
}
