import type { Position, Segment } from '../reader/segment.ts';
import { optionalText } from './segments.ts';
import type {
  PayerContact,
  Payment,
  ReferenceNumber,
  Remittance,
  RemittanceAddress,
  RemittancePayee,
} from './types.ts';

/** BPR without TRN. */
export type BankPayment = Omit<Payment, 'trace' | 'originator' | 'tracePosition'>;

const nowhere: Position = { index: 0, offset: 0 };

export function startHeader(): HeaderBuilder {
  return new HeaderBuilder();
}

/** Builds header, payer and payee of an 835; what is missing stays empty. */
export class HeaderBuilder {
  readonly payer: PartyBuilder = new PartyBuilder();
  readonly payee: PartyBuilder = new PartyBuilder();
  readonly contacts: PayerContact[] = [];
  private readonly references: ReferenceNumber[] = [];
  private payment: BankPayment | undefined;
  private traceNumber = '';
  private originator = '';
  private tracePosition = nowhere;
  private currency: string | undefined;
  private productionDate: string | undefined;

  pay(payment: BankPayment): void {
    this.payment = payment;
  }

  trace(trn: Segment): void {
    this.traceNumber = trn.text(2);
    this.originator = trn.text(3);
    this.tracePosition = trn.position();
  }

  setCurrency(currency: string): void {
    this.currency = currency;
  }

  setProductionDate(date: string | undefined): void {
    this.productionDate = date;
  }

  reference(reference: ReferenceNumber): void {
    this.references.push(reference);
  }

  startPayer(n1: Segment): void {
    this.payer.identify(n1);
  }

  startPayee(n1: Segment): void {
    this.payee.identify(n1);
  }

  build(): Remittance {
    const { payment = noPayment, traceNumber: trace, originator, tracePosition } = this;
    return {
      payment: { ...payment, trace, originator, tracePosition },
      payer: { ...this.payer.build(), contacts: this.contacts },
      payee: this.payee.build(),
      references: this.references,
      productionDate: this.productionDate,
      currency: this.currency,
      position: payment.position,
    };
  }
}

class PartyBuilder {
  readonly references: ReferenceNumber[] = [];
  private name = '';
  private idQualifier: string | undefined;
  private id: string | undefined;
  private position = nowhere;
  private lines: string[] = [];
  private address: Omit<RemittanceAddress, 'lines'> = noAddress;

  identify(n1: Segment): void {
    this.name = n1.text(2);
    this.idQualifier = optionalText(n1, 3);
    this.id = optionalText(n1, 4);
    this.position = n1.position();
  }

  street(n3: Segment): void {
    this.lines = [n3.text(1), n3.text(2)].filter((line) => line !== '');
  }

  place(n4: Segment): void {
    this.address = {
      city: optionalText(n4, 1),
      state: optionalText(n4, 2),
      postalCode: optionalText(n4, 3),
      country: optionalText(n4, 4),
    };
  }

  build(): RemittancePayee {
    const { name, idQualifier, id, references, position, lines, address } = this;
    return { name, idQualifier, id, address: { lines, ...address }, references, position };
  }
}

const noAddress = { city: undefined, state: undefined, postalCode: undefined, country: undefined };
const noAccount = {
  bankQualifier: undefined,
  bank: undefined,
  accountQualifier: undefined,
  account: undefined,
};
const noPayment: BankPayment = {
  handling: '',
  amount: 0,
  direction: '',
  method: '',
  format: undefined,
  date: undefined,
  sender: noAccount,
  receiver: noAccount,
  position: nowhere,
};
