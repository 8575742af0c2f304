import { claimListener } from '#x12/837p/build/claim-listener.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { InterchangeHeader, SetContext } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feedSync } from '#x12/engine/source.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { type InterchangeVerdict, VerdictCollector } from '#x12/outbound/verdict-collector.ts';
import { payerNumber } from './payer-number.ts';
import { type Scenario, scenarioOf } from './scenario.ts';

export interface ReceivedClaim {
  readonly claim: ProfessionalClaim;
  readonly scenario: Scenario;
  /** GS06 and ST02 of its set. */
  readonly group: string;
  readonly set: string;
  /** The payer claim control number. */
  readonly payerControlNumber: string;
}

export interface ReceivedFile {
  readonly interchange: InterchangeHeader;
  readonly claims: readonly ReceivedClaim[];
  /** Verdicts of the 999 on the file. */
  readonly verdicts: readonly InterchangeVerdict[];
  /** Time of the ISA, read as UTC. Responses use it, so that the same file always gets the same responses. */
  readonly moment: Date;
}

/** Reads a file as its receiver; undefined for a file without claims. @throws X12Error for bytes that are not X12 */
export function receiveClaims(bytes: Uint8Array): ReceivedFile | undefined {
  const collector = new VerdictCollector();
  const claims: ReceivedClaim[] = [];
  let interchange: InterchangeHeader | undefined;
  let open: SetContext | undefined;
  const engine = new X12Engine({
    guides: [guide837p],
    listeners: [
      collector,
      {
        interchange: (header) => {
          interchange ??= header;
        },
        set: (context) => {
          open = context;
          return undefined;
        },
      },
      claimListener({
        onClaim: (claim) => {
          const { group, set } = open ?? {};
          const scenario = scenarioOf(claim.patientControlNumber);
          const place = [
            interchange?.controlNumber.padStart(9, '0'),
            String(claims.length + 1).padStart(5, '0'),
          ];
          claims.push({
            claim,
            group: group?.controlNumber ?? '',
            set: set?.controlNumber ?? '',
            scenario,
            payerControlNumber: payerNumber(place.join(''), claim, scenario),
          });
        },
      }),
    ],
    onFinding: (finding) => collector.finding(finding),
  });
  for (const _ of feedSync(bytes, engine)) {
    // The listeners collect claims and verdicts.
  }
  if (interchange === undefined || claims.length === 0) return undefined;
  return { interchange, claims, verdicts: collector.verdicts, moment: momentOf(interchange) };
}

function momentOf({ date, time }: InterchangeHeader): Date {
  const moment = new Date(`${date}T${time}:00.000Z`);
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}

/** Returns NM103, NM108 and NM109 of the payer of the claims. */
export function payerOf(claims: readonly ReceivedClaim[]) {
  const payer = claims[0]?.claim.subscriber.payer;
  return { name: payer?.lastName ?? 'TEST PAYER', idQualifier: 'PI', id: payer?.id ?? 'TEST' };
}

/** Returns the id of a billing provider: its NPI, or else its tax id. */
export function npiOrTaxId({ billingProvider: { idQualifier, id, taxId } }: ProfessionalClaim) {
  return idQualifier === 'XX' && id !== undefined
    ? { idQualifier: 'XX', id }
    : { idQualifier: 'FI', id: taxId ?? '' };
}

export function periodOf({ lines }: ProfessionalClaim): { serviceDate?: string; serviceDateEnd?: string } {
  const days = lines
    .flatMap(({ serviceDate, serviceDateEnd }) => [serviceDate ?? [], serviceDateEnd ?? []].flat())
    .toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? {} : { serviceDate: from, serviceDateEnd: to };
}
