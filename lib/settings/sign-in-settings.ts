import * as z from 'zod';
import { roleNames } from '#contract/role-names.ts';

/** A host name of at least two labels, in lower case. */
export const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const optional = (pattern: RegExp, expected: string) =>
  z
    .string()
    .refine((value) => value === '' || pattern.test(value), expected)
    .default('');

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

/** Origins of a list that spaces or commas separate. */
export const originsIn = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((origin) => origin !== '');

/** Allows plain HTTP for the development issuer on the developer's machine only. */
const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname));
};

const claimName = z.string().min(1).max(255);

function checkRoleNames(text: string, context: z.core.$RefinementCtx<string>): void {
  for (const { message } of roleNames.safeParse(text).error?.issues ?? []) context.addIssue(message);
}

/** Settings of an identity provider of the customer. A user pool of the deployment decides all of them. */
const providerSettings = {
  issuer: z
    .string()
    .refine((value) => value === '' || isIssuer(value), 'Expected an https URL')
    .default(''),
  /** Accepted audiences of the issuer's tokens, separated by spaces or commas. */
  audience: z.string().default(''),
  /** Claims of the issuer's tokens; dots separate the steps of a path into objects. */
  brandsClaim: claimName.default('granary_brands'),
  claimsRolesClaim: claimName.default('granary_claims_roles'),
  providersClaim: claimName.default('granary_billing_npis'),
  operatorClaim: claimName.default('granary_operator'),
  /** The issuer's names of roles, such as `Billing Team=biller,Compliance=auditor`. */
  roleNames: z.string().max(1000).superRefine(checkRoleNames).default(''),
  /** Client of the web app at the issuer: public, with authorization code and PKCE. */
  webClientId: optional(/^[\x21-\x7e]{1,255}$/, 'Expected the id of a client'),
  webScope: z
    .string()
    .refine((value) => value.split(' ').includes('openid'), 'Expected scopes with openid')
    .default('openid profile offline_access'),
  /** Sent as `audience` when people sign in; for providers that need it, such as Auth0. */
  webAudience: z.string().max(255).default(''),
  /** Token of a sign-in that the APIs accept. */
  webTokenUse: z.enum(['access_token', 'id_token']).default('access_token'),
  /** Further origins that sign-in needs, separated by spaces or commas, such as the domain of a Cognito user pool. */
  webOrigins: z
    .string()
    .max(1000)
    .refine(
      (value) => originsIn(value).every((origin) => isOrigin(origin) && origin.startsWith('https:')),
      'Expected origins such as https://login.example.com',
    )
    .default(''),
} as const;

/** Settings of sign-in and of the web app. There is a web app with a client, or with a user pool. */
export const signInSettings = {
  /** Where people are known: at an identity provider of the customer, if any, or in a user pool of the deployment. */
  identity: z.enum(['external', 'cognito']).default('external'),
  ...providerSettings,
  /** Host name of the web app; one of CloudFront if empty. */
  webDomainName: optional(hostName, 'Expected a host name in lower case such as app.example.com'),
  /** Certificate for the host name. CloudFront requires one in us-east-1. */
  webCertificateArn: optional(
    /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
    'Expected the ARN of a certificate of ACM in us-east-1',
  ),
} as const;

type SignInSettings = z.output<z.ZodObject<typeof signInSettings>> & { readonly stackPrefix: string };

/** Whether the deployment has the web app. */
export const hasWebApp = ({ identity, webClientId }: Pick<SignInSettings, 'identity' | 'webClientId'>) =>
  identity === 'cognito' || webClientId !== '';

export function checkSignInSettings(settings: SignInSettings, report: z.core.$RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    report.addIssue({ code: 'custom', path: [name], message, input: settings });
  const { webClientId, webDomainName, webCertificateArn, issuer, audience } = settings;
  if (settings.identity === 'cognito') {
    const given: Readonly<Record<string, unknown>> = settings;
    for (const [name, value] of Object.entries(z.object(providerSettings).parse({}))) {
      if (given[name] !== value) {
        refuse(name, 'Not possible with identity=cognito, which has its own provider; remove one of them');
      }
    }
    if (/aws|amazon|cognito/i.test(settings.stackPrefix)) {
      refuse('stackPrefix', 'Cognito refuses domains of sign-in with aws, amazon or cognito in them');
    }
  }
  if (issuer !== '' && audience === '') {
    refuse('audience', 'An issuer needs an audience; otherwise tokens for other services would be accepted');
  }
  if (webClientId !== '' && issuer === '') refuse('issuer', 'Required with webClientId');
  for (const name of ['webAudience', 'webOrigins', 'webDomainName', 'webCertificateArn'] as const) {
    if (settings[name] !== '' && !hasWebApp(settings)) refuse('webClientId', `Required with ${name}`);
  }
  if (webDomainName !== '' && webCertificateArn === '') {
    refuse('webCertificateArn', 'Required with webDomainName');
  }
  if (webCertificateArn !== '' && webDomainName === '') {
    refuse('webDomainName', 'Required with webCertificateArn');
  }
}
