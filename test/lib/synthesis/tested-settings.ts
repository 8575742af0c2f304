import { checkedSettings } from '#lib/settings/checked-settings.ts';

const [defaults = {}, certificate = {}, hostedZone = {}] = Object.values(checkedSettings);
const { domainName = '', certificateArn = '' } = certificate;
const { hostedZoneId = '', hostedZoneName = '' } = hostedZone;

/** Settings of the templates in the tests: those of `npm run check`, and one more combination. */
export const testedSettings = {
  defaults,
  /** A customer-managed key, a domain with a certificate, the test payer. */
  certificate,
  /** A domain in a hosted zone, no other address, another stack prefix. */
  hostedZone,
  /** A domain with a certificate in a hosted zone, the test payer, a protected Data stack. */
  certificateInZone: {
    domainName,
    certificateArn,
    hostedZoneId,
    hostedZoneName,
    testPayer: 'on',
    terminationProtection: 'on',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type TestedSettings = keyof typeof testedSettings;
