import type { Mutable } from '../engine/segment-handlers.ts';
import type { Position, Segment } from '../reader/segment.ts';
import { optionalText } from '../reader/segment.ts';
import type { Payment, Remittance, RemittancePayee, RemittancePayer } from './types.ts';

/** Header, payer and payee of an 835 while they are read. */
export interface RemittanceBuild extends Mutable<Remittance> {
  readonly payment: Mutable<Payment>;
  readonly payer: Mutable<RemittancePayer>;
  readonly payee: Mutable<RemittancePayee>;
}

const nowhere: Position = { index: 0, offset: 0 };

/** A remittance without any segment: absent text is empty, absent options are undefined. */
export function emptyRemittance(): RemittanceBuild {
  const account = {
    bankQualifier: undefined,
    bank: undefined,
    accountQualifier: undefined,
    account: undefined,
  };
  return {
    payment: {
      ...{ handling: '', amount: 0, direction: '', method: '', format: undefined, date: undefined },
      ...{ sender: account, receiver: account, position: nowhere },
      ...{ trace: '', originator: '', tracePosition: nowhere },
    },
    payer: { ...emptyParty(), contacts: [] },
    payee: emptyParty(),
    references: [],
    productionDate: undefined,
    currency: undefined,
    position: nowhere,
  };
}

function emptyParty(): Mutable<RemittancePayee> {
  return {
    name: '',
    idQualifier: undefined,
    id: undefined,
    address: { lines: [], city: undefined, state: undefined, postalCode: undefined, country: undefined },
    references: [],
    position: nowhere,
  };
}

type PartyBuild = Mutable<RemittancePayee>;

export function readPartyName(party: PartyBuild, n1: Segment): void {
  party.name = n1.text(2);
  party.idQualifier = optionalText(n1, 3);
  party.id = optionalText(n1, 4);
  party.position = n1.position();
}

export function readStreet(party: PartyBuild, n3: Segment): void {
  const lines = [n3.text(1), n3.text(2)].filter((line) => line !== '');
  party.address = { ...party.address, lines };
}

export function readCity(party: PartyBuild, n4: Segment): void {
  party.address = {
    lines: party.address.lines,
    city: optionalText(n4, 1),
    state: optionalText(n4, 2),
    postalCode: optionalText(n4, 3),
    country: optionalText(n4, 4),
  };
}
