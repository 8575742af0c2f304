import * as z from 'zod';

/** Environment that every function gets. */
const everyFunction = {
  /** Package version, answered by health. */
  GRANARY_VERSION: z.string().default('1.0.0'),
  /** Name of the environment, e.g. `production`. */
  GRANARY_ENVIRONMENT: z.string().default('production'),
  POWERTOOLS_SERVICE_NAME: z.string().default('granary'),
  /** Allowed browser origin, or `*`. */
  CORS_ORIGIN: z.string().default('*'),
};

export const plainEnvironment = z.object(everyFunction);

/** Functions of the commerce service that use its table. */
export const commerceEnvironment = z.object({ ...everyFunction, COMMERCE_TABLE: z.string().min(1) });

/** Functions that create and revoke gateway keys. */
export const gatewayKeysEnvironment = z.object({
  ...commerceEnvironment.shape,
  USAGE_PLAN_STARTER: z.string().min(1),
  USAGE_PLAN_FARM: z.string().min(1),
  USAGE_PLAN_ENTERPRISE: z.string().min(1),
});

/** Functions of the claims service. */
export const claimsEnvironment = z.object({
  ...everyFunction,
  CLAIMS_TABLE: z.string().min(1),
  AUDIT_TABLE: z.string().min(1),
});

/** Functions of the claims service that read or write X12 files. */
export const filesEnvironment = z.object({ ...claimsEnvironment.shape, X12_BUCKET: z.string().min(1) });

/** Functions that send files to the clearinghouse. */
export const clearinghouseEnvironment = z.object({
  ...filesEnvironment.shape,
  /** Directory into which the stub transport copies as well; only where functions run on a machine of one's own. */
  STAGING_DIRECTORY: z.string().min(1).optional(),
});

/** The authorizer: where bearer tokens come from. Without an issuer only API keys are accepted. */
export const authorizerEnvironment = z.object({
  ...commerceEnvironment.shape,
  TOKEN_ISSUER: z.string().default(''),
  TOKEN_AUDIENCE: z.string().default(''),
  /** Seconds for which an API key found once is trusted without a look-up, so also how long a revoked one may work. */
  CREDENTIAL_CACHE_SECONDS: z.coerce.number().int().min(0).max(300).default(15),
});

export type ClaimsEnvironment = z.input<typeof claimsEnvironment>;
export type FilesEnvironment = z.input<typeof filesEnvironment>;
export type ClearinghouseEnvironment = z.input<typeof clearinghouseEnvironment>;
export type CommerceEnvironment = z.input<typeof commerceEnvironment>;
export type GatewayKeysEnvironment = z.input<typeof gatewayKeysEnvironment>;
export type AuthorizerEnvironment = z.input<typeof authorizerEnvironment>;
export type PlainEnvironment = z.input<typeof plainEnvironment>;
