import {
  type Codec,
  type Fields,
  flag,
  list,
  number,
  oneOf,
  optional,
  readJson,
  record,
  required,
  text,
} from '../../values/json-codec.ts';
import {
  coloradoMedicaid,
  type EnrolledProvider,
  type PayerExpectations,
  type PayerProfile,
  type RuleChange,
  type StateRuleId,
} from './payer-profile.ts';
import { stateRules } from './state-rules.ts';

/**
 * A payer profile from JSON, field names in snake_case. With `"extends": "CO_TXIX"`, or that as its id, what is left
 * out is taken from the profile of Colorado; else every field is required. Throws JsonInputError with the path of
 * each thing that is wrong.
 */
export function parsePayerProfile(json: unknown): PayerProfile {
  return readJson(profileCodec, json);
}

export function payerProfileToJson(profile: PayerProfile): unknown {
  return wholeProfile.toJson(profile);
}

const bases: ReadonlyMap<string, PayerProfile> = new Map([[coloradoMedicaid.id, coloradoMedicaid]]);

const pattern: Codec<string> = {
  toJson: (value) => value,
  fromJson: (json, at) => {
    if (typeof json !== 'string') return at.wrong('must be a regular expression');
    try {
      new RegExp(json);
      return json;
    } catch {
      return at.wrong('must be a regular expression');
    }
  },
};

const timeZone: Codec<string> = {
  toJson: (value) => value,
  fromJson: (json, at) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: String(json) }) && String(json);
    } catch {
      return at.wrong('must be an IANA time zone, such as America/Denver');
    }
  },
};

const provider = record<EnrolledProvider>({
  npi: required(text),
  taxId: required(text),
  zip: required(text),
  taxonomies: required(list(text)),
});

const expectations = record<PayerExpectations>({
  renderingProvider: required(flag),
  fiveDigitZip: required(flag),
  priorAuthorization: required(list(text)),
  orderingProvider: required(list(text)),
  telehealthModifiers: required(list(text)),
});

const change = record<RuleChange>({
  enabled: optional(flag),
  severity: optional(oneOf('fatal', 'error', 'warning', 'information')),
  title: optional(text),
  message: optional(text),
  basis: optional(text),
});

const rules: Codec<PayerProfile['rules']> = {
  toJson: (value) =>
    Object.fromEntries(Object.entries(value).map(([id, one]) => [id, one && change.toJson(one)])),
  fromJson: (json, at) => {
    if (typeof json !== 'object' || json === null) return at.wrong('must be an object');
    const changes: Partial<Record<StateRuleId, RuleChange>> = {};
    for (const [id, one] of Object.entries(json)) {
      const rule = stateRules.find((known) => known.id === id);
      const read = rule ? change.fromJson(one, at.at(id)) : at.at(id).wrong('is not a rule');
      if (rule && read) changes[rule.id] = read;
    }
    return changes;
  },
};

const fields: Fields<PayerProfile> = {
  id: required(text),
  name: required(text),
  timeZone: required(timeZone),
  environment: optional(oneOf('production', 'test')),
  receiver: required(
    record<PayerProfile['receiver']>({
      qualifier: required(text),
      id: required(text),
      name: required(text),
    }),
  ),
  tradingPartnerId: optional(text),
  transactionTypes: required(list(text)),
  maximumClaims: required(number),
  payer: required(record<PayerProfile['payer']>({ idQualifier: required(text), id: required(text) })),
  claimFiling: required(
    record<PayerProfile['claimFiling']>({ codes: required(list(text)), crossover: required(list(text)) }),
  ),
  member: required(
    record<PayerProfile['member']>({ idQualifier: required(text), idPattern: required(pattern) }),
  ),
  frequencies: required(list(text)),
  timelyFiling: required(
    record<PayerProfile['timelyFiling']>({ days: required(number), warnFrom: required(number) }),
  ),
  refuses: required(
    record<PayerProfile['refuses']>({
      attachments: required(flag),
      facilityAtBillingAddress: required(flag),
    }),
  ),
  providers: required(list(provider)),
  fileName: required(
    record<PayerProfile['fileName']>({
      prefix: required(text),
      transactionType: required(text),
      part: required(text),
      extension: required(text),
      minutesAhead: required(number),
    }),
  ),
  expects: required(expectations),
  rules: required(rules),
};

const wholeProfile = record<PayerProfile>(fields);

const profileCodec: Codec<PayerProfile> = {
  toJson: wholeProfile.toJson,
  fromJson: (json, at) => {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      return at.wrong('must be an object');
    const { extends: name, ...given } = Object.fromEntries(Object.entries(json));
    if (name !== undefined && !bases.has(String(name)))
      return at.at('extends').wrong('is no built-in profile');
    const base = bases.get(String(name ?? given['id']));
    return wholeProfile.fromJson(base ? merged(jsonOf(base), given) : given, at);
  },
};

function jsonOf(profile: PayerProfile): Record<string, unknown> {
  return Object.fromEntries(Object.entries(wholeProfile.toJson(profile) ?? {}));
}

/** Objects are merged field by field, all else is replaced. */
function merged(base: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const result = { ...base };
  for (const [key, value] of Object.entries(given)) {
    const under = base[key];
    result[key] = isObject(value) && isObject(under) ? merged(under, value) : value;
  }
  return result;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
