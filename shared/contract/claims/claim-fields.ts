import * as z from 'zod';

/** Fields that the parts of a claim are made of. */

/** A text that X12 can hold: no control characters, at most `longest` characters. */
export const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'May not hold control characters')
    .refine((value) => value.isWellFormed(), 'Is not well-formed Unicode');

/** A code of letters and digits. */
export const code = (longest: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^[A-Za-z0-9]{1,${longest}}$`), `Expected 1 to ${longest} letters and digits`);

export const date = z.iso.date();

/** A decimal amount with at most two places; X12 takes ten digits. */
export const amount = z
  .number()
  .min(-99_999_999.99)
  .max(99_999_999.99)
  .refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'Has at most two decimal places',
  );

export const quantity = z.number().min(-99_999_999).max(99_999_999);

export const attachment = z.strictObject({
  report_type: code(2),
  transmission: code(2),
  control_number: text(80).optional(),
});

export const contract = z.strictObject({
  type: code(2),
  amount: amount.optional(),
  percentage: quantity.optional(),
  code: text(50).optional(),
  discount_percentage: quantity.optional(),
  version: text(30).optional(),
});

export const note = z.strictObject({ purpose: code(3).optional(), text: text(80) });

export const ambulance = z.strictObject({
  patient_weight: quantity.optional(),
  reason: code(1).optional(),
  miles: quantity.optional(),
  round_trip_purpose: text(80).optional(),
  stretcher_purpose: text(80).optional(),
});

export const condition = z.strictObject({
  category: code(2),
  applies: code(1),
  codes: z.array(code(3)).max(5).optional(),
});

export const procedure = z.strictObject({
  qualifier: code(2).optional(),
  code: text(48),
  modifiers: z.array(code(2)).max(4).optional(),
  description: text(80).optional(),
});

export const repricing = z.strictObject({
  method: code(2),
  allowed: amount.optional(),
  saving: amount.optional(),
  organization_id: text(50).optional(),
  rate: quantity.optional(),
  group_code: text(50).optional(),
  group_amount: amount.optional(),
  procedure_qualifier: code(2).optional(),
  procedure_code: text(48).optional(),
  unit: code(2).optional(),
  quantity: quantity.optional(),
  reject_reason: code(2).optional(),
  policy_compliance: code(2).optional(),
  exception: code(2).optional(),
});

export const adjustment = z.strictObject({
  group: code(2),
  reason: code(5),
  amount: amount.optional(),
  quantity: quantity.optional(),
});

export const reference = z.strictObject({
  qualifier: code(3),
  value: text(50),
  payer_id: text(80).optional(),
});
