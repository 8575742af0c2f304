import * as z from 'zod';

/** Why a chain is not what was written (docs/audit.md). */
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

/** Why `ok` is false: a fault, or entries that were not read. */
const reasons = [...faultReasons, 'incomplete'] as const;

/** The three members that the spec names (claims-service.md, "Endpoints"). */
export const verdict = z.object({
  /** True when every entry of the range was read and holds. */
  ok: z.boolean(),
  first_bad_id: z.int().nullable(),
  reason: z.enum(reasons).nullable(),
});

const chainHead = z.object({ sequence: z.int(), hash: z.string(), created_at: z.string() });

export const verification = z
  .object({
    ...verdict.shape,
    /** The fault in words; ids only. */
    detail: z.string().nullable(),
    /** Entries found sound, from `from` to `to`. */
    checked: z.int(),
    from: z.int(),
    to: z.int(),
    /** False when the time was over before the end of the range. */
    complete: z.boolean(),
    /** Where the chain stood; null when its head cannot be read. */
    head: chainHead.nullable(),
    /** Checkpoints that agree with the entries walked. */
    checkpoints: z.int(),
  })
  .meta({ id: 'Verification' });
export type VerificationResult = z.output<typeof verification>;
