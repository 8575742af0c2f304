import { checkedSettings } from '#lib/settings/checked-settings.ts';

const [defaults = {}, certificate = {}, hostedZone = {}, web = {}] = Object.values(checkedSettings);
const { domainName = '', certificateArn = '' } = certificate;
const { hostedZoneId = '', hostedZoneName = '' } = hostedZone;

/** Settings of the templates in the tests: those of `npm run check`, and one more combination. */
export const testedSettings = {
  defaults,
  /** A customer-managed key, a domain with a certificate, the test payer. */
  certificate,
  /** A domain in a hosted zone, no other address, another stack prefix. */
  hostedZone,
  /** The web app without a domain. */
  web,
  /** A domain with a certificate in a hosted zone, the web app in it, the test payer, a protected Data stack. */
  certificateInZone: {
    domainName,
    certificateArn,
    hostedZoneId,
    hostedZoneName,
    issuer: 'https://login.example.com',
    audience: 'granary',
    webClientId: 'granary-web',
    webDomainName: 'app.example.com',
    webCertificateArn: certificate['webCertificateArn'] ?? '',
    testPayer: 'on',
    terminationProtection: 'on',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type TestedSettings = keyof typeof testedSettings;
