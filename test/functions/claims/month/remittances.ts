import type { ClaimPayment } from '#x12/835/model.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { payerEnvelope, remittanceOf, transfer } from '../../../fixtures/x12/remittance.ts';
import {
  crossedOver,
  denial,
  parts,
  payment,
  reductionsOf,
  refusedDuplicate,
  reversal,
  secondPayment,
} from './adjudication.ts';
import { type Bill, dayFromNow, payers, type Site, type Story, sites, sum } from './bills.ts';
import { type Desk, ofStory, paymentAs } from './desk.ts';

type Payment = WriterInput<ClaimPayment>;
type ProviderAdjustment = readonly [reason: string, amount: number];

interface Remittance {
  readonly payer: string;
  readonly site: Site;
  /** Days from today. */
  readonly inDays: number;
  readonly payments: readonly Payment[];
  readonly adjustments?: readonly ProviderAdjustment[];
  readonly method?: string;
  /** Unique by default. */
  readonly trace?: string;
  /** Cents by which BPR02 is wrong. */
  readonly error?: number;
}

let number = 4000;

/** Sends an 835, and returns its trace. A negative total is carried forward. */
async function remit(desk: Desk, remittance: Remittance): Promise<string> {
  const { payer, site, payments, method = 'ACH', error = 0 } = remittance;
  const { trace = `EFT7${++number}` } = remittance;
  const date = dayFromNow(remittance.inDays);
  const stated = remittance.adjustments ?? [];
  const total = sum(payments.map(({ paid }) => paid)) - sum(stated.map(([, amount]) => amount));
  const adjustments = total < 0 ? [...stated, ['FB', total] as const] : stated;
  const amount = Math.max(0, total) + error;
  const text = writeRemittances(
    [
      remittanceOf(payments, {
        payment: {
          ...transfer,
          ...{ amount, trace, date },
          ...{ method: amount === 0 ? 'NON' : method, handling: amount === 0 ? 'H' : 'I' },
        },
        payer: {
          name: payer === payers.plains ? 'PLAINS HEALTH' : 'HEALTH FIRST',
          ...{ idQualifier: 'XV', id: payer },
          address: { lines: ['1 PAYER WAY'], city: 'DENVER', state: 'CO', postalCode: '80202' },
          contacts: [{ function: 'BL', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
        },
        payee: {
          ...{ name: site.name, idQualifier: 'XX', id: site.npi, address: {} },
          references: [{ qualifier: 'TJ', value: '841234567' }],
        },
        productionDate: date,
        providerAdjustments: adjustments.map(([reason, cents], n) => ({
          ...{ provider: site.npi, fiscalPeriod: '2026-12-31', reason, amount: cents },
          reference: `${trace}-${n + 1}`,
        })),
      }),
    ],
    {
      ...payerEnvelope,
      ...{ moment: new Date(`${date}T08:00:00Z`), interchangeNumber: number, groupNumber: number },
    },
  ).toString('latin1');
  desk.practice.remittances.push(text);
  await desk.practice.receive(`${trace}.835`, text);
  return trace;
}

/** Some have two payments, and a page of an explanation of benefits has at most 100. */
const perRemittance = 80;

/** Calls back for each payer and site with claims in work. */
async function eachAccount(
  bills: readonly Bill[],
  run: (payer: string, site: Site, own: readonly Bill[]) => Promise<void>,
): Promise<void> {
  for (const payer of Object.values(payers)) {
    for (const site of sites) {
      const own = bills.filter((bill) => bill.payer === payer && bill.site === site);
      for (let at = 0; at < own.length; at += perRemittance)
        await run(payer, site, own.slice(at, at + perRemittance));
    }
  }
}

/** The first remittances: decisions about most claims, with withholding and interest. */
export async function receiveDecisions(desk: Desk): Promise<void> {
  const none = new Set(['silent', 'held', 'dismissed', 'in_unbalanced_remittance', 'zero_payment']);
  const decided = desk.bills.filter(({ story }) => !none.has(story));
  await eachAccount(decided, async (payer, site, own) => {
    const decisions = own.flatMap((bill) => decisionsOf(bill).map((one) => ({ bill, one })));
    const payments = decisions.map(({ one }) => one);
    const withheld = Math.floor(sum(payments.map(({ paid }) => paid)) / 100);
    const adjustments = [['E3', withheld] as const, ['L6', -1234] as const];
    const trace = await remit(desk, { payer, site, inDays: 5, payments, adjustments });
    for (const [n, { bill }] of decisions.entries()) noteHandWork(desk, bill, trace, n + 1);
  });
  await eachAccount(ofStory(desk, 'in_unbalanced_remittance'), async (payer, site, own) => {
    const payments = own.map((bill) => payment(bill, reductionsOf(bill)));
    desk.unbalanced.push(await remit(desk, { payer, site, inDays: 6, payments, error: 100 }));
  });
}

function decisionsOf(bill: Bill): readonly Payment[] {
  const usual = payment(bill, reductionsOf(bill));
  switch (bill.story) {
    case 'denied':
    case 'denied_corrected':
    case 'appealed':
      return [denial(bill)];
    case 'split':
      return parts(bill);
    case 'split_later':
      return parts(bill).slice(0, 1);
    case 'equal_payments':
      return [usual, usual];
    case 'unbalanced':
      return [{ ...usual, paid: usual.paid - 500 }];
    case 'misspelled': {
      const patientControlNumber = bill.number.replace('PA1', 'PAI');
      return [{ ...usual, patientControlNumber, payerControlNumber: `MIS${bill.number}` }];
    }
    default:
      return [usual];
  }
}

/** What a person will decide about a payment that is not posted by itself. */
function noteHandWork({ byHand }: Desk, { story, id, charge }: Bill, trace: string, n: number): void {
  if (story === 'misspelled' || story === 'twin') byHand.set(paymentAs(trace, n), { claimId: id });
  if (story === 'unbalanced') {
    byHand.set(paymentAs(trace, n), { claimId: id, paid: charge - 2025, responsibility: 1025 });
  }
}

/** Payments of claims that nobody knows, as two checks of the same amount. */
export async function receiveForeignChecks(desk: Desk): Promise<void> {
  const [bill] = desk.bills;
  if (bill === undefined) return;
  for (const patientControlNumber of ['FOREIGN1', 'FOREIGN2']) {
    const other = { patientControlNumber, payerControlNumber: `X${patientControlNumber}` };
    const payments = [
      payment({ ...bill, charge: 13_000, lines: [{ code: '99213', charge: 13_000 }] }, [], other),
    ];
    const [site, payer] = [sites[0], payers.plains];
    const trace = await remit(desk, { payer, site, inDays: 8, payments, method: 'CHK' });
    desk.byHand.set(paymentAs(trace, 1), {});
    desk.checks.push(trace);
  }
}

/** Decisions that payers repeat, change or send in parts; and denials of a day under one trace. */
export async function receiveFurtherDecisions(desk: Desk): Promise<void> {
  const further = ofStory(desk, 'appealed', 'refused_duplicate', 'split_later');
  await eachAccount(further, async (payer, site, own) => {
    const payments = own.flatMap((bill) => {
      if (bill.story === 'refused_duplicate') return [refusedDuplicate(bill)];
      return bill.story === 'appealed' ? [payment(bill, reductionsOf(bill))] : parts(bill).slice(1);
    });
    await remit(desk, { payer, site, inDays: 9, payments });
  });
  for (const bill of ofStory(desk, 'reissued')) {
    const { payer, site } = bill;
    const payments = [payment(bill, reductionsOf(bill))];
    const trace = await remit(desk, { payer, site, inDays: 10, payments });
    desk.byHand.set(paymentAs(trace, 1), {});
  }
  for (const bill of ofStory(desk, 'zero_payment')) {
    const { payer, site } = bill;
    const payments = [denial(bill, ['CO', '29'])];
    await remit(desk, { payer, site, inDays: 11, payments, trace: 'ZERO' });
  }
}

/** Reversals, with corrected payments for some: the payers carry what they are owed forward. */
export async function receiveReversals(desk: Desk, inDays: number, ...stories: Story[]): Promise<void> {
  await eachAccount(ofStory(desk, ...stories), async (payer, site, own) => {
    const payments = own.flatMap((bill) => {
      const taken = reversal(payment(bill, reductionsOf(bill)));
      const corrected = payment(bill, [
        ['CO', '45', 4000],
        ['PR', '1', 725],
      ]);
      if (bill.story === 'paid_corrected') return [taken, correctionOf(bill, corrected)];
      return bill.story === 'reversed_corrected' ? [taken, corrected] : [taken];
    });
    await remit(desk, { payer, site, inDays, payments });
    const owed = -sum(payments.map(({ paid }) => paid));
    const account = `${payer} ${site.npi}`;
    desk.owed.set(account, (desk.owed.get(account) ?? 0) + Math.max(0, owed));
  });
}

/** Payments of corrections, and second payments; the payers collect what they carried forward. */
export async function receiveCorrections(desk: Desk): Promise<void> {
  await eachAccount(ofStory(desk, 'denied_corrected', 'paid_twice'), async (payer, site, own) => {
    const payments = own.map((bill) => {
      const usual = payment(bill, reductionsOf(bill));
      return bill.story === 'paid_twice'
        ? { ...usual, payerControlNumber: `ICN2${bill.number}` }
        : correctionOf(bill, usual);
    });
    const total = sum(payments.map(({ paid }) => paid));
    const account = `${payer} ${site.npi}`;
    const collected = Math.min(desk.owed.get(account) ?? 0, total - 100);
    desk.owed.set(account, (desk.owed.get(account) ?? 0) - collected);
    const adjustments = [['FB', collected] as const, ['WO', 75] as const].filter(([, amount]) => amount > 0);
    await remit(desk, { payer, site, inDays: 19, payments, adjustments });
  });
}

const correctionOf = ({ number: of }: Bill, paid: Payment): Payment => ({
  ...paid,
  ...{ frequency: '7', payerControlNumber: `ICN7${of}` },
});

/** Payments of the second payer, to the site of the claim. */
export async function receiveSecondPayments(desk: Desk): Promise<void> {
  for (const site of sites) {
    const own = ofStory(desk, 'secondary', 'crossover').filter((bill) => bill.site === site);
    const payments = own.map((bill) =>
      bill.story === 'crossover' ? crossedOver(bill) : secondPayment(bill, `${bill.number}-S`),
    );
    if (payments.length > 0) await remit(desk, { payer: payers.state, site, inDays: 26, payments });
  }
}
