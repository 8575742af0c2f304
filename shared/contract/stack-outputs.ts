import * as z from 'zod';
import type { PlanName } from './plans.ts';

/** Stack outputs that the operator command reads, so that it uses the same tables and plans as the functions. */
const everyService = {
  EnvironmentName: z.string().min(1).describe('Name of the environment, part of every API key'),
};

export const commerceOutputs = z.object({
  ...everyService,
  DefaultCurrency: z.string().min(1).describe('Currency of new brands that choose none'),
  CommerceTableName: z.string().min(1).describe('Table of the commerce service'),
  StarterPlanId: z.string().min(1).describe('Usage plan of brands on plan starter'),
  FarmPlanId: z.string().min(1).describe('Usage plan of brands on plan farm'),
  EnterprisePlanId: z.string().min(1).describe('Usage plan of brands on plan enterprise'),
});
type CommerceOutputs = z.output<typeof commerceOutputs>;

export const claimsOutputs = z.object({
  ...everyService,
  ClaimsTableName: z.string().min(1).describe('Table of the claims service'),
  AuditTableName: z.string().min(1).describe('Table of the audit log'),
});

export const dataOutputs = z.object({
  ClearinghouseKeyName: z.string().min(1).describe('Secret that holds the private key for the clearinghouse'),
});

export const identityOutputs = z.object({
  UserPoolId: z.string().min(1).describe('User pool of the people'),
});

export const webOutputs = z.object({ WebAppUrl: z.url().describe('Address of the web app') });

/** Attribute of a person in the user pool: the address of the web app, for the invitation. */
export const webAddressAttribute = 'web_address';

export const paymentOutputs = z.object({
  PaymentKeysName: z.string().min(1).describe('Secret that holds the keys of the payment provider'),
});

export const planIdsOf = (outputs: CommerceOutputs): Readonly<Record<PlanName, string>> => ({
  starter: outputs.StarterPlanId,
  farm: outputs.FarmPlanId,
  enterprise: outputs.EnterprisePlanId,
});
