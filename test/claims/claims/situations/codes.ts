import { denied, original, paid80, payment, type Situation, secondary } from '../chain-facts.ts';

/** Reasons and claim statuses. */
export const codes: readonly Situation[] = [
  ...['26', '27', '31', '49', '96', '204', '242'].map(
    (code): Situation => ({
      name: `nothing paid, and PR ${code}`,
      facts: () => [original(), denied(`PR ${code}`)],
      right: [`O denied paid 0, PR ${code} 125, owes 125`],
    }),
  ),
  ...['66', '142', '178', '187', '241', '247', '248'].map(
    (code): Situation => ({
      name: `nothing paid, and the share of the patient is PR ${code}`,
      facts: () => [original(), denied(`PR ${code}`)],
      right: ['O paid paid 0, owes 125'],
    }),
  ),
  {
    name: 'status 4 with a deductible',
    facts: () => [original(), payment({ status: '4', cas: ['CO 45 25', 'PR 1 100'] })],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'paid to the patient',
    facts: () => [original(), payment({ cas: ['CO 45 25', 'PR 100 100'] })],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'fee schedule of workers compensation',
    facts: () => [original(), payment({ paid: 100, cas: ['CO P12 25'] })],
    right: ['O paid paid 100'],
  },
  {
    name: 'withholding, federal law and a contract',
    facts: () => [original(), payment({ paid: 95, cas: ['CO 45 25', 'CO 223 2', 'CO 245 3'] })],
    right: ['O paid paid 95'],
  },
  {
    name: 'capitation',
    facts: () => [original(), denied('CO 24')],
    right: ['O paid paid 0'],
  },
  {
    name: 'the whole charge above the fee schedule',
    facts: () => [original(), denied('CO 45')],
    right: ['O denied paid 0, CO 45 125'],
  },
  {
    name: 'Medicaid after Medicare pays nothing more, with status 4',
    facts: () => [
      original(),
      paid80(),
      payment({ status: '4', payer: 'B', day: 5, cas: ['OA 23 80', 'CO 45 45'] }),
    ],
    right: ['O paid paid 80'],
  },
  {
    name: 'share of a qualified Medicare beneficiary',
    facts: () => [
      original(),
      payment({ status: '19', paid: 80, cas: ['CO 45 25', 'OA 209 20'] }),
      secondary(0, ['CO 303 20']),
    ],
    right: ['O paid paid 80'],
  },
  {
    name: 'forwarded only',
    facts: () => [original(), payment({ status: '23', cas: ['OA B11 125'] })],
    right: ['O pending paid 0'],
  },
  {
    name: 'provider without a contract: what is above the fee schedule is the share of the patient',
    facts: () => [original(), payment({ cas: ['PR 45 25', 'PR 1 100'] })],
    right: ['O paid paid 0, owes 125'],
  },
  {
    name: 'six reasons of one line',
    facts: () => [
      original(),
      payment({
        paid: 60,
        cas: ['CO 45 5', 'CO 50 10', 'CO 96 10', 'CO 151 10', 'CO 197 10', 'CO 198 10', 'CO 204 10'],
      }),
    ],
    right: ['O underpaid paid 60, CO 50 10, CO 96 10, CO 151 10, CO 197 10, CO 198 10, CO 204 10'],
  },
  ...['5', '10', '13', '15', '16', '17'].map(
    (status): Situation => ({
      name: `nothing paid under status ${status} of an earlier guide`,
      facts: () => [original(), payment({ status, cas: ['OA 16 125'] })],
      right: ['O pending paid 0'],
    }),
  ),
  {
    name: 'premium grace period',
    facts: () => [original(), denied('OA 257')],
    right: ['O pending paid 0'],
  },
  {
    name: 'code outside of the published list',
    facts: () => [original(), payment({ paid: 100, cas: ['CO 45 20', 'CO 999 5'] })],
    right: ['O underpaid paid 100, CO 999 5, review unknown_code'],
  },
];
