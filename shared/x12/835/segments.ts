import { optionalText, type Segment } from '../reader/segment.ts';
import { grownList } from '../values/grown-list.ts';
import type {
  BankAccount,
  ElementAmount,
  ElementQuantity,
  InpatientPayment,
  OutpatientPayment,
  PaidProcedure,
  PayerContact,
  Payment,
  PaymentAdjustment,
  PaymentParty,
  ProviderSummary,
  ReferenceNumber,
} from './types.ts';

/** Reads an amount in cents; 0 when the element is not a decimal. */
export function readMoney(segment: Segment, element: number): number {
  return segment.cents(element) ?? 0;
}

export function readPayment(bpr: Segment): Omit<Payment, 'trace' | 'originator' | 'tracePosition'> {
  return {
    handling: bpr.text(1),
    amount: readMoney(bpr, 2),
    direction: bpr.text(3),
    method: bpr.text(4),
    format: optionalText(bpr, 5),
    date: bpr.date(16),
    sender: bankAccount(bpr, 6),
    receiver: bankAccount(bpr, 12),
    position: bpr.position(),
  };
}

function bankAccount(bpr: Segment, first: number): BankAccount {
  return {
    bankQualifier: optionalText(bpr, first),
    bank: optionalText(bpr, first + 1),
    accountQualifier: optionalText(bpr, first + 2),
    account: optionalText(bpr, first + 3),
  };
}

export function readReference(segment: Segment): ReferenceNumber {
  return { qualifier: segment.text(1), value: segment.text(2) };
}

export function readContact(per: Segment): PayerContact {
  const numbers: ReferenceNumber[] = [];
  for (let element = 3; element <= 7; element += 2) {
    if (per.has(element + 1)) numbers.push({ qualifier: per.text(element), value: per.text(element + 1) });
  }
  return { function: per.text(1), name: optionalText(per, 2), numbers };
}

export function readParty(nm1: Segment): PaymentParty {
  return {
    entity: nm1.text(1),
    type: nm1.text(2),
    lastName: optionalText(nm1, 3),
    firstName: optionalText(nm1, 4),
    middleName: optionalText(nm1, 5),
    suffix: optionalText(nm1, 7),
    idQualifier: optionalText(nm1, 8),
    id: optionalText(nm1, 9),
  };
}

/** Element of the sixth reason in a CAS. */
export const lastReason = 17;

/** True when the triplet at `element` has a reason or an amount. */
export function hasAdjustment(cas: Segment, element: number): boolean {
  return cas.has(element) || cas.has(element + 1);
}

/** Returns the list with the triplets of a CAS, up to six. */
export function withAdjustments(known: PaymentAdjustment[], cas: Segment): PaymentAdjustment[] {
  let list = known;
  const group = cas.text(1);
  const last = Math.min(cas.elementCount, lastReason);
  for (let element = 2; element <= last; element += 3) {
    if (!hasAdjustment(cas, element)) continue;
    const quantity = element + 2 <= cas.elementCount ? cas.decimal(element + 2) : undefined;
    const reason = cas.text(element);
    list = grownList(list, { group, reason, amount: readMoney(cas, element + 1), quantity });
  }
  return list;
}

export function readPaidProcedure(segment: Segment, element: number): PaidProcedure {
  const modifiers: string[] = [];
  const parts = segment.componentCount(element);
  for (let component = 3; component <= parts && component <= 6; component++) {
    const modifier = segment.component(element, component);
    if (modifier !== '') modifiers.push(modifier);
  }
  return { qualifier: segment.component(element, 1), code: segment.component(element, 2), modifiers };
}

/** Elements of MIA and of MOA with remark codes. */
export const inpatientRemarks: readonly number[] = [5, 20, 21, 22, 23];
export const outpatientRemarks: readonly number[] = [3, 4, 5, 6, 7];

const inpatientAmounts = [2, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 24];
const outpatientAmounts = [8, 9];

export function readInpatient(mia: Segment): InpatientPayment {
  return {
    coveredDays: mia.decimal(1),
    drgAmount: mia.cents(4),
    amounts: elementAmounts(mia, inpatientAmounts),
  };
}

export function readOutpatient(moa: Segment): OutpatientPayment {
  return {
    reimbursementRate: moa.decimal(1),
    payableAmount: moa.cents(2),
    amounts: elementAmounts(moa, outpatientAmounts),
  };
}

function elementAmounts(segment: Segment, elements: readonly number[]): ElementAmount[] {
  const found: ElementAmount[] = [];
  for (const element of elements) {
    const amount = segment.cents(element);
    if (amount !== undefined) found.push({ element, amount });
  }
  return found;
}

export function readProviderSummary(ts3: Segment): ProviderSummary {
  return {
    provider: ts3.text(1),
    facilityType: ts3.text(2),
    fiscalPeriod: ts3.date(3),
    claims: ts3.decimal(4),
    charge: readMoney(ts3, 5),
    amounts: readNumbers(ts3, 6),
  };
}

/** Reads all decimals from element `first` on. */
export function readNumbers(segment: Segment, first: number): ElementQuantity[] {
  const found: ElementQuantity[] = [];
  for (let element = first; element <= segment.elementCount; element++) {
    const value = segment.decimal(element);
    if (value !== undefined) found.push({ element, value });
  }
  return found;
}
