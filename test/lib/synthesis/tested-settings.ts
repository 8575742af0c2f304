import { checkedSettings } from '#lib/settings/checked-settings.ts';

const [defaults = {}, certificate = {}, hostedZone = {}] = Object.values(checkedSettings);
const { domainName = '', certificateArn = '' } = certificate;
const { hostedZoneId = '', hostedZoneName = '' } = hostedZone;

const web = { issuer: 'https://login.example.com', audience: 'granary', webClientId: 'granary-web' };
const everything = {
  dashboards: 'on',
  payments: 'on',
  clearinghouse: 'on',
  senderEmail: 'farm@example.com',
  smsOrigination: 'phone-0123456789abcdef',
};

/** Settings of the templates in the tests: those of `npm run check`, and two more combinations. */
export const testedSettings = {
  defaults,
  /** A customer-managed key, a domain with a certificate, the test payer. */
  certificate,
  /** A domain in a hosted zone, no other address of the APIs, a user pool, another stack prefix. */
  hostedZone,
  /** A user pool, the web app without a domain, dashboards, and everything that needs a secret. */
  web: { identity: 'cognito', ...everything },
  /** A domain with a certificate in a hosted zone, the web app in it, the test payer, a protected Data stack. */
  certificateInZone: {
    domainName,
    certificateArn,
    hostedZoneId,
    hostedZoneName,
    ...web,
    webDomainName: 'app.example.com',
    webCertificateArn: certificate['webCertificateArn'] ?? '',
    testPayer: 'on',
    terminationProtection: 'on',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type TestedSettings = keyof typeof testedSettings;
