import type { ClaimPayment } from '#x12/835/types.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { payerEnvelope, remittanceOf, transfer } from '../../../fixtures/x12/remittance.ts';
import { denial, payment, reductionsOf, reversal, secondPayment } from './adjudication.ts';
import { type Bill, dayFromNow, payers, type Site, sites, sum } from './bills.ts';
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
  /** Cents by which BPR02 is wrong. */
  readonly error?: number;
}

let number = 4000;

/** Sends an 835, and returns its trace. A negative total is carried forward. */
async function remit(desk: Desk, remittance: Remittance): Promise<string> {
  const { payer, site, payments, method = 'ACH', error = 0 } = remittance;
  const trace = `EFT7${++number}`;
  const stated = remittance.adjustments ?? [];
  const total = sum(payments.map(({ paid }) => paid)) - sum(stated.map(([, amount]) => amount));
  const adjustments = total < 0 ? [...stated, ['FB', total] as const] : stated;
  const amount = Math.max(0, total) + error;
  const text = writeRemittances(
    [
      remittanceOf(payments, {
        payment: {
          ...transfer,
          ...{ amount, trace, date: dayFromNow(remittance.inDays) },
          ...{ method: amount === 0 ? 'NON' : method, handling: amount === 0 ? 'H' : 'I' },
        },
        payer: {
          name: payer === payers.plains ? 'PLAINS HEALTH' : 'HEALTH FIRST',
          ...{ idQualifier: 'XV', id: payer },
          address: { lines: ['1 PAYER WAY'], city: 'DENVER', state: 'CO', postalCode: '80202' },
          contacts: [{ function: 'BL', numbers: [{ qualifier: 'TE', value: '3035550100' }] }],
        },
        payee: {
          ...{ name: site.name, idQualifier: 'XX', id: site.npi, address: {} },
          references: [{ qualifier: 'TJ', value: '841234567' }],
        },
        productionDate: dayFromNow(-1),
        providerAdjustments: adjustments.map(([reason, cents], n) => ({
          ...{ provider: site.npi, fiscalPeriod: '2026-12-31', reason, amount: cents },
          reference: `${trace}-${n + 1}`,
        })),
      }),
    ],
    { ...payerEnvelope, interchangeNumber: number, groupNumber: number },
  ).toString('latin1');
  desk.practice.remittances.push(text);
  await desk.practice.receive(`${trace}.835`, text);
  return trace;
}

const perRemittance = 100;

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
  const none = new Set(['silent', 'held', 'dismissed', 'in_unbalanced_remittance']);
  const decided = desk.bills.filter(({ story }) => !none.has(story));
  await eachAccount(decided, async (payer, site, own) => {
    const payments = own.map((bill) => decisionOf(bill));
    const withheld = Math.floor(sum(payments.map(({ paid }) => paid)) / 100);
    const adjustments = [['E3', withheld] as const, ['L6', -1234] as const];
    const trace = await remit(desk, { payer, site, inDays: 5, payments, adjustments });
    for (const [n, bill] of own.entries()) noteHandWork(desk, bill, trace, n + 1);
  });
  await eachAccount(ofStory(desk, 'in_unbalanced_remittance'), async (payer, site, own) => {
    const payments = own.map((bill) => payment(bill, reductionsOf(bill)));
    desk.unbalanced.push(await remit(desk, { payer, site, inDays: 6, payments, error: 100 }));
  });
}

function decisionOf(bill: Bill): Payment {
  const { story } = bill;
  if (story === 'denied' || story === 'denied_corrected') return denial(bill);
  const usual = payment(bill, reductionsOf(bill));
  if (story === 'unbalanced') return { ...usual, paid: usual.paid - 500 };
  if (story !== 'misspelled') return usual;
  const patientControlNumber = bill.number.replace('PA1', 'PAI');
  return { ...usual, patientControlNumber, payerControlNumber: `MIS${bill.number}` };
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

/** Reversals, with corrected payments for some: the payers carry what they are owed forward. */
export async function receiveReversals(desk: Desk): Promise<void> {
  await eachAccount(ofStory(desk, 'reversed', 'reversed_corrected'), async (payer, site, own) => {
    const payments = own.flatMap((bill) => {
      const taken = reversal(payment(bill, reductionsOf(bill)));
      const corrected = payment(bill, [
        ['CO', '45', 4000],
        ['PR', '1', 725],
      ]);
      return bill.story === 'reversed' ? [taken] : [taken, corrected];
    });
    await remit(desk, { payer, site, inDays: 12, payments });
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
      if (bill.story === 'paid_twice') return usual;
      return { ...usual, frequency: '7', payerControlNumber: `ICN7${bill.number}` };
    });
    const total = sum(payments.map(({ paid }) => paid));
    const account = `${payer} ${site.npi}`;
    const collected = Math.min(desk.owed.get(account) ?? 0, total - 100);
    desk.owed.set(account, (desk.owed.get(account) ?? 0) - collected);
    const adjustments = [['FB', collected] as const, ['WO', 75] as const].filter(([, amount]) => amount > 0);
    await remit(desk, { payer, site, inDays: 19, payments, adjustments });
  });
}

/** Payments of the second payer, to the site of the claim. */
export async function receiveSecondPayments(desk: Desk): Promise<void> {
  for (const site of sites) {
    const own = ofStory(desk, 'secondary').filter((bill) => bill.site === site);
    const payments = own.map((bill) => {
      const first = payment(bill, reductionsOf(bill)).paid;
      return secondPayment(bill, `${bill.number}-S`, first);
    });
    if (payments.length > 0) await remit(desk, { payer: payers.state, site, inDays: 26, payments });
  }
}
