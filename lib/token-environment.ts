import type { DeploymentSettings } from './settings/settings.ts';

/** What both authorizers are given of the settings of bearer tokens. */
export const tokenEnvironment = (context: DeploymentSettings) => ({
  TOKEN_ISSUER: context.issuer,
  TOKEN_AUDIENCE: context.audience,
  TOKEN_BRANDS_CLAIM: context.brandsClaim,
  TOKEN_CLAIMS_ROLES_CLAIM: context.claimsRolesClaim,
  TOKEN_OPERATOR_CLAIM: context.operatorClaim,
  TOKEN_ROLE_NAMES: context.roleNames,
});
