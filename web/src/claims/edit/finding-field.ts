import type { Finding } from '#claims/claims/claim-fields.ts';
import { language } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { isList, type JsonObject, type Path } from './content-tree.ts';

/** Members of a party, by segment and element. */
const partyMembers: Readonly<Record<string, Path>> = {
  NM103: ['last_name'],
  NM104: ['first_name'],
  NM109: ['id'],
  N301: ['address', 'line1'],
  N401: ['address', 'city'],
  N402: ['address', 'state'],
  N403: ['address', 'zip'],
  DMG02: ['birth_date'],
  DMG03: ['gender'],
  REF02: ['tax_id'],
};

const parties: Readonly<Record<string, Path>> = {
  '2010AA': ['billing_provider'],
  '2010BA': ['subscriber'],
  '2010BB': ['subscriber', 'payer'],
  '2010CA': ['patient'],
  '2310B': ['rendering'],
};

const claimMembers: Readonly<Record<string, Path>> = {
  CLM01: ['patient_control_number'],
  CLM02: ['total_charge'],
  CLM05: ['place_of_service'],
  PRV03: ['billing_provider', 'taxonomy'],
  SBR02: ['subscriber', 'relationship'],
  SBR03: ['subscriber', 'group_number'],
  SBR09: ['subscriber', 'claim_filing'],
  AMT02: ['patient_paid'],
};

const lineMembers: Readonly<Record<string, Path>> = {
  SV101: ['procedure', 'code'],
  SV102: ['charge'],
  SV103: ['unit'],
  SV104: ['quantity'],
  SV105: ['place_of_service'],
  SV107: ['diagnosis_pointers'],
  DTP03: ['service_date'],
};

/**
 * The value of the content that a finding is about; undefined where no field shows it. A finding about one of several lines
 * has no field, because a finding names its segment and not its line.
 */
function fieldOfFinding(finding: Finding, content: JsonObject): Path | undefined {
  const { segment = '', element, loop = '' } = finding;
  const place = `${segment}${String(element ?? 0).padStart(2, '0')}`;
  if (segment === 'HI') {
    // A claim without diagnoses lacks the segment, so the finding names no element.
    const isMissing = !isList(content['diagnoses']) || content['diagnoses'].length === 0;
    return element !== undefined || isMissing ? ['diagnoses', (element ?? 1) - 1, 'code'] : undefined;
  }
  if (loop.startsWith('24')) {
    const member = lineMembers[place];
    const { lines } = content;
    return member !== undefined && isList(lines) && lines.length === 1 ? ['lines', 0, ...member] : undefined;
  }
  const party = parties[loop];
  const member = partyMembers[place];
  return party !== undefined && member !== undefined ? [...party, ...member] : claimMembers[place];
}

/** What an edit says about a value; an error keeps the claim from being submitted. */
export interface FieldFinding {
  readonly message: string;
  readonly isError: boolean;
}

/** Findings by the dotted path of their field. */
export function findingsByField(
  findings: readonly Finding[],
  content: JsonObject,
  textOf: (finding: Finding) => string,
): ReadonlyMap<string, FieldFinding> {
  const messages = new Map<string, FieldFinding>();
  for (const finding of findings) {
    const path = fieldOfFinding(finding, content);
    if (path === undefined || finding.severity === 'information') continue;
    const key = path.join('.');
    const isError = finding.severity !== 'warning';
    if (isError || !messages.has(key))
      messages.set(key, { message: `${textOf(finding)} (${finding.id})`, isError });
  }
  return messages;
}

/** Returns the sentence of a finding. The service words it in English; in another language the meaning of its code comes first. */
export function useFindingText(): (finding: Finding) => string {
  const codes = useX12Texts();
  return ({ id, message }) => (language === 'en' ? message : (codes?.edit(id) ?? message));
}
