import { emptyRecord } from './empty-record.ts';
import { code, type Described, type RecordSpec, record, text } from './field.ts';
import { inSegment, optional } from './places.ts';

const addressFields = {
  ...inSegment('N3', { line1: optional(1, text(55)), line2: optional(2, text(55)) }),
  ...inSegment('N4', {
    city: optional(1, text(30)),
    state: optional(2, code(2)),
    zip: optional(3, code(15)),
    country: optional(4, code(3)),
    subdivision: optional(7, code(3)),
  }),
};

/** N3 and N4. */
export interface PartyAddress extends Described<typeof addressFields> {}

export const address: RecordSpec<PartyAddress> = record<PartyAddress>(addressFields, {
  mayExceedLoop: true,
  copy: (empty) => ({ ...empty }),
});

export const makeAddress: () => PartyAddress = emptyRecord(address);
