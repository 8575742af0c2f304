import {
  type Codec,
  type CodecFields,
  jsonFlag,
  jsonList,
  jsonNumber,
  jsonOneOf,
  jsonRecord,
  jsonText,
  optionalField,
  readJson,
  requiredField,
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
 * A payer profile from JSON, field names in snake_case. With `"extends": "CO_TXIX"`, or that as its id, missing fields
 * come from the profile of Colorado; otherwise every field is required. Throws JsonInputError with the path of each
 * error.
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

const provider = jsonRecord<EnrolledProvider>({
  npi: requiredField(jsonText),
  taxId: requiredField(jsonText),
  zip: requiredField(jsonText),
  taxonomies: requiredField(jsonList(jsonText)),
});

const expectations = jsonRecord<PayerExpectations>({
  renderingProvider: requiredField(jsonFlag),
  fiveDigitZip: requiredField(jsonFlag),
  priorAuthorization: requiredField(jsonList(jsonText)),
  orderingProvider: requiredField(jsonList(jsonText)),
  telehealthModifiers: requiredField(jsonList(jsonText)),
});

const change = jsonRecord<RuleChange>({
  enabled: optionalField(jsonFlag),
  severity: optionalField(jsonOneOf('fatal', 'error', 'warning', 'information')),
  title: optionalField(jsonText),
  message: optionalField(jsonText),
  basis: optionalField(jsonText),
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

const fields: CodecFields<PayerProfile> = {
  id: requiredField(jsonText),
  name: requiredField(jsonText),
  timeZone: requiredField(timeZone),
  environment: optionalField(jsonOneOf('production', 'test')),
  receiver: requiredField(
    jsonRecord<PayerProfile['receiver']>({
      qualifier: requiredField(jsonText),
      id: requiredField(jsonText),
      name: requiredField(jsonText),
    }),
  ),
  tradingPartnerId: optionalField(jsonText),
  transactionTypes: requiredField(jsonList(jsonText)),
  maximumClaims: requiredField(jsonNumber),
  payer: requiredField(
    jsonRecord<PayerProfile['payer']>({ idQualifier: requiredField(jsonText), id: requiredField(jsonText) }),
  ),
  claimFiling: requiredField(
    jsonRecord<PayerProfile['claimFiling']>({
      codes: requiredField(jsonList(jsonText)),
      crossover: requiredField(jsonList(jsonText)),
    }),
  ),
  member: requiredField(
    jsonRecord<PayerProfile['member']>({
      idQualifier: requiredField(jsonText),
      idPattern: requiredField(pattern),
    }),
  ),
  frequencies: requiredField(jsonList(jsonText)),
  timelyFiling: requiredField(
    jsonRecord<PayerProfile['timelyFiling']>({
      days: requiredField(jsonNumber),
      warnFrom: requiredField(jsonNumber),
    }),
  ),
  refuses: requiredField(
    jsonRecord<PayerProfile['refuses']>({
      attachments: requiredField(jsonFlag),
      facilityAtBillingAddress: requiredField(jsonFlag),
    }),
  ),
  providers: requiredField(jsonList(provider)),
  fileName: requiredField(
    jsonRecord<PayerProfile['fileName']>({
      prefix: requiredField(jsonText),
      transactionType: requiredField(jsonText),
      part: requiredField(jsonText),
      extension: requiredField(jsonText),
      minutesAhead: requiredField(jsonNumber),
    }),
  ),
  expects: requiredField(expectations),
  rules: requiredField(rules),
};

const wholeProfile = jsonRecord<PayerProfile>(fields);

const profileCodec: Codec<PayerProfile> = {
  toJson: wholeProfile.toJson,
  fromJson: (json, at) => {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      return at.wrong('must be an object');
    const { extends: name, ...given } = Object.fromEntries(Object.entries(json));
    if (name !== undefined && !bases.has(String(name)))
      return at.at('extends').wrong('is not a built-in profile');
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
