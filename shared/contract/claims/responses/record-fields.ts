import * as z from 'zod';
import { timestamp, uuid } from '../../fields.ts';

export const responseFields = {
  id: uuid,
  file_id: uuid,
  received_at: timestamp,
  sender: z.string().describe('ISA06'),
  interchange_control_number: z.string(),
};

/** The claim that an item of a response is about; `keys` are the numbers by which claims are found. */
export const claimMatch = <const Key extends string>(keys: readonly Key[]) =>
  z.discriminatedUnion('result', [
    z.object({
      result: z.literal('matched'),
      claim_id: uuid,
      by: z.enum(keys),
      narrowed_by: z.array(z.string()).describe('Facts that distinguished claims with the same number'),
      differs_in: z.array(z.string()).describe('Facts in which response and claim differ'),
    }),
    z.object({ result: z.literal('ambiguous'), claim_ids: z.array(uuid) }),
    z.object({ result: z.literal('unmatched') }),
  ]);
