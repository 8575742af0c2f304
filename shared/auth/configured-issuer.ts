import type { TokenEnvironment } from '#contract/environment.ts';
import { type BearerVerifier, bearerVerifier } from './bearer-token.ts';

/**
 * The verifier of the configured issuer; undefined without an issuer, when only API keys are valid.
 *
 * @param onRefused receives the name of the failed check, never a value of the token
 */
export function configuredVerifier(
  environment: TokenEnvironment,
  onRefused: (reason: string) => void,
): BearerVerifier | undefined {
  if (environment.TOKEN_ISSUER === '') return undefined;
  return bearerVerifier({
    issuer: environment.TOKEN_ISSUER,
    audience: environment.TOKEN_AUDIENCE,
    claimNames: {
      brands: environment.TOKEN_BRANDS_CLAIM,
      claimsRoles: environment.TOKEN_CLAIMS_ROLES_CLAIM,
      operator: environment.TOKEN_OPERATOR_CLAIM,
      roleNames: environment.TOKEN_ROLE_NAMES,
    },
    onRefused,
  });
}
