import {
  type Codec,
  defaultedField,
  jsonDate,
  jsonList,
  jsonMoney,
  jsonNumber,
  jsonRecord,
  jsonText,
  memoryOnlyField,
  optionalField,
  requiredField,
} from '../values/json-codec.ts';
import type { AnyField, RecordSpec, Scalar, UsualParty } from './field.ts';

/** The JSON of a record, by its description: names in snake_case, amounts as decimal strings, without positions. */
export function recordCodec<T extends object>(spec: RecordSpec<T>): Codec<T> {
  return codecOf(spec, spec.usual) as Codec<T>;
}

type CodecField = ReturnType<typeof requiredField<unknown>>;

/** Codecs by description and role, so that a party that has many places is described once. */
const known = new Map<RecordSpec<object>, Map<string, Codec<object>>>();

function codecOf(spec: RecordSpec<object>, usual: UsualParty | undefined): Codec<object> {
  const byRole = known.get(spec) ?? new Map<string, Codec<object>>();
  known.set(spec, byRole);
  const role = `${usual?.role} ${usual?.idQualifier}`;
  const codec = byRole.get(role) ?? newCodec(spec, usual);
  byRole.set(role, codec);
  return codec;
}

function newCodec(spec: RecordSpec<object>, usual: UsualParty | undefined): Codec<object> {
  const codec = jsonRecord<Record<string, unknown>>(recordFields(spec, usual));
  return spec.isParty ? withUsualParty(codec, usual) : codec;
}

/** Codecs of the fields of a record. */
function recordFields(spec: RecordSpec<object>, usual = spec.usual): Record<string, CodecField> {
  return Object.fromEntries(
    Object.entries(spec.fields).map(([name, field]) => [
      name,
      spec.isParty && name === 'role'
        ? defaultedField<unknown>(jsonText, usual?.role ?? '')
        : fieldCodec(field),
    ]),
  );
}

function fieldCodec(field: AnyField): CodecField {
  switch (field.kind) {
    case 'memory':
      return memoryOnlyField;
    case 'element': {
      const codec = scalarCodec(field.scalar);
      if (field.default !== undefined) return defaultedField(codec, field.default);
      return field.isRequired ? requiredField(codec) : optionalField(codec);
    }
    case 'element-list':
      return listCodec(jsonList(scalarCodec(field.scalar)), field);
    case 'record-list':
      return listCodec(jsonList(nestedCodec(field)), field);
    case 'record': {
      const codec: Codec<unknown> = nestedCodec(field);
      return field.isRequired ? requiredField(codec) : optionalField(codec);
    }
  }
}

const listCodec = (codec: Codec<unknown>, { isRequired }: AnyField): CodecField =>
  isRequired ? requiredField(codec) : defaultedField<unknown>(codec, []);

function nestedCodec({ record, place }: Extract<AnyField, { record: unknown }>): Codec<object> {
  const usual = typeof place === 'object' && place.in === 'loop' ? place.usual : undefined;
  return codecOf(record, usual ?? record.usual);
}

const scalarCodecs: Readonly<Record<Scalar<unknown>['type'], Codec<string> | Codec<number>>> = {
  text: jsonText,
  code: jsonText,
  date: jsonDate,
  amount: jsonMoney,
  decimal: jsonNumber,
  whole: jsonNumber,
};

function scalarCodec({ type }: Scalar<unknown>): Codec<unknown> {
  return scalarCodecs[type];
}

type PartyJson = Codec<Record<string, unknown>>;

/**
 * Fills in what JSON may leave out of a party: a first name makes it a person, and its place gives the qualifier of
 * its id. A tax id is that of an employer unless JSON says otherwise.
 */
function withUsualParty(codec: PartyJson, usual: UsualParty | undefined): PartyJson {
  return {
    toJson: codec.toJson,
    fromJson: (json, at) => {
      const party = codec.fromJson(json, at);
      if (party === undefined) return undefined;
      const { entityType, firstName, id, idQualifier, taxId, taxIdQualifier } = party;
      return {
        ...party,
        entityType: entityType || (firstName === undefined ? '2' : '1'),
        ...(id !== undefined && { idQualifier: idQualifier ?? usual?.idQualifier }),
        ...(taxId !== undefined && { taxIdQualifier: taxIdQualifier ?? 'EI' }),
      };
    },
  };
}
