import * as z from 'zod';

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

/** Settings of the web app. Without `webClientId` there is no web app. */
export const webSettings = {
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
  /** Host name of the web app; one of CloudFront if empty. */
  webDomainName: optional(hostName, 'Expected a host name in lower case such as app.example.com'),
  /** Certificate for the host name. CloudFront requires one in us-east-1. */
  webCertificateArn: optional(
    /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
    'Expected the ARN of a certificate of ACM in us-east-1',
  ),
} as const;

type WebSettings = z.output<z.ZodObject<typeof webSettings>> & { readonly issuer: string };

export function checkWebSettings(settings: WebSettings, report: z.core.$RefinementCtx): void {
  const requireSetting = (name: keyof WebSettings, message: string) =>
    report.addIssue({ code: 'custom', path: [name], message, input: settings });
  const { webClientId, webDomainName, webCertificateArn, issuer } = settings;
  if (webClientId !== '' && issuer === '') requireSetting('issuer', 'Required with webClientId');
  for (const name of ['webAudience', 'webOrigins', 'webDomainName', 'webCertificateArn'] as const) {
    if (settings[name] !== '' && webClientId === '') requireSetting('webClientId', `Required with ${name}`);
  }
  if (webDomainName !== '' && webCertificateArn === '') {
    requireSetting('webCertificateArn', 'Required with webDomainName');
  }
  if (webCertificateArn !== '' && webDomainName === '') {
    requireSetting('webDomainName', 'Required with webCertificateArn');
  }
}
