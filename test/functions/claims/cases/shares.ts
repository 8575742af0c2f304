import { payers, pays, reverses } from './responses.ts';
import { billsNextPayer, type Situation } from './situation.ts';

const { account, supplement, third } = payers;
const two = { L1: 125, L2: 50 };
const coinsurance = pays('80, CO 45 25, PR 2 20');
const later = { day: 16, by: supplement, status: '2' };

/** The patient owes what the last payer left that determined a line. */
export const shares: readonly Situation[] = [
  {
    name: 'the next payer pays the coinsurance of one line; the plan denied the other',
    lines: two,
    steps: [pays({ L1: '80, CO 45 25, PR 2 20', L2: '0, CO 50 50' }), pays({ L1: '20, OA 23 105' }, later)],
    right: { lane: 'underpaid', paid: 100, reasons: ['CO 50 50'] },
  },
  {
    name: 'the next payer leaves a copay of one line; the other is not covered by the plan',
    lines: two,
    steps: [
      pays({ L1: '80, CO 45 25, PR 2 20', L2: '0, PR 204 50' }),
      pays({ L1: '15, OA 23 105, PR 3 5' }, later),
    ],
    right: { lane: 'underpaid', paid: 95, reasons: ['PR 204 50'], owes: 55 },
  },
  {
    name: 'two later payers, both as secondary (CLP02 2)',
    steps: [
      coinsurance,
      pays('10, OA 23 105, PR 3 10', { ...later, day: 9 }),
      pays('6, OA 23 115, PR 3 4', { ...later, by: third }),
    ],
    right: { lane: 'paid', paid: 96, owes: 4 },
  },
  {
    name: 'the next payer calls itself primary, and adjusts by CO 45 (no CARC 23)',
    steps: [
      pays('80, CO 45 25, PR 2 20', { status: '19' }),
      pays('15, CO 45 105, PR 3 5', { ...later, status: '1' }),
    ],
    right: { lane: 'paid', paid: 95, owes: 5 },
  },
  {
    name: 'the next payer refuses the whole charge (PR 96), without what the plan paid',
    steps: [coinsurance, pays('0, PR 96 125', later)],
    right: { lane: 'underpaid', paid: 80, reasons: ['PR 96 20'], owes: 20 },
  },
  {
    name: 'the next payer refuses the share as care of another payer (PR 22)',
    steps: [coinsurance, pays('0, OA 23 105, PR 22 20', later)],
    right: { lane: 'underpaid', paid: 80, reasons: ['PR 22 20'], owes: 20 },
  },
  {
    name: 'the next payer refuses the share as care of another payer (CO 22)',
    steps: [coinsurance, pays('0, OA 23 105, CO 22 20', later)],
    right: { lane: 'underpaid', paid: 80, reasons: ['CO 22 20'], owes: 20 },
  },
  {
    name: 'one payer had no coverage (PR 27); then another pays as primary',
    steps: [pays('0, PR 27 125'), pays('80, CO 45 25, PR 2 20', { day: 16, by: supplement })],
    right: { lane: 'paid', paid: 80, owes: 20 },
  },
  {
    name: 'another payer paid as primary; then the one that was billed has no coverage (PR 27)',
    steps: [pays('80, CO 45 25, PR 2 20', { by: supplement }), pays('0, PR 27 125', { day: 16 })],
    right: { lane: 'paid', paid: 80, owes: 20 },
  },
  {
    name: 'the plan does not cover it (PR 204); the next payer pays as if alone',
    steps: [pays('0, PR 204 125'), pays('100, CO 45 25', later)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'the account of the plan pays part of the deductible after the supplement',
    steps: [
      pays('80, CO 45 25, PR 1 20'),
      pays('10, OA 23 105, PR 1 10', { ...later, day: 9 }),
      pays('6, OA 23 115, PR 1 4', { day: 16, by: account }),
    ],
    right: { lane: 'paid', paid: 96, owes: 4 },
  },
  {
    name: 'Medicaid pays nothing on top of what the plan paid (CLP02 4)',
    steps: [coinsurance, pays('0, OA 23 80, CO 45 45', { ...later, status: '4' })],
    right: { lane: 'paid', paid: 80 },
  },
  {
    name: 'a qualified beneficiary owes nothing (OA 209, then CO 303)',
    steps: [pays('80, CO 45 25, OA 209 20', { status: '19' }), pays('0, OA 23 105, CO 303 20', later)],
    right: { lane: 'paid', paid: 80 },
  },
  {
    name: 'the next payer reverses the amount that the plan paid, under another number',
    steps: [
      pays('50, CO 45 25, PR 2 50'),
      pays('50, OA 23 75', { ...later, day: 9 }),
      reverses(pays('50, OA 23 75', later), { icn: 'OTHER' }),
    ],
    right: { lane: 'paid', paid: 50, owes: 50 },
  },
  {
    name: 'the plan takes back and denies (PR 27) what the next payer decided upon',
    steps: [
      pays('80, CO 45 25, PR 2 20', { icn: 'X' }),
      pays('15, OA 23 105, PR 3 5', { ...later, day: 9 }),
      reverses(pays('80, CO 45 25, PR 2 20', { day: 16, icn: 'X' })),
      pays('0, PR 27 125', { day: 16 }),
    ],
    right: { paid: 15, owes: 5, review: true },
  },
  {
    name: 'a separate claim for the next payer, which leaves a copay',
    steps: [coinsurance, billsNextPayer, pays('15, OA 23 105, PR 3 5', { ...later, of: 'next' })],
    right: { lane: 'paid', paid: 80, owes: 5, next: { lane: 'paid', paid: 15 } },
  },
  {
    name: 'Medicaid allows no more than the plan paid (CO 45 for the charge, no CARC 23)',
    steps: [coinsurance, pays('0, CO 45 125', later)],
    right: { lane: 'paid', paid: 80 },
  },
  {
    name: 'the next payer decides the forwarded claim, and refuses the separate claim as a duplicate',
    steps: [
      ...[coinsurance, billsNextPayer],
      pays('15, OA 23 105, PR 3 5', { ...later, day: 9 }),
      pays('0, OA 18 125', { ...later, of: 'next' }),
    ],
    right: { lane: 'paid', paid: 95, owes: 5, next: { paid: 0 } },
  },
  {
    name: 'the separate claim for the next payer is late (CARC 23 settles nothing)',
    steps: [coinsurance, billsNextPayer, pays('0, OA 23 105, CO 29 20', { ...later, of: 'next' })],
    right: {
      ...{ lane: 'paid', paid: 80, owes: 20 },
      next: { lane: 'denied', paid: 0, reasons: ['CO 29 20'] },
    },
  },
  {
    name: 'the next payer decides the claim as a whole, without lines',
    lines: two,
    steps: [
      pays({ L1: '80, CO 45 25, PR 2 20', L2: '30, CO 45 10, PR 2 10' }),
      pays({ all: '25, OA 23 145, PR 3 5' }, later),
    ],
    right: { lane: 'paid', paid: 135, owes: 5 },
  },
  {
    name: 'the next payer refuses one line whole (PR 96); nobody owes the share of the other (CO 303)',
    lines: two,
    steps: [
      pays({ L1: '80, CO 45 25, PR 2 20', L2: '40, CO 45 5, PR 2 5' }),
      pays({ L1: '0, PR 96 125', L2: '0, OA 23 45, CO 303 5' }, later),
    ],
    right: { lane: 'underpaid', paid: 120, reasons: ['PR 96 20'], owes: 20 },
  },
  {
    name: 'one payer does not know the patient (PR 31); another leaves the deductible',
    steps: [pays('0, PR 31 125'), pays('0, CO 45 25, PR 1 100', { day: 16, by: supplement })],
    right: { lane: 'paid', paid: 0, owes: 100 },
  },
  {
    name: 'the plan pays an added line; the next payer decides the billed lines',
    lines: two,
    steps: [
      pays({ L1: '0, CO 97 125', L2: '0, CO 97 50', N1: '80, OA 94 -175, CO 45 75, PR 2 20' }),
      pays({ L1: '10, OA 23 105, CO 45 10', L2: '0, OA 23 50' }, later),
    ],
    right: { lane: 'paid', paid: 90 },
  },
];
