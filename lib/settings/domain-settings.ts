import * as z from 'zod';

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const optional = (pattern: RegExp, expected: string) =>
  z
    .string()
    .refine((value) => value === '' || pattern.test(value), expected)
    .default('');

/** Settings of the custom domain. An empty value means that the setting is not given. */
export const domainSettings = {
  /** Host name that both APIs are served under, as `/commerce` and `/claims`. */
  domainName: optional(hostName, 'Expected a host name in lower case such as api.example.com'),
  /** Certificate for the host name, in the region of the deployment. Absent: one is made in the hosted zone. */
  certificateArn: optional(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    'Expected the ARN of a certificate of ACM',
  ),
  /** Route 53 zone that the alias records of the host name are written to. */
  hostedZoneId: optional(/^Z[A-Z0-9]{1,31}$/, 'Expected the id of a hosted zone such as Z0123456789ABC'),
  hostedZoneName: optional(hostName, 'Expected the name of the hosted zone such as example.com'),
  /** `off` answers 403 under the addresses that API Gateway gives the APIs itself. */
  executeApiEndpoint: z.enum(['on', 'off']).default('on'),
} as const;

type DomainSettings = z.output<z.ZodObject<typeof domainSettings>>;

/** Reports each setting that is given without another one that it needs. */
export function checkDomainSettings(settings: DomainSettings, report: z.core.$RefinementCtx): void {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName, executeApiEndpoint } = settings;
  const needs = (name: keyof DomainSettings, message: string) =>
    report.addIssue({ code: 'custom', path: [name], message, input: settings });
  if (hostedZoneId !== '' && hostedZoneName === '') needs('hostedZoneName', 'Needed beside hostedZoneId');
  if (hostedZoneName !== '' && hostedZoneId === '') needs('hostedZoneId', 'Needed beside hostedZoneName');
  if (domainName === '') {
    if (certificateArn !== '') needs('domainName', 'Needed beside certificateArn');
    if (hostedZoneId !== '') needs('domainName', 'Needed beside hostedZoneId');
    if (executeApiEndpoint === 'off') {
      needs('domainName', 'Needed where executeApiEndpoint is off, or the APIs have no address');
    }
    return;
  }
  if (certificateArn === '' && hostedZoneId === '') {
    needs('certificateArn', 'A domainName needs a certificateArn, or hostedZoneId and hostedZoneName');
  }
  if (hostedZoneName !== '' && domainName !== hostedZoneName && !domainName.endsWith(`.${hostedZoneName}`)) {
    needs('domainName', `Not in the hosted zone ${hostedZoneName}`);
  }
}
