import type { AnyField, RecordSpec, Scalar } from '../../description/field.ts';
import { snakeCase } from '../../values/json-codec.ts';
import { professionalClaim, transaction } from '../model/claim.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema (draft 2020-12) of the input of `generateClaims` and `x12 generate`. It follows from the
 * descriptions of the loops, as reader and writer do. What it cannot express is still refused with its path, such as a
 * value that an 837P has no place for.
 */
export function claimFileSchema(): Schema {
  const definitions = new Definitions();
  const shared = definitions.record(transaction, 'transaction');
  const claim = definitions.inline(professionalClaim, { transaction: shared });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Claims of an 837P (005010X222A1)',
    ...object({ envelope, transaction: shared, claims: { type: 'array', items: claim } }, [
      'envelope',
      'claims',
    ]),
    $defs: definitions.schemas,
  };
}

const text = (description?: string): Schema => ({ type: 'string', ...(description && { description }) });

const envelope = object(
  {
    sender_qualifier: { ...text('ISA05'), default: 'ZZ' },
    sender: text('ISA06 and GS02'),
    receiver_qualifier: { ...text('ISA07'), default: 'ZZ' },
    receiver: text('ISA08 and GS03'),
    moment: { ...text('Date and time of the file; the present by default'), format: 'date-time' },
    interchange_number: { type: 'number', description: 'ISA13', default: 1 },
    group_number: { type: 'number', description: 'GS06', default: 1 },
    usage: { enum: ['T', 'P'], description: 'ISA15: T test, P production', default: 'T' },
  },
  ['sender', 'receiver'],
);

/** The schemas of records by name, so that a record with many places is described once. */
class Definitions {
  readonly schemas: Record<string, Schema> = {};
  private readonly names = new Map<RecordSpec<object>, string>();

  /** A record is named by its own name, or that of the first field that has it. */
  record(spec: RecordSpec<object>, field: string): Schema {
    const known = this.names.get(spec);
    if (known !== undefined) return reference(known);
    const plain = snakeCase(spec.schemaId ?? field).replace(/^_/, '');
    const name = plain in this.schemas ? `${plain}_${this.names.size}` : plain;
    this.names.set(spec, name);
    this.schemas[name] = {};
    this.schemas[name] = this.inline(spec);
    return reference(name);
  }

  /** `replaced` has the schemas of fields that stand for something else in the JSON. */
  inline(spec: RecordSpec<object>, replaced: Readonly<Record<string, Schema>> = {}): Schema {
    const fields = Object.entries(spec.fields).filter(
      ([name, { kind }]) => kind !== 'memory' || name in replaced,
    );
    const properties = fields.map(([name, field]) => [
      snakeCase(name),
      replaced[name] ?? this.field(name, field),
    ]);
    const required = fields
      .filter(([name, field]) => !(name in replaced) && isNeeded(field))
      .map(([name]) => snakeCase(name));
    return object(Object.fromEntries(properties), required);
  }

  private field(name: string, field: AnyField): Schema {
    const described = field.about === undefined ? {} : { description: field.about };
    switch (field.kind) {
      case 'memory':
        return {};
      case 'element': {
        const fallback =
          field.default === undefined || field.default === '' ? {} : { default: field.default };
        return { ...scalar(field.scalar), ...described, ...fallback };
      }
      case 'element-list':
        return { type: 'array', items: scalar(field.scalar), ...described };
      case 'record':
        return { ...this.record(field.record, name), ...described };
      case 'record-list':
        return { type: 'array', items: this.record(field.record, name), ...described };
    }
  }
}

const isNeeded = (field: AnyField): boolean =>
  (field.kind === 'element' || field.kind === 'record') && field.isRequired && field.default === undefined;

const reference = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

function object(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const scalars: Readonly<Record<Scalar<unknown>['type'], Schema>> = {
  text: { type: 'string' },
  code: { type: 'string' },
  date: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  amount: { type: 'string', pattern: '^-?\\d{1,14}(\\.\\d{1,2})?$' },
  decimal: { type: 'number' },
  whole: { type: 'number' },
};

const scalar = ({ type }: Scalar<unknown>): Schema => scalars[type];
