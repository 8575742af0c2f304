import type { FindingInput, GroupHeader, SetHeader } from '../engine/consumer.ts';
import type { AcknowledgmentCodes } from '../findings/finding.ts';
import type { GuideSpec } from './guide.ts';

/** The guide that reads a set, with the faults of the set's version and group. */
export interface GuideChoice {
  /** Undefined for a set that is not read. */
  readonly guide: GuideSpec | undefined;
  /** False for a version that is read without checks against the guide. */
  readonly isChecked: boolean;
  readonly problems: readonly Omit<FindingInput, 'at'>[];
}

/** Chooses a guide by ST01 and the version in ST03, or in GS08 without ST03. `group` is undefined without a GS. */
export function chooseGuide(
  guides: readonly GuideSpec[],
  header: SetHeader,
  group: GroupHeader | undefined,
): GuideChoice {
  const version = header.implementation || (group?.version ?? '');
  const ofSet = guides.filter((guide) => guide.set === header.set);
  const matching = ofSet.find((guide) => versionsOf(guide).includes(version));
  // A set without a version is read by the first guide of its kind.
  const guide = matching ?? (version === '' ? ofSet[0] : undefined);
  const ofGroup = groupCode(guides, group);
  if (guide === undefined) {
    return { guide, isChecked: false, problems: [unread(ofSet, header, group, ofGroup)] };
  }
  const isChecked = matching !== undefined && !matching.alsoReads?.includes(version);
  const problems = [
    versionProblem(guide, version, isChecked, ofGroup),
    ...groupProblems(guide, header, group, ofGroup),
  ];
  return { guide, isChecked, problems: problems.filter((problem) => problem !== undefined) };
}

function versionsOf({ version, accepts, alsoReads = [] }: GuideSpec): readonly string[] {
  return [version, ...accepts, ...alsoReads];
}

/** Returns AK905 for a group that no guide describes. Its sets are rejected too. */
function groupCode(guides: readonly GuideSpec[], group: GroupHeader | undefined): AcknowledgmentCodes {
  if (group === undefined || group.functionalId === '' || group.version === '') return {};
  if (guides.every(({ functionalId }) => functionalId !== group.functionalId)) return { group: '1' };
  const isKnown = guides.some(({ version, accepts }) => [version, ...accepts].includes(group.version));
  return isKnown ? {} : { group: '2' };
}

/** Returns the fault of a set that no guide reads: its version, its group or its kind. */
function unread(
  ofSet: readonly GuideSpec[],
  header: SetHeader,
  group: GroupHeader | undefined,
  ofGroup: AcknowledgmentCodes,
): Omit<FindingInput, 'at'> {
  if (ofSet.length === 0) {
    const code = /^[A-Z0-9]{3}$/.test(header.set) ? '1' : '6';
    const finding = { id: 'V144', segment: 'ST', codes: { set: code, ...ofGroup } };
    const name = transactionSetName(header.set);
    if (name === undefined) return finding;
    const isNotRead = `Transaction set ${header.set} (${name}) is not supported;`;
    return header.set === functionalAcknowledgment
      ? { ...finding, severity: 'warning', message: `${isNotRead} ask the partner for a 999` }
      : { ...finding, message: `${isNotRead} the set was not checked` };
  }
  const isElsewhere = ofSet.every(({ functionalId }) => functionalId !== group?.functionalId);
  if (group !== undefined && isElsewhere) {
    return { id: 'V146', segment: 'ST', element: 1, codes: { set: '18', ...ofGroup } };
  }
  const version = header.implementation || (group?.version ?? '');
  const isReference = /^\d{6}[A-Z]\d{3}/.test(version);
  const other = otherGuides.get(version.slice(0, 10));
  const message =
    other && `Guide ${version.slice(0, 10)} is ${other}, not the ${ofSet[0]?.name}; the set was not read`;
  return { id: 'V003', segment: 'ST', message, codes: { set: isReference ? 'I6' : '19', ...ofGroup } };
}

/** Guides with the ST01 of a guide that is read: different transactions, not other versions of it. */
const otherGuides: ReadonlyMap<string, string> = new Map([
  ['005010X212', 'the response to a claim status request (276)'],
  ['005010X213', 'a request for additional information about a claim'],
  ['005010X223', 'an institutional claim (837I)'],
  ['005010X224', 'a dental claim (837D)'],
  ['005010X228', 'pending claim status information'],
]);

/** The predecessor of the 999. Sending one is not an error. */
const functionalAcknowledgment = '997';

function versionProblem(
  guide: GuideSpec,
  version: string,
  isChecked: boolean,
  ofGroup: AcknowledgmentCodes,
): Omit<FindingInput, 'at'> | undefined {
  if (!isChecked) return { id: 'V003', segment: 'ST', codes: { set: 'I6', ...ofGroup } };
  if (guide.version === version) return undefined;
  const message = `Guide version is not ${guide.version}; the set is read and checked as that version`;
  return { id: 'V003', segment: 'ST', severity: 'warning', message };
}

function groupProblems(
  guide: GuideSpec,
  header: SetHeader,
  group: GroupHeader | undefined,
  ofGroup: AcknowledgmentCodes,
): (Omit<FindingInput, 'at'> | undefined)[] {
  if (group === undefined) return [];
  const isOther = header.implementation !== '' && header.implementation !== group.version;
  return [
    group.functionalId === guide.functionalId
      ? undefined
      : { id: 'V146', segment: 'ST', element: 1, codes: { set: '18', ...ofGroup } },
    isOther ? { id: 'V014', segment: 'ST', element: 3, codes: { set: '19', ...ofGroup } } : undefined,
  ];
}

/** Names of the healthcare transaction sets that are recognized but not read, by ST01. */
const names: ReadonlyMap<string, string> = new Map([
  ['270', 'eligibility inquiry'],
  ['271', 'eligibility response'],
  ['275', 'additional patient information'],
  ['276', 'claim status request'],
  ['278', 'services review'],
  ['820', 'premium payment'],
  ['824', 'application advice'],
  ['834', 'benefit enrollment'],
  ['997', 'functional acknowledgment'],
]);

export function transactionSetName(set: string): string | undefined {
  return names.get(set);
}
