import type { ClaimPayment, ServicePayment } from '#x12/835/model.ts';
import { type RemittanceInput, writeRemittances } from '#x12/835/write-remittances.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import type { FileEnvelope } from '#x12/envelope/file-envelope.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { adjusted, amountsIn, type Shares, sharesOf } from './payer-number.ts';
import { npiOrTaxId, payerOf, type ReceivedClaim, type ReceivedFile } from './received-file.ts';

/**
 * Writes the 835 of the test payer: one set for each billing provider, and another set for its reversals. Undefined if no
 * claim is decided.
 */
export function remittancesOf(
  claims: readonly ReceivedClaim[],
  file: ReceivedFile,
  envelope: FileEnvelope,
): Uint8Array | undefined {
  const decided = claims.filter((one) => paymentsOf(one).length > 0);
  const byProvider = [...Map.groupBy(decided, ({ claim }) => npiOrTaxId(claim).id).values()];
  const drafts = byProvider.flatMap((own) => {
    const reversed = own.filter(({ scenario }) => scenario === 'reversed');
    return [own.flatMap(paymentsOf), ...(reversed.length > 0 ? [reversed.map(reversal)] : [])].map(
      (payments) => ({
        own,
        payments,
      }),
    );
  });
  if (drafts.length === 0) return undefined;
  return writeRemittances(
    drafts.map(({ own, payments }, index) => remittance(own, payments, file, index + 1)),
    envelope,
    { lineEnd: '\n' },
  );
}

type Payment = WriterInput<ClaimPayment>;

/** A correction takes back what was paid for the claim that it names; a void does only that. */
function paymentsOf(received: ReceivedClaim): readonly Payment[] {
  const { claim, scenario } = received;
  if (scenario === 'rejected_by_277ca') return [];
  return [...takenBack(received), ...(claim.frequency === '8' ? [] : [decision(received)])];
}

/** TRN03: 1 and an invented tax id of the payer. */
const originator = '1841111111';

function remittance(
  claims: readonly ReceivedClaim[],
  payments: readonly Payment[],
  { interchange, moment }: ReceivedFile,
  number: number,
): RemittanceInput {
  const day = moment.toISOString().slice(0, 10);
  const total = payments.reduce((sum, { paid }) => sum + paid, 0);
  // A payment cannot be negative, so a negative total is carried forward.
  const carried = Math.min(0, total);
  const trace = `TP${interchange.controlNumber}${String(number).padStart(3, '0')}`;
  const { billingProvider } = claims[0]?.claim ?? {};
  const payee = claims[0] && npiOrTaxId(claims[0].claim);
  const { address, taxId } = billingProvider ?? {};
  return {
    payment: {
      handling: total > 0 ? 'I' : 'H',
      amount: total - carried,
      direction: 'C',
      method: total > 0 ? 'CHK' : 'NON',
      date: day,
      sender: {},
      receiver: {},
      trace,
      originator,
    },
    payer: {
      ...payerOf(claims),
      idQualifier: 'XV',
      address: { lines: ['1 PAYER PLAZA'], city: 'DENVER', state: 'CO', postalCode: '802020000' },
      contacts: [
        { function: 'BL', name: 'TEST PAYER DESK', numbers: [{ qualifier: 'TE', number: '3035550199' }] },
      ],
    },
    payee: {
      name: billingProvider?.lastName ?? '',
      ...payee,
      address: {
        lines: address?.line1 === undefined ? [] : [address.line1],
        city: address?.city,
        state: address?.state,
        postalCode: address?.zip,
      },
      ...(payee?.idQualifier === 'XX' && taxId !== undefined
        ? { references: [{ qualifier: 'TJ', value: taxId }] }
        : {}),
    },
    productionDate: day,
    claims: payments,
    ...(carried < 0 &&
      payee && {
        providerAdjustments: [
          {
            provider: payee.id,
            fiscalPeriod: `${day.slice(0, 4)}-12-31`,
            reason: 'FB',
            reference: trace,
            amount: carried,
          },
        ],
      }),
  };
}

function decision(received: ReceivedClaim): Payment {
  const { claim, scenario } = received;
  const lines = claim.lines.map((line) => linePayment(line, sharesOf(scenario, line.charge ?? 0)));
  const responsibility = lines
    .flatMap(({ adjustments = [] }) => adjustments)
    .filter(({ group }) => group === 'PR')
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...identity(received),
    statusCode: scenario === 'denied' ? '4' : '1',
    charge: lines.reduce((sum, { charge }) => sum + charge, 0),
    paid: lines.reduce((sum, { paid }) => sum + paid, 0),
    patientResponsibility: responsibility,
    lines,
  };
}

/** Returns the payment with opposite signs (835 TR3, "Reversals and corrections"). */
function reversal(received: ReceivedClaim): Payment {
  const { charge, paid, lines = [], ...payment } = decision(received);
  return {
    ...payment,
    statusCode: '22',
    charge: -charge,
    paid: -paid,
    patientResponsibility: undefined,
    lines: lines.map((line) => ({ ...line, charge: -line.charge, paid: -line.paid })),
  };
}

/** Takes back the payment under the number of the payer that a correction or void names. */
function takenBack(received: ReceivedClaim): readonly Payment[] {
  const { originalClaimNumber = '' } = received.claim.references ?? {};
  const amounts = amountsIn(originalClaimNumber);
  if (amounts === undefined || amounts.paid === 0) return [];
  const { charge, paid } = amounts;
  return [
    {
      ...identity(received),
      payerControlNumber: originalClaimNumber,
      statusCode: '22',
      charge: -charge,
      paid: -paid,
      adjustments: adjusted([['CO', '45', paid - charge]]),
    },
  ];
}

function identity({ claim, payerControlNumber }: ReceivedClaim) {
  const { patient, subscriber } = claim;
  const { lastName, firstName } = patient ?? subscriber;
  return {
    patientControlNumber: claim.patientControlNumber,
    filingIndicator: subscriber.claimFiling ?? 'CI',
    payerControlNumber,
    facilityType: claim.placeOfService,
    frequency: claim.frequency,
    patient: { entity: 'QC', type: '1', lastName, firstName, idQualifier: 'MI', id: subscriber.id },
  };
}

function linePayment(line: ServiceLine, { paid, adjustments }: Shares): WriterInput<ServicePayment> {
  const { procedure, charge = 0, quantity = 1, serviceDate, serviceDateEnd, controlNumber } = line;
  return {
    procedure: {
      qualifier: procedure.qualifier,
      code: procedure.code,
      modifiers: procedure.modifiers,
    },
    charge,
    paid,
    units: quantity,
    serviceDate,
    serviceDateEnd,
    adjustments,
    lineControlNumber: controlNumber,
  };
}
