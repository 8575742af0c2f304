import type { FindingInput, GroupHeader, SetHeader } from './consumer.ts';
import type { GuideSpec } from './guide.ts';
import { setName } from './set-names.ts';

/** The guide that reads a set, and what that says of the set's version. */
export interface GuideChoice {
  /** Undefined for a set that is not read. */
  readonly guide: GuideSpec | undefined;
  /** False when the version is read but not described: nothing is then held against the guide. */
  readonly isChecked: boolean;
  readonly problems: readonly Omit<FindingInput, 'at'>[];
}

/** Chooses by ST01 and the version of ST03, or of GS08 where there is no ST03. `group` is undefined without a GS. */
export function chooseGuide(
  guides: readonly GuideSpec[],
  header: SetHeader,
  group: GroupHeader | undefined,
): GuideChoice {
  const version = header.implementation || (group?.version ?? '');
  const ofSet = guides.filter((guide) => guide.set === header.set);
  const named = ofSet.find((guide) => versionsOf(guide).includes(version));
  // A set that names no version is read by the only guide there is for it.
  const guide = named ?? (version === '' && ofSet.length === 1 ? ofSet[0] : undefined);
  if (guide === undefined)
    return { guide, isChecked: false, problems: [unread(header.set, ofSet.length > 0)] };
  const isChecked = named !== undefined && !named.alsoReads?.includes(version);
  const problems = [versionProblem(guide, version, isChecked), ...groupProblems(guide, header, group)];
  return { guide, isChecked, problems: problems.filter((problem) => problem !== undefined) };
}

function versionsOf({ version, accepts, alsoReads = [] }: GuideSpec): readonly string[] {
  return [version, ...accepts, ...alsoReads];
}

function unread(set: string, hasGuide: boolean): Omit<FindingInput, 'at'> {
  if (hasGuide) return { id: 'V003', segment: 'ST', codes: { set: 'I6', group: '2' } };
  const name = setName(set);
  const finding = { id: 'V144', segment: 'ST', codes: { set: '1', group: '1' } };
  if (name === undefined) return finding;
  if (set !== functionalAcknowledgment) {
    return { ...finding, message: `Transaction set ${set} (${name}) is not read here; it was not checked` };
  }
  const message = `Transaction set ${set} (${name}) is not read here; ask the partner for a 999`;
  return { ...finding, severity: 'warning', message };
}

/** The predecessor of the 999: its sender did nothing wrong. */
const functionalAcknowledgment = '997';

function versionProblem(
  guide: GuideSpec,
  version: string,
  isChecked: boolean,
): Omit<FindingInput, 'at'> | undefined {
  if (!isChecked) return unread(guide.set, true);
  if (guide.version === version) return undefined;
  const message = `Guide version is not ${guide.version}; it is read and checked as that version`;
  return { id: 'V003', segment: 'ST', severity: 'warning', message };
}

function groupProblems(
  guide: GuideSpec,
  header: SetHeader,
  group: GroupHeader | undefined,
): (Omit<FindingInput, 'at'> | undefined)[] {
  if (group === undefined) return [];
  const isOther = header.implementation !== '' && header.implementation !== group.version;
  return [
    group.functionalId === guide.functionalId
      ? undefined
      : { id: 'V146', segment: 'ST', element: 1, codes: { set: '18' } },
    isOther ? { id: 'V014', segment: 'ST', element: 3, codes: { set: '19' } } : undefined,
  ];
}
