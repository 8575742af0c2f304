import * as z from 'zod';

/** Faults of a chain (docs/audit.md). */
export const faultReasons = [
  'altered_field',
  'altered_hash',
  'broken_link',
  'missing_entry',
  'unexpected_entry',
  'truncated_end',
  'head_disagrees',
  'checkpoint_disagrees',
  'time_goes_back',
  'unknown_attribute',
] as const;

/** Reasons for `ok: false`: a fault, or entries that were not read. */
const reasons = [...faultReasons, 'incomplete'] as const;

/** The three members that the specification requires. */
export const verdict = z.object({
  /** True if every entry of the range was read and verified. */
  ok: z.boolean(),
  first_bad_id: z.int().nullable(),
  reason: z.enum(reasons).nullable(),
});

const chainHead = z.object({ sequence: z.int(), hash: z.string(), created_at: z.string() });

export const verification = z
  .object({
    ...verdict.shape,
    /** The fault in words, with ids only. */
    detail: z.string().nullable(),
    /** Verified entries, from `from` to `to`. */
    checked: z.int(),
    from: z.int(),
    to: z.int(),
    /** False if the time ran out before the end of the range. */
    complete: z.boolean(),
    /** Head of the chain; null if it cannot be read. */
    head: chainHead.nullable(),
    /** Checkpoints that match the entries. */
    checkpoints: z.int(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.output<typeof verification>;
export type VerificationResult = z.output<typeof verification>;
