import * as z from 'zod';
import { roleNames } from './role-names.ts';

const everyFunction = {
  /** Package version, which health returns. */
  GRANARY_VERSION: z.string().default('1.0.0'),
  /** Name of the environment, e.g. `production`. */
  GRANARY_ENVIRONMENT: z.string().default('production'),
  POWERTOOLS_SERVICE_NAME: z.string().default('granary'),
  /** Allowed browser origin, or `*`. */
  CORS_ORIGIN: z.string().default('*'),
};

export const plainEnvironment = z.object(everyFunction);

export const commerceEnvironment = z.object({ ...everyFunction, COMMERCE_TABLE: z.string().min(1) });

/** Functions that create and revoke gateway keys. */
export const gatewayKeysEnvironment = z.object({
  ...commerceEnvironment.shape,
  USAGE_PLAN_STARTER: z.string().min(1),
  USAGE_PLAN_FARM: z.string().min(1),
  USAGE_PLAN_ENTERPRISE: z.string().min(1),
});

export const claimsEnvironment = z.object({
  ...everyFunction,
  CLAIMS_TABLE: z.string().min(1),
  AUDIT_TABLE: z.string().min(1),
});

export const filesEnvironment = z.object({ ...claimsEnvironment.shape, X12_BUCKET: z.string().min(1) });

export const clearinghouseEnvironment = z.object({
  ...filesEnvironment.shape,
  /** Directory for copies of staged files; only in the local runtime. */
  STAGING_DIRECTORY: z.string().min(1).optional(),
  /** Secret that holds the private key for the clearinghouse's SFTP server. */
  CLEARINGHOUSE_KEY_SECRET: z.string().min(1),
});

/** Functions that verify, sign or export the audit log. */
export const auditEnvironment = z.object({
  ...claimsEnvironment.shape,
  CHECKPOINT_BUCKET: z.string().min(1),
  /** KMS key that signs checkpoints: ECC_NIST_P256. */
  CHECKPOINT_KEY: z.string().min(1),
  EXPORT_BUCKET: z.string().min(1),
});

export const auditRunsEnvironment = z.object({ ...auditEnvironment.shape, AUDIT_RUN_QUEUE: z.url() });

export const workEnvironment = z.object({ ...everyFunction, WORK_QUEUE: z.url() });

/** Issuer of bearer tokens. Without an issuer, only API keys are valid. */
const tokens = {
  TOKEN_ISSUER: z.string().default(''),
  /** Accepted audiences, separated by spaces or commas. */
  TOKEN_AUDIENCE: z.string().default(''),
  /** Claims of the issuer's tokens; a name with dots may be a path into objects. */
  TOKEN_BRANDS_CLAIM: z.string().default('granary_brands'),
  TOKEN_CLAIMS_ROLES_CLAIM: z.string().default('granary_claims_roles'),
  TOKEN_OPERATOR_CLAIM: z.string().default('granary_operator'),
  /** The issuer's own names of roles, e.g. `Billing Team=biller`. */
  TOKEN_ROLE_NAMES: roleNames.prefault(''),
  /** Seconds for which an API key is cached, and thus may work after its revocation. */
  CREDENTIAL_CACHE_SECONDS: z.coerce.number().int().min(0).max(300).default(15),
};

export type TokenEnvironment = z.output<z.ZodObject<typeof tokens>>;

export const commerceAuthorizerEnvironment = z.object({
  ...commerceEnvironment.shape,
  /** Value of the gateway key that meters people's requests without a brand. */
  PEOPLE_KEY: z.string().min(1),
  ...tokens,
});

export const claimsAuthorizerEnvironment = z.object({
  ...everyFunction,
  CLAIMS_TABLE: z.string().min(1),
  /** Prefix of the gateway key values that meter each role. */
  GATEWAY_KEY_PREFIX: z.string().min(1),
  ...tokens,
});

export type ClearinghouseEnvironment = z.input<typeof clearinghouseEnvironment>;
export type AuditRunsEnvironment = z.input<typeof auditRunsEnvironment>;
export type ClaimsAuthorizerEnvironment = z.input<typeof claimsAuthorizerEnvironment>;
export type CommerceEnvironment = z.input<typeof commerceEnvironment>;
export type GatewayKeysEnvironment = z.input<typeof gatewayKeysEnvironment>;
export type CommerceAuthorizerEnvironment = z.input<typeof commerceAuthorizerEnvironment>;
export type PlainEnvironment = z.input<typeof plainEnvironment>;
