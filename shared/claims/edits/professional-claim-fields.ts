import * as z from 'zod';
import { professionalClaim } from '#x12/837p/model/claim.ts';
import type { AnyField, RecordSpec, Scalar } from '#x12/description/field.ts';
import { snakeCase } from '#x12/values/json-codec.ts';

/** The schema of a claim as JSON, made from the descriptions of the 837P in shared/x12/837p/model. */

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'May not hold control characters')
    .refine((value) => value.isWellFormed(), 'Is not well-formed Unicode');

const code = (max: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^[A-Za-z0-9]{1,${max}}$`), `Expected 1 to ${max} letters and digits`);

/** A decimal amount with at most two places; X12 takes ten digits. */
const amount = z
  .number()
  .min(-99_999_999.99)
  .max(99_999_999.99)
  .refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'Has at most two decimal places',
  );

const decimal = z.number().min(-99_999_999).max(99_999_999);

function scalarSchema({ type, min, max }: Scalar<unknown>): z.ZodType {
  switch (type) {
    case 'text':
      return text(max);
    case 'code':
      return code(max);
    case 'date':
      return max > 0 ? text(max) : z.iso.date();
    case 'amount':
      return amount;
    case 'decimal':
      return decimal;
    case 'whole':
      return z.int().min(min).max(max);
  }
}

function fieldSchema(field: Exclude<AnyField, { kind: 'memory' }>): z.ZodType {
  const isRequired = (field.isRequired && field.default === undefined) || field.isRequiredInApi === true;
  const schema = isRequired ? valueSchema(field) : valueSchema(field).optional();
  return field.about === undefined ? schema : schema.describe(field.about);
}

function valueSchema(field: Exclude<AnyField, { kind: 'memory' }>): z.ZodType {
  switch (field.kind) {
    case 'element':
      return scalarSchema(field.scalar);
    case 'element-list':
      return z.array(scalarSchema(field.scalar)).max(field.max);
    case 'record':
      return recordSchema(field.record);
    case 'record-list': {
      const list = z.array(recordSchema(field.record)).max(field.max);
      return field.isRequiredInApi ? list.min(1) : list;
    }
  }
}

/** One schema for each description, so that the OpenAPI document names it once. */
const schemas = new Map<RecordSpec<object>, z.ZodType>();

function recordSchema(spec: RecordSpec<object>): z.ZodType {
  const known = schemas.get(spec);
  if (known !== undefined) return known;
  const schema = z.strictObject(recordShape(spec));
  const described = spec.schemaId === undefined ? schema : schema.meta({ id: spec.schemaId });
  schemas.set(spec, described);
  return described;
}

function recordShape({ fields }: RecordSpec<object>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'memory' ? [] : [[snakeCase(name), fieldSchema(field)]],
    ),
  );
}

const { transaction: _, ...claimFields } = recordShape(professionalClaim);

/**
 * A professional claim (837P, loop 2300 with the parties above it) as JSON. Names are those of the implementation
 * guide. The schema checks types and lengths; the edits check what values mean, so that a claim with a wrong code
 * becomes a draft with a finding instead of a refused request.
 */
export const professionalClaimFields: Readonly<Record<string, z.ZodType>> = claimFields;

/** The content of a claim without its transaction, which the submission writes. */
export const professionalClaimSchema = z.strictObject(professionalClaimFields);
