import type { Place } from '../records/place.ts';

/** How the items of a place leave the table. */
export type Leaves =
  /** A purge removes them after the retention time. */
  | 'purge'
  /** They expire, or are removed when their work is done. */
  | 'alone'
  /** They stay, for this reason. */
  | { readonly stays: string };

export interface ClaimsPlace extends Omit<Place, 'records'> {
  readonly leaves: Leaves;
}

type Indexes = Place['indexes'];

const place =
  (leaves: Leaves) =>
  (name: string, pk: string, sk: string, indexes: Indexes = {}): ClaimsPlace => ({
    ...{ name, pk, sk, indexes, leaves },
  });

const purged = place('purge');
const passing = place('alone');
const staying = (reason: string) => place({ stays: reason });

const ofConfiguration = staying('configuration that is in use, or was');
const ofSettings = staying('settings of administrators');
const figures = staying('counts and amounts without claims');
const balances = staying('balances without claims');

/**
 * Every item of the claims table has its place here. A test of every service looks for items that have none, and one of a purge for
 * items that should be gone. Each capability builds its keys beside its queries.
 *
 * The content of most claims is with their hash. A claim that changes its lane rewrites one item, and that item stays small. All claims,
 * and those of a payer, are listed month by month through the record by patient control number, which only an edit of the number, the
 * provider or the payer changes; a claim with a new number or provider keeps its earlier record without places in the lists.
 */
export const claimsPlaces: readonly ClaimsPlace[] = [
  purged('claim', 'CLAIM#{id}', 'CLAIM', {
    gsi1: ['LANE#{lane}#{shard}', '{since}#{id}'],
    gsi2: ['WORKLIST', '{day}#{id}'],
  }),
  purged('content of a claim that is not with its hash', 'CLAIM#{id}', 'CONTENT'),
  passing('rest of a purged claim', 'CLAIM#{id}', 'PURGED', { gsi1: ['PURGING', '{id}'] }),
  staying('the audit log stays')('list of the entries of a purged claim', 'CLAIMENTRIES#{id}', 'ENTRIES'),
  purged('edit of a claim', 'CLAIMVERSION#{id}', 'EDIT#{version:9}'),
  purged('content before an edit', 'CLAIMVERSION#{id}', 'CONTENT#{version:9}'),
  purged('note about a claim', 'CLAIMNOTES#{claim_id}', '{at}#{id}'),
  purged('claim by content hash, with its content', 'CONTENT#{hash}', 'CLAIM'),
  purged('correction or void that may be sent', 'REPLACED#{target}', 'CLAIM'),
  purged('claim by patient control number', 'PCN#{number:text}', '{provider:text}#{n}', {
    gsi1: ['PAYER#{payer_id:text}#{month}', '{received_at}#{id}'],
    gsi2: ['SEARCH#RECEIVED#{shard}', '{received_at}#{id}'],
    gsi3: ['SEARCH#PCN#{shard}', '{pcn}#{id}'],
  }),
  purged('claim by the beginning of a long number', 'PCN20#{number:text}', '{id}'),
  purged('claim by the number of a payer', 'PAYERCONTROL#{number:text}', '{id}'),
  purged('search entry by name', 'SEARCH#NAME#{bucket}', '{path}#{received_at}#{id}', {
    gsi1: ['SEARCH#SERVICE#{span}#{shard}', '{day}#{received_at}#{id}'],
    gsi2: ['SEARCH#AMOUNT#{shard}', '{amount}#{received_at}#{id}'],
    gsi3: ['SEARCH#MEMBER#{hash}', '{received_at}#{id}'],
  }),
  purged('search entry without a name', 'SEARCH#CLAIM#{id}', 'PATIENT'),
  purged('patient responsibility of a claim', 'PATIENTSHARE#{claim_id}', 'SHARE', {
    gsi1: ['PATIENTSHARES', '{day}#{claim_id}'],
  }),
  figures('figures of a lane', 'LANES', '{lane}'),
  figures('months with claims', 'CLAIMS', 'MONTHS'),
  figures('figures of a cohort of claims', 'COHORTS', '{day}#{payer_id:text}#{billing_npi:text}'),
  passing('figures of a run that are not in the cohorts yet', 'PENDINGFIGURES', '{run}'),

  purged('file', 'FILE#{id}', 'FILE', {
    gsi1: ['FILES', '{received_at}#{id}'],
    gsi2: ['FILES#{state}', '{received_at}#{id}'],
  }),
  purged('findings of a file', 'FILE#{id}', 'FINDINGS#{n:6}'),
  purged('response in a file', 'FILE#{file_id}', 'ANSWER#{kind}#{id}'),
  purged('file by content hash', 'FILESHA#{sha256}', 'FILE'),
  purged('file name that a sender used', 'FILENAME#{name:text}', '{sender:text}', {
    gsi1: ['FILE#{file_id}', 'file-name'],
  }),
  purged('used interchange control number', 'USEDISA#{number:text}', '{sender:text}#{receiver:text}', {
    gsi1: ['FILE#{file_id}', 'interchange'],
  }),

  purged('batch', 'BATCH#{id}', 'BATCH'),
  purged('claims of a transaction set', 'BATCH#{id}', 'SET#{st02:text}#{n:7}'),
  purged('acknowledgment of a batch', 'BATCH#{id}', 'ANSWER#{kind}'),
  purged('the 999 that accepted a batch', 'BATCH#{id}', 'ACCEPTED'),
  purged(
    'batch by group control number',
    'GROUP#{number:text}',
    '{sender:text}#{receiver:text}#{at}#{batch_id}',
  ),
  purged(
    'batch by interchange control number',
    'INTERCHANGE#{number:text}',
    '{sender:text}#{receiver:text}#{at}#{batch_id}',
  ),
  purged('batch by reference', 'BHT#{reference:text}', '{at}#{batch_id}#{st02:text}'),

  purged('999, TA1 or 277CA', 'ACK#{id}', 'ACK', { gsi1: ['ACKS#{kind}', '{received_at}#{id}'] }),
  purged('changes of claims by a response', 'ACK#{id}', 'PART#{n:7}'),
  purged('sets of a 999', 'ACK#{id}', 'SETS#{n:7}'),

  purged('remittance', 'REMITTANCE#{id}', 'REMITTANCE', {
    gsi1: ['REMITTANCES', '{received_at}#{id}'],
    gsi2: ['REMITTANCES#{payer_id:text}', '{received_at}#{id}'],
  }),
  purged('payments of a remittance', 'REMITTANCE#{id}#{block}', 'PAYMENTS#{n:7}'),
  purged('posting of a payment', 'REMITTANCE#{id}#{block}', 'POSTING#{n:7}'),
  purged('postings of one transaction', 'REMITTANCE#{id}', 'POSTINGS#{n:7}'),
  purged('unmatched payment', 'AWAITED#{number:text}', 'REMITTANCE#{remittance_id}#{n:7}', {
    gsi1: ['AWAITED', '{at}#{remittance_id}'],
  }),
  purged('number with unmatched payments', 'AWAITED#{number:text}', 'AWAITED'),
  purged('unmatched item', 'UNMATCHED#{id}', 'ITEM', {
    gsi1: ['UNMATCHED#{state}', '{received_at}#{id}'],
    gsi2: ['UNMATCHED#{state}#{kind}', '{received_at}#{id}'],
  }),

  purged('deposit of a remittance', 'REMITTANCE#{id}', 'DEPOSIT', {
    gsi1: ['DEPOSITS', '{date}#{id}'],
    gsi2: ['DEPOSITS#{state}', '{date}#{id}'],
  }),
  purged('deposit by trace', 'DEPOSITTRACE#{trace:text}', '{remittance_id}'),
  purged('deposit by amount', 'DEPOSITAMOUNT#{cents}', '{date}#{remittance_id}'),
  purged('bank line', 'BANKLINE#{id}', 'LINE', {
    gsi1: ['BANKLINES', '{date}#{id}'],
    gsi2: ['BANKLINES#{state}', '{date}#{id}'],
  }),
  purged('bank line by a text that may be a trace', 'BANKTRACE#{token:text}', '{id}'),
  purged('bank line by amount', 'BANKAMOUNT#{cents}', '{date}#{id}'),
  purged('bank file', 'BANKFILE#{id}', 'FILE', { gsi1: ['BANKFILES', '{imported_at}#{id}'] }),
  figures('figures of bank lines or deposits', 'RECONCILIATION', '{kind}#{state}'),
  balances('account of payer and provider', 'LEDGERS', '{payer_id:text}#{provider:text}'),
  purged('ledger entry', 'LEDGER#{payer_id:text}#{provider:text}', '{n:9}'),

  purged('submission', 'SUBMISSION#{id}', 'SUBMISSION', {
    gsi1: ['SUBMISSIONS', '{created_at}#{id}'],
    gsi2: ['SUBMISSIONS#{state}', '{created_at}#{id}'],
  }),
  purged('claims of a submission', 'SUBMISSION#{id}', 'CLAIMS#{n:5}'),
  passing('reserved claims of a file', 'RESERVED#{file_id}#{n}', 'CLAIMS'),
  passing('reserved claim of the API', 'RESERVED#{claim_id}', 'SUBMISSION'),
  passing('file that was picked up or responded to', 'SEEN#{source:text}', '{name:text}'),
  staying('numbers never repeat')('last control number', 'CONTROL#{name}', 'CONTROL'),
  staying('one item')('last visit at the clearinghouse', 'CLEARHOUSE', 'VISIT'),

  purged('bulk run', 'BULKRUN#{id}', 'RUN', { gsi1: ['BULKRUNS', '{started_at}#{id}'] }),
  purged('selected claims of a bulk run', 'BULKRUN#{id}', 'IDS#{position:6}'),
  purged('results of a bulk run', 'BULKRUN#{id}', 'RESULTS#{position:6}'),

  ofSettings('alert rule', 'ALERTRULES', '{id}'),
  ofSettings('number of alert rules', 'ALERTRULECOUNT', 'COUNT'),
  ofSettings('window that an alert rule has used', 'ALERTSTATE#{rule_id}', 'STATE'),
  ofSettings('secret of an alert webhook', 'WEBHOOKSECRET#{rule_id}', 'SECRET'),
  passing('person who works with claims', 'PEOPLE', '{subject:text}'),
  passing('alert with its deliveries', 'ALERT#{id}', 'ALERT', {
    gsi1: ['ALERTS', '{raised_at}#{id}'],
    gsi2: ['ALERTSDUE', '{next_attempt_at}#{id}'],
  }),

  ofConfiguration('provider', 'CONFIG#{loading}', 'PROVIDER#{npi}'),
  ofConfiguration('payer', 'CONFIG#{loading}', 'PAYER#{id}'),
  ofConfiguration('payer configuration', 'CONFIG#{loading}', 'PAYERCONFIG#{payer_id}#{kind}'),
  ofConfiguration('clearinghouse', 'CONFIG#{loading}', 'CLEARHOUSE'),
  ofConfiguration('intake settings', 'CONFIG#{loading}', 'INTAKE'),
  ofConfiguration('active configuration', 'CONFIG', 'VERSION'),
  ofConfiguration('schema version', 'SCHEMA', 'VERSION'),
  ofSettings('API key', 'APIKEYS', 'APIKEY#{id}'),
  ofSettings('API key by secret', 'APIKEY#{secret_hash}', 'APIKEY'),

  ofSettings('retention time', 'RETENTION', 'SETTINGS'),
  passing('running purge', 'RETENTION', 'PURGE'),
  staying('shows what was removed')('purge', 'PURGES', '{id}'),
  staying('shows what was kept')('legal hold', 'LEGALHOLDS', '{id}'),

  passing('lease of the head of the audit chain', 'CHAIN#{chain}', 'LEASE'),
  passing('run of the audit log', 'AUDITRUN#{id}', 'RUN'),
  passing('run of the audit log that has not ended', 'AUDITRUNS', '{kind}#{range}'),
  staying('one item for each job')('progress of a job', 'JOB#{name}', 'MARK'),
  passing('window of calls', 'RATE#{limiter}#{caller}#{start}', 'RATE'),
  passing('reply', 'IDEMPOTENCY#{scope}#{hash}', 'IDEMPOTENCY'),
];
