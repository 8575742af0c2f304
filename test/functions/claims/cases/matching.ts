import { answers, payers, pays } from './responses.ts';
import type { Situation } from './situation.ts';

const untouched = { lane: 'submitted', paid: 0, unmatched: 1 };
const posted = { lane: 'paid', paid: 100 };
const paid = '100, CO 45 25';
const other = { idQualifier: 'XX', id: '1993999998', taxId: '990000001' };
const stranger = {
  ...{ entity: 'QC', type: '1', lastName: 'BIRCH', firstName: 'ROWAN' },
  ...{ idQualifier: 'MI', id: 'Z999' },
};
const served = '2024-06-03';
const accepted = answers('A2:20', { day: 0, icn: 'X' });

/** A payment is posted only where it belongs: the payee is ours, and patient, charge or day of service agrees. */
export const matching: readonly Situation[] = [
  {
    name: 'another payee, although all else agrees',
    steps: [pays(paid, { payee: other })],
    right: untouched,
  },
  {
    name: 'a denial of another payee',
    steps: [pays('0, CO 50 125', { payee: other })],
    right: untouched,
  },
  {
    name: 'an unknown NPI with the tax id of the clinic',
    steps: [pays(paid, { payee: { ...other, taxId: '841234567' } })],
    right: posted,
  },
  {
    name: 'a payee that only the payer’s own number names',
    steps: [pays(paid, { payee: { idQualifier: 'XV', id: 'P00077' } })],
    right: posted,
  },
  {
    name: 'patient, charge and day of service of somebody else',
    steps: [pays('300, CO 45 25', { patient: stranger, served })],
    right: untouched,
  },
  {
    name: 'another patient, but charge and day of service agree',
    steps: [pays(paid, { patient: stranger })],
    right: posted,
  },
  {
    name: 'another day of service, but patient and charge agree',
    steps: [pays(paid, { served })],
    right: posted,
  },
  {
    name: 'an unknown number, but the number that the payer gave the claim',
    steps: [accepted, pays(paid, { icn: 'X', isMisspelled: true })],
    right: posted,
  },
  {
    name: 'an unknown number, and the number of another payer',
    steps: [accepted, pays(paid, { icn: 'X', isMisspelled: true, by: payers.third })],
    right: { ...untouched, lane: 'accepted' },
  },
  {
    name: 'another patient with another charge, on the same day of service',
    steps: [pays('300, CO 45 25', { patient: stranger })],
    right: untouched,
  },
  {
    name: 'another patient on another day of service, with the same charge',
    steps: [pays('0, CO 50 125', { patient: stranger, served })],
    right: untouched,
  },
  {
    name: 'another tax id alone (N103 FI)',
    steps: [pays(paid, { payee: { idQualifier: 'FI', id: '990000001' } })],
    right: untouched,
  },
];
