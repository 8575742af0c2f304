import { type CodeList, codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  composite,
  on,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
  unused,
  use,
} from '../../guide/guide.ts';

/** The HL of a level, told from the others by HL03. */
export function hierarchy(
  title: string,
  level: string,
  parent: Usage,
  child: Usage,
  childCodes: CodeList,
): SegmentSpec {
  const elements = [
    use('R', 628),
    use(parent, 734),
    use('R', 735, { codes: codes(level) }),
    use(child, 736, { codes: childCodes }),
  ];
  return segment('HL', title, 'R', 1, elements, { when: [on(3, level)] });
}

/** A TRN with its type: 1 the sender's own trace, 2 the number of what it answers. */
export function trace(title: string, type: '1' | '2'): SegmentSpec {
  return segment('TRN', title, 'R', 1, [
    use('R', 481, { codes: codes(type) }),
    use('R', 127),
    unused(509),
    unused(127),
  ]);
}

interface StatusOptions {
  readonly usage: Usage;
  readonly max?: number;
  readonly entities: CodeList;
  readonly date: Usage;
  readonly amount: Usage;
  readonly message: Usage;
}

/**
 * STC. Category and status codes (code sources 507 and 508) are dated, so they are checked with the status, not
 * here.
 */
export function status(title: string, options: StatusOptions): SegmentSpec {
  const elements = [
    statusCode('R', options.entities),
    use(options.date, 373),
    use('R', 306, { codes: codes('U', 'WQ') }),
    use(options.amount, 782),
    unused(782),
    unused(373),
    unused(591),
    unused(373),
    unused(429),
    statusCode('S'),
    statusCode('S'),
    use(options.message, 933),
  ];
  return segment('STC', title, options.usage, options.max ?? unbounded, elements);
}

function statusCode(usage: Usage, entities?: CodeList): AnyElementSpec {
  const entity = entities === undefined ? use('S', 98) : use('S', 98, { codes: entities });
  return composite(usage, 'C043', [use('R', 1271), use('R', 1271), entity, unused(1270)]);
}

/** Entities an STC may name, by level. */
export const receiverEntities: CodeList = codes('36', '40', '41', 'AY', 'PR');
export const providerEntities: CodeList = codes('36', '40', '41', '77', '82', '85', '87', 'AY', 'PR');
export const claimEntities: CodeList = codes(
  ...['03', '1P', '1Z', '40', '41', '71', '72', '73', '77', '82', '85', '87', 'DK', 'DN', 'DQ', 'FA', 'GB'],
  ...['HK', 'IL', 'LI', 'MSC', 'PR', 'PRP', 'QB', 'QC', 'QD', 'SEP', 'TL', 'TTP', 'TU'],
);
