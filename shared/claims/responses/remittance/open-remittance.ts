import { remittanceIdentity } from '#x12/835/payment-checks.ts';
import type { ClaimPayment, Remittance } from '#x12/835/types.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import { packJson } from '../../claim/claim-content.ts';
import { deterministicId } from '../../deterministic-id.ts';
import type { FileRun } from '../../files/file-run.ts';
import { withoutPlaces } from '../engine/without-places.ts';
import type { RemittancePorts } from './store.ts';
import {
  noPostings,
  remittanceFacts,
  type StoredPayment,
  type StoredRemittance,
} from './stored-remittance.ts';

/** A remittance while its claims go by. */
export class OpenRemittance {
  record: StoredRemittance;
  /** The set that it is read from, which may be of another file than the record's. */
  readonly context: SetContext;
  /** Claims that wait to be stored, how long they are, and the place of the first of them. */
  waiting: StoredPayment[] = [];
  characters = 0;
  first = 0;
  /** Byte of the file that is reached when they are stored. */
  end = 0;

  constructor(record: StoredRemittance, context: SetContext) {
    this.record = record;
    this.context = context;
  }

  /** A claim as it is stored. */
  storedOf(payment: ClaimPayment): StoredPayment {
    return {
      remittance_id: this.record.id,
      number: payment.number,
      patient_control_number: payment.patientControlNumber,
      payer_control_number: payment.payerControlNumber,
      status_code: payment.statusCode,
      charge: payment.charge,
      paid: payment.paid,
      content: packJson(JSON.parse(JSON.stringify(payment, withoutPlaces))),
    };
  }
}

/**
 * Finds the remittance that begins, or stores it when it comes for the first time: from then on its numbers stand for
 * these claims, and claims of others with the same numbers never come among them.
 *
 * @returns undefined when the numbers stand for other claims
 */
export async function openRemittance(
  run: FileRun,
  { remittances }: RemittancePorts,
  context: SetContext,
  remittance: Remittance,
): Promise<OpenRemittance | undefined> {
  const id = idOf(context, remittance);
  const digest = run.contentDigest(context);
  const known = await remittances.find(id);
  if (known !== undefined) {
    if (known.digest !== digest) return undefined;
    const links = known.file_id === run.file.id ? [] : [remittances.linkToFile(run.file.id, known)];
    if (links.length > 0) await run.commit('835', { units: 0, entries: [], writes: links });
    return new OpenRemittance(known, context);
  }
  const record = newRemittance(id, digest, run, context, remittance);
  const actions = [remittances.putReading(record, undefined), remittances.linkToFile(run.file.id, record)];
  await run.commit('835', { units: 0, entries: [], writes: actions });
  return new OpenRemittance(record, context);
}

/**
 * A remittance is the same in whatever file it comes: trace, payer, date, amount and payee (x12/835.md section 5).
 * Without a trace only its place in its file tells it from others.
 */
function idOf({ interchange, group, set }: SetContext, remittance: Remittance): string {
  const { payment, payee } = remittance;
  if (payment.trace.trim() !== '') return deterministicId('835', remittanceIdentity(remittance));
  const place = [interchange.sender, interchange.controlNumber, group.controlNumber, set.controlNumber];
  return deterministicId('835', ...place, payment.amount, payment.date ?? '', payee.id ?? '');
}

const newRemittance = (
  id: string,
  digest: string,
  run: FileRun,
  { interchange, group, set }: SetContext,
  remittance: Remittance,
): StoredRemittance => ({
  id,
  kind: '835',
  state: 'reading',
  digest,
  applied: 0,
  stored: 0,
  file_id: run.file.id,
  received_at: run.file.received_at,
  sender: interchange.sender,
  interchange_control_number: interchange.controlNumber,
  group_control_number: group.controlNumber,
  set_control_number: set.controlNumber,
  ...remittanceFacts(remittance),
  claims: 0,
  charge: 0,
  paid: 0,
  provider_adjustments: [],
  reversals: [],
  counts: noPostings,
});
