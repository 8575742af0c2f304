import type { Severity, SnipType } from '../../findings/finding.ts';
import type { PayerProfile, StateRuleId } from './payer-profile.ts';

/**
 * Rules of the state Medicaid program, as data. A profile may switch a rule off or change its texts, but not its id or
 * its comparison. The compared values come from the profile.
 */
export interface StateRule {
  readonly id: StateRuleId;
  readonly title: string;
  readonly snip: SnipType;
  readonly severity: Severity;
  /** The requirement. */
  readonly check: string;
  readonly message: string;
  readonly basis: string;
  readonly enabled: boolean;
  /** More general edits about the same fact, which are not reported together with this rule. */
  readonly replaces: readonly string[];
}

/** The rules as the profile wants them. */
export function rulesOf(profile: PayerProfile): ReadonlyMap<StateRuleId, StateRule> {
  return new Map(stateRules.map((rule) => [rule.id, { ...rule, ...profile.rules[rule.id] }]));
}

export const stateRules: readonly StateRule[] = [
  {
    id: 'R200',
    title: 'Receiver routing',
    snip: 7,
    severity: 'error',
    check: 'ISA05, ISA07, ISA08, GS03 and NM1*40 name the receiver of the profile',
    message: 'The interchange is not addressed to the state program; send its receiver id and name',
    basis: 'companion guide, independent implementations',
    enabled: true,
    replaces: [],
  },
  {
    id: 'R201',
    title: 'Sender agreement',
    snip: 7,
    severity: 'error',
    check: 'ISA06, GS02 and NM109 of NM1*41 are the trading partner id; ISA15 fits the environment',
    message: 'Trading partner id or usage indicator disagrees with the configuration; correct it',
    basis: 'companion guide, independent implementation',
    enabled: true,
    replaces: [],
  },
  {
    id: 'R202',
    title: 'Guide version and size',
    snip: 7,
    severity: 'error',
    check: 'GS01 HC, GS08 and ST03 005010X222A1, BHT06 of the profile, at most 5,000 claims in a set',
    message:
      'The file is not a 005010X222A1 professional claim file, or a set has too many claims; correct or split it',
    basis: 'companion guide; TR3 005010X222A1 section 1.3 for the size',
    enabled: true,
    replaces: ['V017'],
  },
  {
    id: 'R203',
    title: 'Payer and claim filing indicator',
    snip: 7,
    severity: 'error',
    check: 'NM108 and NM109 of 2010BB name the payer; SBR09 is that of the program',
    message: 'The payer is not the state program or SBR09 is not its code; correct NM1*PR and SBR09',
    basis: 'companion guide, independent implementations',
    enabled: true,
    replaces: [],
  },
  {
    id: 'R204',
    title: 'Member is the subscriber',
    snip: 7,
    severity: 'error',
    check: 'SBR02 18 and no 2000C; member id, address, birth date and gender of the subscriber',
    message: 'The member must be the subscriber, with member id, address, birth date and gender',
    basis: 'HCPF billing manual; TR3 loops 2000B and 2010BA',
    enabled: true,
    replaces: ['V033', 'V034'],
  },
  {
    id: 'R205',
    title: 'Billing provider enrolled for the site',
    snip: 7,
    severity: 'error',
    check:
      'NPI, tax id, nine-digit ZIP and taxonomy are one enrolled combination; an atypical provider sends REF*G2',
    message:
      'Billing NPI, site, tax id and taxonomy are not an enrolled combination; send those of the enrolment',
    basis: 'C.R.S. 25.5-4-420; HCPF enrollment checklist',
    enabled: true,
    replaces: ['V023'],
  },
  {
    id: 'R206',
    title: 'Frequency and original reference',
    snip: 7,
    severity: 'error',
    check: 'CLM05-3 is accepted; 7 and 8 have one REF*F8, 1 has none unless filed late',
    message:
      "Only frequencies 1, 7 and 8 are accepted; 7 and 8 need the payer's claim number in REF*F8, 1 has none",
    basis: 'companion guide; HCPF billing manual',
    enabled: true,
    replaces: ['V056', 'V057'],
  },
  {
    id: 'R207',
    title: 'Timely filing',
    snip: 7,
    severity: 'error',
    check: 'at most 365 days from the first service to today, or CLM20 or REF*F8; a warning from 330 days',
    message:
      'The service date is near or past the filing limit; send a delay reason or the earlier claim number',
    basis: 'HCPF timely filing FAQ',
    enabled: true,
    replaces: ['V078'],
  },
  {
    id: 'R208',
    title: 'Content the program refuses',
    snip: 7,
    severity: 'error',
    check: 'no PWK; the service facility is not at the billing address',
    message:
      'The program accepts no attachments and no service facility at the billing address; remove PWK or the loop',
    basis: 'HCPF EDI support page; independent implementation',
    enabled: true,
    replaces: ['V041'],
  },
  {
    id: 'R209',
    title: 'File name form',
    snip: 7,
    severity: 'error',
    check: 'tp, digits, -837P-, 17 digits of a local time not ahead of now, -1of1.x12',
    message:
      'The file name does not follow the file-naming standard; name it tpID-837P-yyyymmddhhmmssSSS-1of1.x12',
    basis: 'HCPF X12 File Naming Standards Quick Guide',
    enabled: true,
    replaces: [],
  },
  {
    id: 'R210',
    title: 'File name agrees with the content',
    snip: 7,
    severity: 'error',
    check: 'the id in the name is ISA06, the type fits GS08, one interchange, a name not used before',
    message:
      'The file name disagrees with the content or was used before; send one interchange under a new name',
    basis: 'HCPF X12 File Naming Standards Quick Guide',
    enabled: true,
    replaces: [],
  },
];
