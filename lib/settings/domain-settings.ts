import * as z from 'zod';
import { hostName } from './host-name.ts';

const optional = (pattern: RegExp, expected: string) =>
  z
    .string()
    .refine((value) => value === '' || pattern.test(value), expected)
    .default('');

/** Settings of the custom domain. An empty value counts as a missing setting. */
export const domainSettings = {
  /** Host name of both APIs, which are `/commerce` and `/claims` below it. */
  domainName: optional(hostName, 'Expected a host name in lower case such as api.example.com'),
  /** Certificate for the host name, in the region of the deployment; created in the hosted zone if absent. */
  certificateArn: optional(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    'Expected the ARN of a certificate of ACM',
  ),
  /** Route 53 hosted zone for the alias records of the host name. */
  hostedZoneId: optional(/^Z[A-Z0-9]{1,31}$/, 'Expected the id of a hosted zone such as Z0123456789ABC'),
  hostedZoneName: optional(hostName, 'Expected the name of the hosted zone such as example.com'),
  /** `off`: API Gateway responds with 403 under the addresses that it assigns itself. */
  executeApiEndpoint: z.enum(['on', 'off']).default('on'),
} as const;

/** A hosted zone can also be that of the web app. */
type DomainSettings = z.output<z.ZodObject<typeof domainSettings>> & { readonly webDomainName: string };

export function checkDomainSettings(settings: DomainSettings, report: z.core.$RefinementCtx): void {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName, executeApiEndpoint } = settings;
  const requireSetting = (name: keyof DomainSettings, message: string) =>
    report.addIssue({ code: 'custom', path: [name], message, input: settings });
  if (hostedZoneId !== '' && hostedZoneName === '')
    requireSetting('hostedZoneName', 'Required with hostedZoneId');
  if (hostedZoneName !== '' && hostedZoneId === '')
    requireSetting('hostedZoneId', 'Required with hostedZoneName');
  if (domainName === '') {
    if (certificateArn !== '') requireSetting('domainName', 'Required with certificateArn');
    if (hostedZoneId !== '' && settings.webDomainName === '') {
      requireSetting('domainName', 'Required with hostedZoneId');
    }
    if (executeApiEndpoint === 'off') {
      requireSetting(
        'domainName',
        'Required when executeApiEndpoint is off; otherwise the APIs have no address',
      );
    }
    return;
  }
  if (certificateArn === '' && hostedZoneId === '') {
    requireSetting(
      'certificateArn',
      'A domainName needs a certificateArn, or hostedZoneId and hostedZoneName',
    );
  }
  if (hostedZoneName !== '' && domainName !== hostedZoneName && !domainName.endsWith(`.${hostedZoneName}`)) {
    requireSetting('domainName', `Not in the hosted zone ${hostedZoneName}`);
  }
}
