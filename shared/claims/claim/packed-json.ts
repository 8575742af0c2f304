import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Members and values that most stored JSON has, those of contents last because short distances compress better. Stored records
 * depend on every character of it: it must never change.
 */
const usualJson =
  '{"adjustments":[],"number":,"charge":,"type":"835","patient_responsibility":0,"outcome":"denied","underpaid","reversed","paid":,"match":{"claim_id":"","narrowed_by":[],"differs_in":[],"by":"payer_control_number","by":"patient_control_number","result":"ambiguous","result":"matched"},"status_code":"4","status_code":"1","payer_control_number":"' +
  '{"isComplete":true,"number":1,"header":{"assigned":"1","supplemental":[]},"patientControlNumber":"","statusCode":"1","charge":,"paid":,"patientResponsibility":0,"filingIndicator":"MC","payerControlNumber":"","facilityType":"11","frequency":"1","adjustments":[{"group":"PR","adjustments":[{"group":"CO","reason":"45","amount":,"quantity":,"patient":{"entity":"QC","type":"1","lastName":"","firstName":"","idQualifier":"MI","id":""},"remarks":[],"references":[],"contacts":[],"amounts":[],"quantities":[],"lines":[{"number":1,"procedure":{"qualifier":"HC","code":"","modifiers":[]},"charge":,"paid":,"unitsPaid":1,"serviceFrom":"2026-","serviceTo":"2026-","adjustments":[],"lineControlNumber":"","references":[],"amounts":[],"quantities":[],"remarks":[]}]}' +
  '{"at":"2026-","kind":"payment","kind":"submission","reference":"","detail":{"interchange_control_number":"000000001","file_name":"-837P-2026-1of1.x12","group_control_number":"1"}}' +
  '"duplicates":[{"conflicts":[{"kind":"answers","open":true,"finding_counts":{"error":1,"fatal":1,"information":1,"warning":1},"denial_reasons":[{"group":"CO","reason":"","amount":,"rejected_at":"","rejected_reason":"","rejected_by_999_id":"","payer_rejected_at":"","payer_rejected_reason":"","payer_rejected_status_code":"","payer_rejected_by_277ca_id":"","earlier_payer_numbers":["","frequency":"7","original_claim_number":"","corrects":"' +
  '"tax_id":"","member_id":"","patient_name":"","payer_name":"","place_of_service":"11","frequency":"1","line_count":1,"content_hash":"","source":{"kind":"file","file_id":"","interchange":"000000001","group":"1","set":"0001","ordinal":1,"segment":,"offset":},"updated_at":"2026-T00:00:00.000Z","submission_id":"","batch_id":"","submitted_at":"2026-","acknowledged_at":"2026-","acknowledged_by_999_id":"","payer_control_number":"","payer_status_code":"A2:20","payer_status_at":"2026-","payer_status_by_277ca_id":"","payer_status_written_at":"2026-","payments":[{"remittance_id":"","paid":,"charge":,"rank":1}],"first_paid_on":"2026-","paid":,"patient_responsibility":0,"patient_responsibility_by":{"deductible":0,"coinsurance":0,"copay":0,"other":0},"remitted_at":"2026-T00:00:00.000Z","remittance_id":"' +
  '{"claim":{"transaction":{"purpose":"00","batch_id":"","date":"2026-","time":"","kind":"CH","submitter":{"role":"41","entity_type":"2","last_name":"","id_qualifier":"46","id":"","contacts":[{"name":"","numbers":[{"qualifier":"TE","number":""}]}]},"receiver":{"role":"40","entity_type":"2","last_name":"","id_qualifier":"46","id":""}},"billing_provider":{"role":"85","entity_type":"2","last_name":"","id_qualifier":"XX","id":"","address":{"line1":"","city":"","state":"","zip":""},"taxonomy":"","tax_id_qualifier":"EI","tax_id":""},"subscriber":{"role":"IL","entity_type":"1","last_name":"","first_name":"","id_qualifier":"MI","id":"","address":{"line1":"","city":"","state":"","zip":""},"birth_date":"19-","gender":"M","gender":"F","payer_sequence":"P","relationship":"18","claim_filing":"MC","payer":{"role":"PR","entity_type":"2","last_name":"","id_qualifier":"PI","id":""}},"patient":{"patient_control_number":"","total_charge":".50","place_of_service":"11","frequency":"1","provider_signature":"Y","accept_assignment":"A","benefits_assigned":"Y","release_of_information":"Y","references":{"prior_authorization":"","clearinghouse_trace":""},"diagnoses":[{"qualifier":"ABK","code":""},{"qualifier":"ABF","code":""}],"referring":{"role":"DN","rendering":{"role":"82","entity_type":"1","last_name":"","first_name":"","id_qualifier":"XX","id":"","taxonomy":"207Q00000X"},"service_facility":{"role":"77","lines":[{"number":1,"procedure":{"qualifier":"HC","code":"","modifiers":["25"]},"charge":".00","unit":"UN","quantity":1,"diagnosis_pointers":[1],"service_date":"2026-","control_number":""},{"number":2,"procedure":{"qualifier":"HC","code":""}]},"findings":[]}';

/** JSON as it is stored: deflated (RFC 1951) in base64, a fifth of the length. */
export type PackedContent = string;

/** Maximum length of packed content, because DynamoDB limits items to 400 kB. */
export const maxPackedContent = 390_000;

/** Text that the compressor assumes before each JSON. */
const dictionary = Buffer.from(usualJson);

export const packJson = (value: unknown): PackedContent => packBytes(value).toString('base64');

/** The inverse of {@link packJson}; the caller knows the type. */
export const unpackJson = <T>(packed: PackedContent): T => unpackBytes(Buffer.from(packed, 'base64'));

/** JSON deflated, without base64. */
export const packBytes = (value: unknown): Buffer =>
  deflateRawSync(JSON.stringify(value), { level: 6, dictionary });

/** The inverse of {@link packBytes}; the caller knows the type. */
export function unpackBytes<T>(bytes: Uint8Array): T {
  // Node allocates a whole chunk, 16 kB by default, for the few hundred bytes of a claim.
  const chunkSize = Math.max(1024, 8 * bytes.length);
  return JSON.parse(inflateRawSync(bytes, { dictionary, chunkSize }).toString('utf8'));
}
