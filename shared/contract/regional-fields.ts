import * as z from 'zod';

/** An IANA time zone, in the spelling of the tz database. */
export const timeZone = z
  .string()
  .max(64)
  .transform((value, { issues }) => {
    const name = canonicalTimeZone(value);
    if (name !== undefined) return name;
    issues.push({
      code: 'invalid_format',
      format: 'time_zone',
      input: value,
      message: 'Expected an IANA time zone such as America/Denver',
    });
    return z.NEVER;
  })
  .meta({ openapi: { type: 'string', maxLength: 64, examples: ['America/Denver'] } });

/** Offsets such as +01:00 are no time zones, because they know no daylight saving. */
function canonicalTimeZone(value: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value)) return undefined;
  try {
    const { timeZone: name } = new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions();
    // The engine maps aliases of an older name, such as Europe/Kyiv, so it may return another name than the caller's.
    return name.toLowerCase() === value.toLowerCase() ? name : value;
  } catch {
    return undefined;
  }
}

/** Active ISO 4217 codes with two decimals, because all amounts are counted in hundredths. */
const currencies =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG'.split(
    ' ',
  );

export const currencyCode = z.enum(currencies, 'Expected an ISO 4217 code with two decimals, such as USD');

/** A BCP 47 language tag in its canonical form. */
export const localeTag = z
  .string()
  .max(35)
  .transform((value, { issues }) => {
    const tag = canonicalLocale(value);
    if (tag !== undefined) return tag;
    issues.push({
      code: 'invalid_format',
      format: 'locale',
      input: value,
      message: 'Expected a BCP 47 language tag such as en-US',
    });
    return z.NEVER;
  })
  .meta({ openapi: { type: 'string', minLength: 2, maxLength: 35, examples: ['en-US'] } });

function canonicalLocale(value: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch {
    return undefined;
  }
}
