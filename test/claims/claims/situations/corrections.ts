import {
  answered,
  correction,
  denied,
  original,
  paid80,
  paid100,
  payment,
  reversalOf,
  type Situation,
  submission,
} from '../chain-facts.ts';

/** Original, corrections and voids. */
export const corrections: readonly Situation[] = [
  {
    name: 'a refused correction does not close a paid original',
    facts: () => [original(), correction({ sent: 3 }), paid80(), denied('CO 29', { frequency: '7', day: 5 })],
    right: ['O paid paid 80, owes 20', 'C denied paid 0, CO 29 125'],
  },
  {
    name: 'correction refused as a duplicate, without a frequency',
    facts: () => [original(), correction({ sent: 3 }), denied('CO 16'), denied('OA 18', { day: 5 })],
    right: ['O closed paid 0, CO 16 125', 'C denied paid 0, OA 18 125'],
  },
  {
    name: 'original and correction both paid, no reversal',
    facts: () => [original(), correction({ sent: 3 }), paid80(), paid100({ frequency: '7', day: 5 })],
    right: ['O closed paid 80', 'C paid paid 100, credit 80, review overpaid'],
  },
  {
    name: 'denied; the correction is paid with frequency 1',
    facts: () => [original(), correction({ sent: 3 }), denied('CO 16'), paid100({ frequency: '1', day: 5 })],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'a payment that was written before the correction was sent is not its',
    facts: () => [original(), correction({ sent: 8 }), denied('CO 16'), paid100({ day: 5 })],
    right: ['O paid paid 100', 'C submitted paid 0'],
  },
  {
    name: 'one remittance denies the original and pays the correction',
    facts: () => [original(), correction(), denied('CO 16', { day: 5 }), paid100({ day: 5 })],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'two corrections, each named by its frequency',
    facts: () => [
      original(),
      correction({ sent: 3 }),
      submission('D', { frequency: '7', corrects: 'C', sent: 6 }),
      denied('CO 16'),
      denied('CO 4', { frequency: '7', day: 5 }),
      paid100({ frequency: '7', day: 9 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'C closed paid 0, CO 4 125', 'D paid paid 100'],
  },
  {
    name: 'correction of another charge under the number of the original',
    facts: () => [
      original(),
      correction({ number: 'Q', charge: 150, sent: 3 }),
      denied('CO 16'),
      payment({ charge: 150, paid: 100, cas: ['CO 45 50'], day: 5 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'the charge of the correction, before the original was answered',
    facts: () => [
      original(),
      correction({ charge: 150, sent: 3 }),
      payment({ charge: 150, paid: 100, cas: ['CO 45 50'], day: 5 }),
    ],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the number of the correction, before the original was answered',
    facts: () => [original(), correction({ number: 'Q', sent: 3 }), paid100({ number: 'Q', day: 5 })],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the frequency of the correction, before the original was answered',
    facts: () => [original(), correction({ sent: 3 }), paid100({ frequency: '7', day: 5 })],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the number that an acceptance gave to the correction',
    facts: () => [
      original(),
      correction({ number: 'Q', sent: 3 }),
      answered('accepted', { number: 'Q', claim: 'C', icn: 'Y', day: 3 }),
      paid100({ icn: 'Y', day: 5 }),
    ],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'void answered by a reversal',
    facts: () => {
      const first = paid100();
      const voided = submission('V', { frequency: '8', corrects: 'O', sent: 3 });
      return [original(), voided, first, reversalOf(first, { day: 5 })];
    },
    right: ['O closed paid 0', 'V closed paid 0'],
  },
  {
    name: 'the denial is reversed and the correction paid with frequency 1 on one day',
    facts: () => {
      const first = denied('CO 16', { icn: 'X' });
      return [
        original(),
        correction({ sent: 3 }),
        first,
        reversalOf(first, { day: 5 }),
        paid100({ frequency: '1', day: 5 }),
      ];
    },
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the payment of the original is reversed and its correction paid',
    facts: () => {
      const first = paid80();
      return [
        original(),
        correction({ sent: 3 }),
        first,
        reversalOf(first, { day: 5 }),
        paid100({ frequency: '7', day: 5 }),
      ];
    },
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'one number names the original that the correction is about',
    facts: () => [
      original(),
      correction({ sent: 3 }),
      denied('CO 16', { icn: 'X' }),
      paid100({ frequency: '1', f8: 'X', day: 5 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'sent again as a new claim with frequency 1',
    facts: () => [
      original(),
      submission('N', { number: 'N', frequency: '1', corrects: 'O', sent: 3 }),
      denied('CO 16', { remark: 'MA130' }),
      paid100({ number: 'N', day: 5 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'N paid paid 100'],
  },
  {
    name: 'void that waits',
    facts: () => [original(), submission('V', { frequency: '8', corrects: 'O', sent: 3 }), paid100()],
    right: ['O paid paid 100', 'V submitted paid 0'],
  },
];
